// What goes to a client that may not read: interim results are dropped first, then the connection is.
import type { WebSocket } from 'ws';
import type { StreamLimits } from './stream.js';

export class Outbound {
  #stalledSinceMs: number | undefined;
  #leastBuffered = 0;

  constructor(
    readonly socket: WebSocket,
    readonly limits: StreamLimits,
  ) {}

  text(message: object, droppable: boolean): void {
    if (droppable && this.socket.bufferedAmount > this.limits.softBufferedBytes) return;
    this.#send(JSON.stringify(message));
  }

  audio(slice: Uint8Array): void {
    this.#send(slice);
  }

  #send(data: string | Uint8Array): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount + data.length > this.limits.hardBufferedBytes) {
      this.socket.terminate();
      return;
    }
    this.socket.send(data, () => {}); // a failed send shows as the close that caused it
  }

  /** True when the client has read nothing of what waits for it for too long. Asked at every ping. */
  stalled(nowMs: number): boolean {
    const waiting = this.socket.bufferedAmount;
    if (waiting === 0 || this.#stalledSinceMs === undefined || waiting < this.#leastBuffered) {
      this.#stalledSinceMs = waiting === 0 ? undefined : nowMs;
      this.#leastBuffered = waiting;
      return false;
    }
    return nowMs - this.#stalledSinceMs >= this.limits.stalledMs;
  }
}
