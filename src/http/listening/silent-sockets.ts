// Connections that have sent nothing yet. They have no parser and no timer, so thousands of them cost little. Those
// that stay silent are closed without an answer, because there is no request to answer.
import type { Socket } from 'node:net';
import type { FewAtATime } from './few-at-a-time.js';

export interface SilentSocketsOptions {
  /** Longest silence. */
  readonly silentMs: number;
  /** Interval at which sockets over the limit are looked for. */
  readonly checkMs: number;
  /** Closes them. */
  readonly ends: FewAtATime;
}

export class SilentSockets {
  readonly #options: SilentSocketsOptions;
  /** The time at which each was accepted, the oldest first. */
  readonly #since = new Map<Socket, number>();
  #check: NodeJS.Timeout | undefined;

  constructor(options: SilentSocketsOptions) {
    this.#options = options;
  }

  /** Calls `onBytes` once, when the first bytes wait in the socket. A peer that leaves before is forgotten. */
  add(socket: Socket, onBytes: () => void): void {
    this.#since.set(socket, performance.now());
    this.#check ??= setInterval(() => this.#closeOverdue(), this.#options.checkMs).unref();
    const gone = () => this.#forget(socket);
    socket.on('error', destroyed).once('close', gone);
    socket.once('readable', () => {
      socket.off('error', destroyed).off('close', gone);
      this.#forget(socket);
      if (socket.readableLength > 0) onBytes();
      else socket.destroy(); // the peer ended it
    });
  }

  #forget(socket: Socket): void {
    this.#since.delete(socket);
    if (this.#since.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
  }

  #closeOverdue(): void {
    const dueMs = performance.now() - this.#options.silentMs;
    for (const [socket, sinceMs] of this.#since) {
      if (sinceMs > dueMs) return;
      this.#since.delete(socket);
      this.#since.set(socket, Number.POSITIVE_INFINITY); // its end is on the way
      this.#options.ends.add(() => {
        if (this.#since.has(socket)) socket.destroy(); // it has still sent nothing
      });
    }
  }
}

function destroyed(this: Socket): void {
  this.destroy();
}
