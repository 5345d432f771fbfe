// How much audio of one-shots the engines hear in a time: expected at first, then measured while there is some to hear.
import { limits } from '../../protocol/limits.js';

const { oneShotPace, paceMs } = limits.admission;

export class ClipPace {
  #heardMs = 0;
  #busyMs = 0;
  /** Audio of the clips that are with an engine. */
  #underWayMs = 0;
  #underWay = 0;
  #sinceMs = 0;

  /** A clip went to an engine. */
  begins(audioMs: number, atMs: number): void {
    if (this.#underWay++ === 0) this.#sinceMs = atMs;
    this.#underWayMs += audioMs;
  }

  /** It was heard; or given up, and how much of it was heard nobody knows: then it leaves the pace as it is. */
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

  /** Time until so much audio that waits is heard, after what is under way. */
  timeFor(audioMs: number): number {
    return (this.#underWayMs + audioMs) / this.#pace();
  }

  /** Audio in the time of one ms. */
  #pace(): number {
    return (oneShotPace * paceMs + this.#heardMs) / (paceMs + this.#busyMs);
  }
}
