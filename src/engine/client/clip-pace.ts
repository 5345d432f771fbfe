// The pace at which the engines hear one-shots: an expected value at first, then the measured one.
import { limits } from '../../protocol/limits.js';

const { oneShotPace, paceMs } = limits.admission;

export class ClipPace {
  #heardMs = 0;
  #busyMs = 0;
  /** Audio of the clips that engines are hearing. */
  #underWayMs = 0;
  #underWay = 0;
  #sinceMs = 0;

  /** A clip went to an engine. */
  begins(audioMs: number, atMs: number): void {
    if (this.#underWay++ === 0) this.#sinceMs = atMs;
    this.#underWayMs += audioMs;
  }

  /** A clip ended. If it was given up, nobody knows how much of it was heard, so the pace stays as it is. */
  ends(audioMs: number, atMs: number, wasHeard: boolean): void {
    const tookMs = atMs - this.#sinceMs;
    this.#heardMs += wasHeard ? audioMs : Math.min(audioMs, tookMs * this.#pace());
    this.#underWay--;
    this.#underWayMs -= audioMs;
    this.#busyMs += tookMs;
    this.#sinceMs = atMs;
    if (this.#busyMs < 2 * paceMs) return;
    this.#heardMs /= 2;
    this.#busyMs /= 2;
  }

  /** Time until `audioMs` of waiting audio is heard, after the clips in progress. */
  timeFor(audioMs: number): number {
    return (this.#underWayMs + audioMs) / this.#pace();
  }

  /** ms of audio that are heard in one ms. */
  #pace(): number {
    return (oneShotPace * paceMs + this.#heardMs) / (paceMs + this.#busyMs);
  }
}
