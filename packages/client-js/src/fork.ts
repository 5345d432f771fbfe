// The fork: for programs that receive the frames of a switch, of 20 ms or any other length.
import type { WebSocket } from 'ws';
import type { Connection } from './connection.js';
import { SessionError } from './errors.js';
import { Queue } from './queue.js';
import { SessionSocket } from './socket.js';
import type { ForkError, RecognitionData, RecognitionEnded, ScreeningData } from './wire.js';

export interface ForkOptions {
  readonly property?: string | undefined;
  /** The name of the call, which every verdict states. */
  readonly uuid: string;
  readonly format?: 'l16' | 'alaw' | 'ulaw' | undefined;
  readonly rate?: 8_000 | 16_000 | undefined;
  readonly channels?: 1 | 2 | undefined;
  readonly channel?: 0 | 1 | 'mix' | undefined;
  readonly noMediaMs?: number | undefined;
  readonly silenceMs?: number | undefined;
  readonly maxMs?: number | undefined;
  /** For screening: the verdicts that may end the call early. */
  readonly stopOn?: readonly ('busy' | 'congestion' | 'unobtainable' | 'fax' | 'prompt')[] | undefined;
  /** For screening: the effect of an answer. */
  readonly answered?: 'stop' | 'tones' | 'keywords' | undefined;
  /** Further facts for the log of the gateway. */
  readonly extraInfo?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

type ForkData = ScreeningData | RecognitionData | RecognitionEnded;
type Frame<Data> = { readonly type: 'json'; readonly data: Data } | ForkError | { readonly type: 'disconnect' };

/** One call. Its items are verdicts or sentences; the last one tells why it ended. */
export class Fork<Data extends ForkData> implements AsyncIterable<Data> {
  readonly #socket: SessionSocket;
  readonly #items = new Queue<Data>(undefined, () => this.stop());
  #isOver = false;
  #hasEnded = false;

  private constructor(socket: WebSocket, signal: AbortSignal | undefined) {
    this.#socket = new SessionSocket(socket, signal, {
      text: (message) => this.#hear(message as Frame<Data>),
      audio: () => {},
      // The gateway closes the connection after its last message.
      lost: (fault) => this.#finish(() => (this.#hasEnded ? this.#items.end() : this.#items.fail(fault))),
    });
  }

  static screening(connection: Connection, options: ForkOptions): Promise<Fork<ScreeningData>> {
    return Fork.#open(connection, 'ring', options);
  }

  static recognition(connection: Connection, options: ForkOptions): Promise<Fork<RecognitionData | RecognitionEnded>> {
    return Fork.#open(connection, 'freetalk', options);
  }

  static async #open<Data extends ForkData>(connection: Connection, feature: string, options: ForkOptions) {
    const { property = 'cn_8k_common', uuid, extraInfo, signal, stopOn, ...numbers } = options;
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(numbers)) if (value !== undefined) query[name] = String(value);
    if (stopOn !== undefined) query.stopOn = stopOn.join(',');
    const path = `/v10/asr/${feature}/${encodeURIComponent(property)}/fork`;
    const fork = new Fork<Data>(await connection.open(path, { query, signal }), signal);
    fork.#socket.tell({ ...extraInfo, uuid });
    return fork;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  [Symbol.asyncIterator](): AsyncIterator<Data> {
    return this.#items;
  }

  /** Sends a frame of any length. Await it: it resolves when the connection has room for more. */
  write(frame: Uint8Array): Promise<void> {
    return this.#socket.send(frame);
  }

  answered(): void {
    if (!this.#isOver) this.#socket.tell({ event: 'answered' });
  }

  /** Asks for the last verdict and the end. */
  stop(): void {
    if (!this.#isOver) this.#socket.tell({ event: 'stop' });
  }

  #hear(frame: Frame<Data>): void {
    if (frame.type === 'error') {
      const { code, message } = frame.data;
      this.#finish(() => this.#items.fail(new SessionError(message, true, { code })));
    } else if (frame.type === 'json') {
      this.#items.push(frame.data);
      if ('finishCause' in frame.data && frame.data.finishCause !== undefined) this.#hasEnded = true;
    }
  }

  #finish(conclude: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    conclude();
    this.#socket.close();
  }
}
