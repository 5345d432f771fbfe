// Output to a client that may not read: interim results are dropped first, then the connection is closed.
import type { Carrier, ServerMessage } from './carrier.js';
import type { StreamLimits } from './protocol.js';

export class Outbound {
  #stalledSinceMs: number | undefined;
  #leastBuffered = 0;
  #isFull = false;

  constructor(
    readonly carrier: Carrier,
    readonly limits: StreamLimits,
    /** Called when the client has read on after `audio` answered false. */
    readonly onRoom: () => void,
  ) {}

  text(message: ServerMessage, droppable: boolean): void {
    if (droppable && this.carrier.unsentBytes > this.limits.softBufferedBytes) return;
    const data = this.carrier.encode(message);
    if (data !== undefined) this.#send(data);
    this.carrier.said?.(message);
  }

  /** False if the client has not read enough of what it was sent. */
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
    return this.carrier.unsentBytes > this.limits.unreadAudioBytes;
  }

  #send(data: string | Uint8Array, written?: () => void): void {
    if (!this.carrier.isOpen) return;
    if (this.carrier.unsentBytes + data.length > this.limits.hardBufferedBytes) {
      this.carrier.drop();
      return;
    }
    this.carrier.send(data, written); // a failed send shows as the close that caused it
  }

  /** True if the client has read nothing of what waits for it for too long. It is asked at a steady interval. */
  stalled(nowMs: number): boolean {
    const waiting = this.carrier.unsentBytes;
    if (waiting === 0 || this.#stalledSinceMs === undefined || waiting < this.#leastBuffered) {
      this.#stalledSinceMs = waiting === 0 ? undefined : nowMs;
      this.#leastBuffered = waiting;
      return false;
    }
    return nowMs - this.#stalledSinceMs >= this.limits.stalledMs;
  }
}
