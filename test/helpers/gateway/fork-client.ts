// A forking switch on a real WebSocket: messages to it are checked against the schema, and commands are kept as they
// are.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { RecognitionFrame, ScreeningFrame } from '../../../src/media/fork/messages.js';

type Frame = z.output<typeof ScreeningFrame> | z.output<typeof RecognitionFrame>;
export type ForkData = Record<string, unknown> & { readonly event: string };

export interface ForkOptions {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly subprotocols?: readonly string[];
  readonly deflate?: boolean;
  readonly path?: string;
  readonly ca?: string;
}

export const ringFork = '/v10/asr/ring/cn_8k_common/fork';
export const asrFork = '/v10/asr/freetalk/cn_8k_common/fork';

export class ForkClient {
  readonly frames: Frame[] = [];
  /** Commands to the switch, as they came. */
  readonly commands: string[] = [];
  readonly #closed: Promise<{ code: number; reason: string }>;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('a fork is sent no audio');
      const text = String(data);
      const frame = asFrame(text);
      if (frame === undefined) this.commands.push(text);
      else this.frames.push(frame);
    });
    socket.on('error', () => {}); // the close that follows reports it
    this.#closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  static async open(
    base: string,
    { query = {}, headers = {}, subprotocols = [], deflate = false, path = ringFork, ca }: ForkOptions,
  ) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    const url = `${base.replace(/^http/, 'ws')}${path}?${search}`;
    const socket = new WebSocket(url, [...subprotocols], {
      headers,
      perMessageDeflate: deflate,
      ...(ca !== undefined && { ca }),
    });
    const client = new ForkClient(socket);
    await once(socket, 'open');
    return client;
  }

  text(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends audio as frames of `frameBytes`. */
  audio(bytes: Buffer, frameBytes = 320): void {
    for (let from = 0; from < bytes.length; from += frameBytes)
      this.socket.send(bytes.subarray(from, from + frameBytes));
  }

  closed(): Promise<{ code: number; reason: string }> {
    return this.#closed;
  }

  get data(): ForkData[] {
    return this.frames.map(({ data }) => data as ForkData);
  }

  /** The last message to it, once the connection is closed. */
  async outcome(): Promise<ForkData & { readonly close: string }> {
    const { code, reason } = await this.closed();
    return { ...(this.data.at(-1) ?? { event: 'nothing' }), close: `${code} ${reason}` };
  }

  async quiet(): Promise<void> {
    this.socket.ping();
    await once(this.socket, 'pong');
  }
}

function asFrame(text: string): Frame | undefined {
  if (!text.startsWith('{"type":"json"') && !text.startsWith('{"type":"error"')) return undefined;
  const value: unknown = JSON.parse(text);
  const event = (value as { data?: { event?: string } }).data?.event;
  return event === 'recognition' || event === 'ended' ? RecognitionFrame.parse(value) : ScreeningFrame.parse(value);
}
