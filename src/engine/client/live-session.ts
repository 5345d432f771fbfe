// A call that an engine hears, as the gateway holds it: audio is passed on as it arrives, and its sender is held back
// while the queue is full.
import { type AudioCoding, claimedMs } from '../../protocol/engine/audio.js';
import type { ServiceError } from '../../protocol/errors.js';
import type { Capability, EngineEvents, SessionParams } from '../channel/messages.js';
import { HeldSession } from './held-session.js';
import type { EngineProcess } from './process.js';
import type { LiveKind } from './work-costs.js';

/** Events for the opener of a capability's session; `ended` and `failed` are the last. */
export type SessionEvent<K extends Capability> =
  | EngineEvents[K]
  | { readonly type: 'failed'; readonly error: ServiceError }
  /** After a push that filled the queue: it has room again. */
  | { readonly type: 'room' };

export interface EngineSession {
  /** Sends a slice. False if the queue is full now: hold further audio back until `room`. */
  push(slice: Uint8Array): boolean;
  end(cancel: boolean): void;
  /** Tells the screener that the call was answered after the audio that has been pushed. */
  answered(): void;
  /** The client has gone: no event follows. */
  close(): void;
}

export interface QueueLimits {
  readonly queuedAudioMs: number;
  readonly queuedSlices: number;
}

export class LiveSession<P extends SessionParams>
  extends HeldSession<EngineEvents[P['kind']]>
  implements EngineSession
{
  readonly #coding: AudioCoding;
  /**
   * Slices that the engine has not worked through yet, oldest first: the claimed duration, and the earliest time at
   * which each was due.
   */
  readonly #queued: { readonly ms: number; readonly dueMs: number }[] = [];
  /** Time at which the next slice is due if the audio so far is heard in real time: a client may send faster. */
  #nextDueMs = 0;
  #queuedTotalMs = 0;
  #full = false;

  constructor(
    number: number,
    process: EngineProcess,
    params: P,
    readonly queue: QueueLimits,
    readonly onEvent: (event: SessionEvent<P['kind']>) => void,
  ) {
    super(number, process, params);
    this.#coding = params.coding;
  }

  push(slice: Uint8Array): boolean {
    if (this.isOver) return true;
    const ms = claimedMs(this.#coding, slice);
    const dueMs = Math.max(performance.now(), this.#nextDueMs);
    this.#nextDueMs = dueMs + ms;
    this.#queued.push({ ms, dueMs });
    this.#queuedTotalMs += ms;
    this.send({ type: 'slice', session: this.number, bytes: slice });
    this.#full = this.#isFull();
    return !this.#full;
  }

  end(cancel: boolean): void {
    if (!this.isOver) this.send({ type: 'end', session: this.number, cancel });
  }

  answered(): void {
    if (!this.isOver) this.send({ type: 'answered', session: this.number });
  }

  override acknowledged(slices: number): void {
    for (let left = slices; left > 0; left--) {
      const worked = this.#queued.shift();
      if (worked === undefined) break;
      const { ms } = worked;
      this.#queuedTotalMs -= ms;
      this.process.meter.worked(this.kind as LiveKind, ms);
    }
    if (!this.#full || this.#isFull()) return;
    this.#full = false;
    this.onEvent({ type: 'room' });
  }

  override lateMs(nowMs: number): number {
    return Math.max(0, nowMs - (this.#queued[0]?.dueMs ?? nowMs));
  }

  protected event(event: EngineEvents[P['kind']]): void {
    this.onEvent(event);
  }

  protected failed(error: ServiceError): void {
    this.onEvent({ type: 'failed', error });
  }

  #isFull(): boolean {
    return this.#queuedTotalMs > this.queue.queuedAudioMs || this.#queued.length >= this.queue.queuedSlices;
  }
}
