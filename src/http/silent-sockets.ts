// Connections on which nothing was said yet. No parser is made for one, and no timer, so that thousands of them cost little. Those that
// stay silent are closed without a word: there is no request that could be answered.
import type { Socket } from 'node:net';
import type { FewAtATime } from './few-at-a-time.js';

export interface SilentSocketsOptions {
  /** Longest silence. */
  readonly silentMs: number;
  /** Interval of the look for those that are over it. */
  readonly checkMs: number;
  /** They are closed by it. */
  readonly ends: FewAtATime;
}

export class SilentSockets {
  readonly #options: SilentSocketsOptions;
  /** The time at which each came, the oldest first. */
  readonly #since = new Map<Socket, number>();
  #check: NodeJS.Timeout | undefined;

  constructor(options: SilentSocketsOptions) {
    this.#options = options;
  }

  /** Calls `onBytes` once, when its first bytes wait in the socket. A peer that leaves before is forgotten. */
  add(socket: Socket, onBytes: () => void): void {
    this.#since.set(socket, performance.now());
    this.#check ??= setInterval(() => this.#closeOverdue(), this.#options.checkMs).unref();
    const gone = () => this.#forget(socket);
    socket.on('error', destroyed).once('close', gone);
    socket.once('readable', () => {
      socket.off('error', destroyed).off('close', gone);
      this.#forget(socket);
      if (socket.readableLength > 0) onBytes();
      else socket.destroy(); // it ended
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
        if (this.#since.has(socket)) socket.destroy(); // it has still said nothing
      });
    }
  }
}

function destroyed(this: Socket): void {
  this.destroy();
}
