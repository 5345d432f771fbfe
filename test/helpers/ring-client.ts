// A ring-screening client on a real WebSocket: every message is checked against its schema and kept in order.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { RingServerMessage } from '../../src/protocol/ring-messages.js';

export type ServerMessage = z.output<typeof RingServerMessage>;
export type Sentence = Extract<ServerMessage, { respType: 'RESULT' }>['sentence'];

export interface RingClientOptions {
  readonly property?: string;
  readonly appkey: string;
  readonly token?: string;
  readonly tokenInQuery?: boolean;
}

export class RingClient {
  readonly messages: ServerMessage[] = [];
  closed: { code: number; reason: string } | undefined;
  #read = 0;
  #wake: () => void = () => {};

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.messages.push(RingServerMessage.parse(JSON.parse(String(data))));
      this.#wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) };
      this.#wake();
    });
    socket.on('error', () => {}); // shows as the close that follows
  }

  /** `http://…` of a gateway in; resolves when the handshake is done. */
  static async open(base: string, options: RingClientOptions): Promise<RingClient> {
    const socket = new WebSocket(ringUrl(base, options), { headers: ringHeaders(options) });
    const client = new RingClient(socket);
    await once(socket, 'open');
    return client;
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  start(config: object = { audioFormat: 'pcm_s16le_8k' }, rest: object = {}): void {
    this.send({ command: 'START', config, ...rest });
  }

  audio(...slices: readonly Uint8Array[]): void {
    for (const slice of slices) this.socket.send(slice);
  }

  end(cancel = false): void {
    this.send({ command: 'END', cancel });
  }

  /** The next message that has not been read yet. */
  async next(): Promise<ServerMessage> {
    for (;;) {
      const message = this.messages[this.#read];
      if (message) {
        this.#read++;
        return message;
      }
      if (this.closed)
        throw new Error(`closed (${this.closed.code} ${this.closed.reason}) while waiting for a message`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async expect<T extends ServerMessage['respType']>(respType: T): Promise<Extract<ServerMessage, { respType: T }>> {
    const message = await this.next();
    if (message.respType !== respType) throw new Error(`expected ${respType}, got ${JSON.stringify(message)}`);
    return message as Extract<ServerMessage, { respType: T }>;
  }

  /** Everything up to and including END. */
  async session(): Promise<ServerMessage[]> {
    const seen: ServerMessage[] = [];
    for (;;) {
      const message = await this.next();
      seen.push(message);
      if (message.respType === 'END' || message.respType === 'FATAL_ERROR') return seen;
    }
  }

  async untilClosed(): Promise<{ code: number; reason: string }> {
    while (!this.closed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.closed;
  }

  /** Nothing more may come: asks for a pong, which queues behind every message that the service has sent. */
  async quiet(): Promise<readonly ServerMessage[]> {
    this.socket.ping();
    await once(this.socket, 'pong');
    return this.messages.slice(this.#read);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.untilClosed();
  }
}

/** Says only what is asked for: tests also need handshakes without a token, and with a wrong one. */
export function ringUrl(
  base: string,
  { property = 'cn_8k_common', appkey, token, tokenInQuery }: RingClientOptions,
): string {
  const query = new URLSearchParams({ appkey });
  if (tokenInQuery === true && token !== undefined) query.set('access-token', token);
  return `${base.replace(/^http/, 'ws')}/v10/asr/ring/${property}/short_stream?${query}`;
}

export function ringHeaders({ token, tokenInQuery }: RingClientOptions): Record<string, string> {
  return token === undefined || tokenInQuery === true ? {} : { 'x-svc-access-token': token };
}

/** The respTypes of a session, and its sentences: what most tests look at. */
export const kindsOf = (messages: readonly ServerMessage[]): string[] =>
  messages.map((message) => (message.respType === 'END' ? `END ${message.reason}` : message.respType));

export const sentencesOf = (messages: readonly ServerMessage[]): Sentence[] =>
  messages.flatMap((message) => (message.respType === 'RESULT' ? [message.sentence] : []));
