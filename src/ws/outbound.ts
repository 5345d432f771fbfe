// Output to a client that may not read: interim results are dropped first, then the connection is closed.
import type { WebSocket } from 'ws';
import type { StreamLimits } from './stream.js';

export class Outbound {
  #stalledSinceMs: number | undefined;
  #leastBuffered = 0;
  #isFull = false;

  constructor(
    readonly socket: WebSocket,
    readonly limits: StreamLimits,
    /** The client has read on, after `audio` answered false. */
    readonly onRoom: () => void,
  ) {}

  text(message: object, droppable: boolean): void {
    if (droppable && this.socket.bufferedAmount > this.limits.softBufferedBytes) return;
    this.#send(JSON.stringify(message));
  }

  /** False: the client has not read enough of what it was sent. */
  audio(slice: Uint8Array): boolean {
    this.#send(slice, () => {
      if (!this.#isFull || this.#unread()) return;
      this.#isFull = false;
      this.onRoom();
    });
    this.#isFull = this.#unread();
    return !this.#isFull;
  }

  /** The last answer of `audio`, or true since `onRoom`. */
  get hasRoom(): boolean {
    return !this.#isFull;
  }

  #unread(): boolean {
    return this.socket.bufferedAmount > this.limits.unreadAudioBytes;
  }

  #send(data: string | Uint8Array, written: () => void = () => {}): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount + data.length > this.limits.hardBufferedBytes) {
      this.socket.terminate();
      return;
    }
    this.socket.send(data, written); // a failed send shows as the close that caused it
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
