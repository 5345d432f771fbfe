// A call that an engine hears, as the gateway holds it: audio goes there as it comes, and who brings it is held back
// while the queue is full.
import { type AudioCoding, claimedMs } from '../../protocol/engine/audio.js';
import type { ServiceError } from '../../protocol/errors.js';
import type { Capability, EngineEvents, SessionParams } from '../channel/messages.js';
import { HeldSession } from './held-session.js';
import type { EngineProcess } from './process.js';

/** Events for the opener of a capability's session; `ended` and `failed` are the last. */
export type SessionEvent<K extends Capability> =
  | EngineEvents[K]
  | { readonly type: 'failed'; readonly error: ServiceError }
  /** the queue, after a push that filled it, has room again */
  | { readonly type: 'room' };

export interface EngineSession {
  /** False when the queue is full now: hold further audio back until `room`. */
  push(slice: Uint8Array): boolean;
  end(cancel: boolean): void;
  /** For screening: the call was answered after the audio that has been pushed. */
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
  /** claimed durations of the slices that the engine has not taken yet, oldest first */
  readonly #queuedMs: number[] = [];
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
    this.#queuedMs.push(ms);
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
    for (const ms of this.#queuedMs.splice(0, slices)) this.#queuedTotalMs -= ms;
    if (!this.#full || this.#isFull()) return;
    this.#full = false;
    this.onEvent({ type: 'room' });
  }

  protected event(event: EngineEvents[P['kind']]): void {
    this.onEvent(event);
  }

  protected failed(error: ServiceError): void {
    this.onEvent({ type: 'failed', error });
  }

  #isFull(): boolean {
    return this.#queuedTotalMs > this.queue.queuedAudioMs || this.#queuedMs.length >= this.queue.queuedSlices;
  }
}
