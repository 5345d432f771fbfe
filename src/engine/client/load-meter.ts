// The load of one engine, as its pings, slices and sessions show it.
import { limits } from '../../protocol/limits.js';
import type { LiveKind, WorkCosts } from './work-costs.js';

const { lateBeats } = limits.admission;

export class LoadMeter {
  readonly #costs: WorkCosts;
  /** how late it was at the last pings, newest last */
  #late: number[] = [];
  /** shares of live work in the last two intervals; undefined where there was other work */
  #shares: (number | undefined)[] = [];
  #audioMs: Record<LiveKind, number> = { ring: 0, asr: 0, tts: 0 };
  #last: { readonly atMs: number; readonly activeMs: number } | undefined;
  #isMixed = true;

  constructor(costs: WorkCosts) {
    this.#costs = costs;
  }

  /** How late it was at every one of the last pings. */
  get lateMs(): number {
    return this.#late.length < lateBeats ? 0 : Math.min(...this.#late);
  }

  /** Part of its time that it spent on live work; undefined where other work was beside it. */
  get liveShare(): number | undefined {
    const [before, now] = this.#shares;
    return before === undefined || now === undefined ? undefined : Math.min(before, now);
  }

  /** A session got so much audio worked through, or said. */
  worked(kind: LiveKind, ms: number): void {
    this.#audioMs[kind] += ms;
  }

  /** Work besides live sessions was done since the last pong. */
  mixed(): void {
    this.#isMixed = true;
  }

  /** A ping is about to be sent; what waits in the engine is so late by now. */
  beat(lateMs: number): void {
    this.#late = [...this.#late, lateMs].slice(-lateBeats);
  }

  /** A pong came. `activeMs`: as in it. */
  answered(activeMs: number, atMs: number): void {
    const last = this.#last;
    this.#last = { atMs, activeMs };
    if (last !== undefined) {
      const interval = { lastedMs: atMs - last.atMs, activeMs: activeMs - last.activeMs, audioMs: this.#audioMs };
      const share = interval.activeMs / Math.max(1, interval.lastedMs);
      this.#shares = [this.#shares.at(-1), this.#isMixed ? undefined : share];
      if (!this.#isMixed) this.#costs.learn(interval);
    }
    this.#audioMs = { ring: 0, asr: 0, tts: 0 };
    this.#isMixed = false;
  }
}
