// The WebSocket handling of every session: JSON texts, backpressure, and the end by an abort or a break.
import type { WebSocket } from 'ws';
import { ConnectionError } from './errors.js';

export interface SocketListener {
  text(message: unknown): void;
  audio(bytes: Buffer): void;
  /** Called once, with the cause: an abort, a break, or an unexpected close. */
  lost(fault: unknown): void;
}

const mostUnsentBytes = 64 * 1024;

export class SessionSocket {
  readonly #socket: WebSocket;
  readonly #signal: AbortSignal | undefined;
  #unsentBytes = 0;
  #drained: (() => void)[] = [];
  #isClosed = false;
  #aborted: () => void;

  constructor(socket: WebSocket, signal: AbortSignal | undefined, listener: SocketListener) {
    this.#socket = socket;
    this.#signal = signal;
    const lose = (fault: unknown) => {
      if (this.#isClosed) return;
      this.#finish();
      listener.lost(fault);
      socket.terminate();
    };
    this.#aborted = () => lose(signal?.reason);
    socket.on('message', (data, isBinary) => {
      if (this.#isClosed) return;
      if (isBinary) {
        listener.audio(data as Buffer);
        return;
      }
      let message: unknown;
      try {
        message = JSON.parse(String(data));
      } catch (cause) {
        lose(new ConnectionError('the gateway sent a text that is not JSON', { cause }));
        return;
      }
      listener.text(message);
    });
    socket.on('close', (code, reason) =>
      lose(new ConnectionError(`the connection ended before the session: ${code} ${String(reason)}`.trim())),
    );
    signal?.addEventListener('abort', this.#aborted, { once: true });
    if (signal?.aborted === true) queueMicrotask(this.#aborted);
    socket.resume();
  }

  tell(message: object): void {
    if (!this.#isClosed) this.#socket.send(JSON.stringify(message));
  }

  /** Sends bytes; resolves when not too much waits to be sent. */
  async send(bytes: Uint8Array): Promise<void> {
    if (this.#isClosed) return;
    this.#unsentBytes += bytes.length;
    this.#socket.send(bytes, () => {
      this.#unsentBytes -= bytes.length;
      if (this.#unsentBytes <= mostUnsentBytes) this.#wake();
    });
    while (this.#unsentBytes > mostUnsentBytes && !this.#isClosed) {
      await new Promise<void>((resolve) => this.#drained.push(resolve));
    }
  }

  /** Closes the socket; `lost` is not called afterwards. */
  close(): void {
    if (this.#isClosed) return;
    this.#finish();
    this.#socket.close(1000);
  }

  #finish(): void {
    this.#isClosed = true;
    this.#signal?.removeEventListener('abort', this.#aborted);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#drained;
    this.#drained = [];
    for (const resume of waiting) resume();
  }
}
