// Synthesis: the audio of a text is requested slice by slice, never faster than it is read.
import type { WebSocket } from 'ws';
import type { Connection } from './connection.js';
import { SessionError } from './errors.js';
import type { Warning } from './listening.js';
import { Queue } from './queue.js';
import { SessionSocket } from './socket.js';
import type { SynthesisConfig, SynthesisServerMessage } from './wire.js';

export interface SpeakOptions extends SynthesisConfig {
  /** The voice. Default: cn_zhixingjing_common. */
  readonly voice?: string | undefined;
  /** Length of a slice, 100 to 10,000 ms. Default 500. */
  readonly sliceMs?: number | undefined;
  readonly extraInfo?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Number of slices that are requested before the first one is read. */
const slicesAhead = 2;

/** The audio of one text, slice by slice. A reader that leaves cancels it. */
export class Speech implements AsyncIterable<Buffer> {
  readonly #socket: SessionSocket;
  readonly #slices: Queue<Buffer>;
  readonly #sliceMs: number;
  #settle: { resolve(): void; reject(fault: unknown): void } = { resolve() {}, reject() {} };
  #isOver = false;
  traceToken = '';
  warnings: readonly Warning[] = [];

  private constructor(socket: WebSocket, sliceMs: number, signal: AbortSignal | undefined) {
    this.#sliceMs = sliceMs;
    this.#slices = new Queue<Buffer>(
      () => this.#ask(),
      () => this.cancel(),
    );
    this.#socket = new SessionSocket(socket, signal, {
      text: (message) => this.#hear(message as SynthesisServerMessage),
      audio: (bytes) => this.#slices.push(bytes),
      lost: (fault) => this.#fail(fault),
    });
  }

  static async open(connection: Connection, text: string, options: SpeakOptions): Promise<Speech> {
    const { voice = 'cn_zhixingjing_common', sliceMs = 500, extraInfo, signal, ...config } = options;
    const socket = await connection.open(`/v10/tts/synth/${encodeURIComponent(voice)}/stream`, { signal });
    const speech = new Speech(socket, sliceMs, signal);
    const started = new Promise<void>((resolve, reject) => {
      speech.#settle = { resolve, reject };
    });
    speech.#socket.tell({ command: 'START', text, config, ...(extraInfo !== undefined && { extraInfo }) });
    await started;
    for (let count = 0; count < slicesAhead; count++) speech.#ask();
    return speech;
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this.#slices;
  }

  /** Ends the synthesis: no further slice is made. Slices that have arrived can still be read. */
  cancel(): void {
    if (!this.#isOver) this.#socket.tell({ command: 'CANCEL' });
  }

  /** All of the audio. */
  async bytes(): Promise<Buffer> {
    const slices: Buffer[] = [];
    for await (const slice of this) slices.push(slice);
    return Buffer.concat(slices);
  }

  #ask(): void {
    if (!this.#isOver) this.#socket.tell({ command: 'GET_AUDIO', config: { timeSlice: this.#sliceMs } });
  }

  #hear(message: SynthesisServerMessage): void {
    switch (message.respType) {
      case 'START':
        this.traceToken = message.traceToken;
        this.warnings = message.warning ?? [];
        this.#settle.resolve();
        break;
      case 'END':
        this.#close();
        this.#slices.end();
        break;
      default: {
        const { errCode, errMessage, traceToken, respType } = message;
        this.#fail(new SessionError(errMessage, respType === 'FATAL_ERROR', { code: errCode, traceToken }));
      }
    }
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#close();
    this.#slices.fail(reason);
    this.#settle.reject(reason);
  }

  #close(): void {
    this.#isOver = true;
    this.#socket.close();
  }
}
