// A streaming session that hears audio: ring screening and recognition differ only in their results.
import type { WebSocket } from 'ws';
import { AudioSlicer, type SourceAudio } from './audio.js';
import type { Connection } from './connection.js';
import { SessionError } from './errors.js';
import { Queue } from './queue.js';
import { SessionSocket } from './socket.js';
import type { AsrServerMessage, RingServerMessage } from './wire.js';

export interface ListeningOptions extends SourceAudio {
  /** The model. Default: cn_8k_common. */
  readonly property?: string | undefined;
  readonly recordId?: string | undefined;
  readonly extraInfo?: string | undefined;
  readonly userId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Warning {
  readonly code: number;
  readonly message: string;
}

export type EndReason = 'NORMAL' | 'CANCEL' | 'ERROR';
type ServerMessage = RingServerMessage | AsrServerMessage;

/**
 * One session on a connection of its own. Write audio in pieces of any size, read the results with `for await`, and end
 * it. The service may end it by itself; writing then has no effect.
 */
export abstract class ListeningSession<Message extends ServerMessage, Item> implements AsyncIterable<Item> {
  readonly #socket: SessionSocket;
  readonly #slicer: AudioSlicer;
  readonly #items = new Queue<Item>(undefined, () => this.cancel());
  readonly #started: Promise<void>;
  readonly #ended: Promise<EndReason>;
  #settleStart: { resolve(): void; reject(fault: unknown): void } = { resolve() {}, reject() {} };
  #settleEnd: { resolve(reason: EndReason): void; reject(fault: unknown): void } = { resolve() {}, reject() {} };
  #isOver = false;
  #isEnding = false;
  #fault: { readonly reason: unknown } | undefined;
  /** The token by which the log of the gateway names this session. */
  traceToken = '';
  warnings: readonly Warning[] = [];

  protected constructor(socket: WebSocket, slicer: AudioSlicer, signal: AbortSignal | undefined) {
    this.#slicer = slicer;
    this.#started = new Promise((resolve, reject) => {
      this.#settleStart = { resolve, reject };
    });
    this.#ended = new Promise((resolve, reject) => {
      this.#settleEnd = { resolve, reject };
    });
    this.#started.catch(() => {}); // callers that await it get the fault
    this.#ended.catch(() => {});
    this.#socket = new SessionSocket(socket, signal, {
      text: (message) => this.#hear(message as Message),
      audio: () => this.#fail(new SessionError('the gateway sent audio, which this interface never does', true)),
      lost: (fault) => this.#fail(fault),
    });
  }

  /** The item that a message gives the reader; undefined if it gives none. */
  protected abstract itemOf(message: Message): Item | undefined;

  /** True if the service has ended the session, or it has failed. A dialer hangs up then. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves with the reason of the end, or rejects with the fault that ended the session. */
  get ended(): Promise<EndReason> {
    return this.#ended;
  }

  /** Sends audio. Await it: it resolves when the connection has room for more. */
  async write(piece: Uint8Array): Promise<void> {
    if (this.#fault !== undefined) throw this.#fault.reason;
    if (this.#isOver || this.#isEnding) return;
    for (const slice of this.#slicer.push(piece)) await this.#socket.send(slice);
  }

  /** Writes a whole source, until the service has heard enough, and ends the session. */
  async feed(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<EndReason> {
    for await (const piece of source) {
      await this.write(piece);
      if (this.#isOver) break;
    }
    return this.end();
  }

  /** Sends the remaining audio and END; resolves when the last results have arrived. */
  async end(): Promise<EndReason> {
    if (!this.#isOver && !this.#isEnding) {
      this.#isEnding = true;
      for (const slice of this.#slicer.flush()) await this.#socket.send(slice);
      this.#socket.tell({ command: 'END', cancel: false });
    }
    return this.#ended;
  }

  /** Ends the session without further results. */
  cancel(): void {
    if (this.#isOver) return;
    this.#isEnding = true;
    this.#socket.tell({ command: 'END', cancel: true });
  }

  [Symbol.asyncIterator](): AsyncIterator<Item> {
    return this.#items;
  }

  protected tell(message: object): void {
    if (!this.#isOver) this.#socket.tell(message);
  }

  /** Sends START; resolves when the service has accepted it. */
  protected async begin(start: object): Promise<this> {
    this.#socket.tell({ command: 'START', ...start });
    await this.#started;
    return this;
  }

  #hear(message: Message): void {
    if (message.respType === 'ERROR' || message.respType === 'FATAL_ERROR') {
      const { errCode, errMessage, traceToken } = message;
      const isFatal = message.respType === 'FATAL_ERROR';
      this.#fail(new SessionError(errMessage, isFatal, { code: errCode, traceToken }));
      return;
    }
    if (message.respType === 'START') {
      this.traceToken = message.traceToken;
      this.warnings = message.warning ?? [];
      this.#settleStart.resolve();
      return;
    }
    if (message.respType === 'END') {
      this.#close();
      this.#items.end();
      this.#settleEnd.resolve(message.reason);
      return;
    }
    const item = this.itemOf(message);
    if (item !== undefined) this.#items.push(item);
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#fault = { reason };
    this.#close();
    this.#items.fail(reason);
    this.#settleStart.reject(reason);
    this.#settleEnd.reject(reason);
  }

  #close(): void {
    this.#isOver = true;
    this.#socket.close();
    this.#slicer.close();
  }
}

/** Opens the socket of a session. If anything fails, nothing stays open. */
export async function openListening<Session>(
  connection: Connection,
  path: string,
  { signal, ...source }: ListeningOptions,
  property: string,
  make: (socket: WebSocket, slicer: AudioSlicer) => Promise<Session>,
): Promise<Session> {
  const slicer = await AudioSlicer.open(source, property);
  try {
    return await make(await connection.open(path, { signal }), slicer);
  } catch (fault) {
    slicer.close();
    throw fault;
  }
}

/** Fields of START besides command and config. */
export const startFields = ({ recordId, extraInfo, userId }: ListeningOptions): object => ({
  ...(recordId !== undefined && { recordId }),
  ...(extraInfo !== undefined && { extraInfo }),
  ...(userId !== undefined && { userId }),
});
