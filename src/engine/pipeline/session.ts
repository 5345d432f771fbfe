// One live screening session on the engine side: hears slices, asks the judge, says what came of it. Audio only goes
// right; what is said comes back through `say`.
import type { AudioCoding } from '../../protocol/audio.js';
import type { HeardEvent, RingEvidence, RingVerdict, TextEvent } from '../../protocol/ring.js';
import type { EndCause } from '../messages.js';
import type { Hearing, HearingPool } from './hearing.js';

/** Decides over what was heard. `ring/` implements it; the pipeline only feeds it. */
export interface Judge {
  take(event: HeardEvent): RingVerdict | undefined;
  evidence(heard: { meanDbm0: number; peakDbm0: number; audioMs: number }): RingEvidence;
}

export interface ScreeningSay {
  result(verdict: RingVerdict, evidence: RingEvidence): void;
  ended(cause: EndCause): void;
}

export class ScreeningSession {
  readonly #hearing: Hearing;
  #over = false;

  constructor(
    coding: AudioCoding,
    readonly audioMaxMs: number,
    readonly judge: Judge,
    readonly pool: HearingPool,
    readonly say: ScreeningSay,
  ) {
    this.#hearing = pool.take(coding);
  }

  /** After the session is over (a match that crossed with audio still under way) slices are ignored. */
  push(slice: Uint8Array): void {
    if (this.#over) return;
    this.#hearing.push(slice, (event) => this.#take(event));
    if (!this.#over && this.#hearing.totalMs >= this.audioMaxMs) this.#finish('audioMax', this.audioMaxMs);
  }

  text(event: TextEvent): void {
    this.#take(event);
  }

  end(cancel: boolean): void {
    if (this.#over) return;
    if (cancel) {
      this.#close('cancel');
      return;
    }
    this.#hearing.flush((event) => this.#take(event));
    if (!this.#over) this.#finish('end', this.#hearing.totalMs);
  }

  /** Forgets the session without a word. */
  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.pool.giveBack(this.#hearing);
  }

  #take(event: HeardEvent): void {
    // Audio beyond audioMax is not heard, however the slice that holds it was cut.
    if (this.#over || (event.type === 'decided' && event.atMs > this.audioMaxMs)) return;
    const verdict = this.judge.take(event);
    if (!verdict) return;
    this.#report(verdict);
    if (verdict.isFinal) this.#close('match');
  }

  #finish(reason: 'end' | 'audioMax', atMs: number): void {
    const verdict = this.judge.take({ type: 'end', reason, atMs: Math.round(atMs) });
    if (verdict) this.#report(verdict);
    this.#close(reason);
  }

  #report(verdict: RingVerdict): void {
    const audioMs = Math.round(Math.min(this.#hearing.totalMs, this.audioMaxMs));
    this.say.result(verdict, this.judge.evidence({ ...this.#hearing.levels, audioMs }));
  }

  #close(cause: EndCause): void {
    this.release();
    this.say.ended(cause);
  }
}
