// The load of one engine, from its pings, slices and sessions.
import { limits } from '../../protocol/limits.js';
import type { LiveKind, WorkCosts } from './work-costs.js';

const { lateBeats } = limits.admission;

export class LoadMeter {
  readonly #costs: WorkCosts;
  /** Delay of the engine at the last pings, newest last. */
  #late: number[] = [];
  /** Shares of live work in the last two intervals; undefined for an interval with other work. */
  #shares: (number | undefined)[] = [];
  #audioMs: Record<LiveKind, number> = { ring: 0, asr: 0, tts: 0 };
  #last: { readonly atMs: number; readonly activeMs: number } | undefined;
  #isMixed = true;

  constructor(costs: WorkCosts) {
    this.#costs = costs;
  }

  /** Delay that the engine had at each of the last pings. */
  get lateMs(): number {
    return this.#late.length < lateBeats ? 0 : Math.min(...this.#late);
  }

  /** Share of its time that the engine spent on live work; undefined if it did other work too. */
  get liveShare(): number | undefined {
    const [before, now] = this.#shares;
    return before === undefined || now === undefined ? undefined : Math.min(before, now);
  }

  /** Counts audio of a session that was heard or spoken. */
  worked(kind: LiveKind, ms: number): void {
    this.#audioMs[kind] += ms;
  }

  /** Records that work besides live sessions was done since the last pong. */
  mixed(): void {
    this.#isMixed = true;
  }

  /** Called before a ping is sent. `lateMs`: present delay of the work that waits in the engine. */
  beat(lateMs: number): void {
    this.#late = [...this.#late, lateMs].slice(-lateBeats);
  }

  /** Called for a pong. `activeMs` comes from the pong. */
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
