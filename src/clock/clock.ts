// The time of a gateway, on machines whose clock starts anywhere and jumps. Two times are kept apart. The time of day
// (`utcMs`) is what clients are shown and what certificates hold: it follows the machine's clock while that is believed, and
// otherwise goes on from the last known time. The elapsed time (`elapsedMs`) is what expiry and retention count: it begins near
// the time of day, goes on with the steady clock of the machine and never jumps, so that no clock that is set can make anything
// expire early or wait for ever.
import { limits } from '../protocol/limits.js';

/** The clocks of the machine. */
export interface TimeSource {
  /** ms UTC, right or wrong */
  wallMs(): number;
  /** ms that count from anywhere, evenly, never back */
  steadyMs(): number;
}

export const machineTime: TimeSource = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/** The times that are kept while no gateway runs. */
export interface SavedTime {
  /** ms UTC; null: no gateway has saved any yet */
  readonly utcMs: number | null;
  readonly wasBelieved: boolean;
  readonly elapsedMs: number;
}

export interface ClockFacts {
  readonly isBelieved: boolean;
  /** the clock of the machine */
  readonly wallMs: number;
  readonly utcMs: number;
}

type Known = { readonly utcMs: number; readonly steadyMs: number };

const { builtAtMs, nearMs, behindMs, evenMs, unevenMs, jumpMs, unbelievedSweepMs } = limits.clock;

export class Clock {
  readonly #source: TimeSource;
  readonly #startSteadyMs: number;
  readonly #startElapsedMs: number;
  readonly #listeners: ((byMs: number) => void)[] = [];
  /** A moment whose time of day is known as well as it can be. */
  #known: Known;
  #wasEverBelieved: boolean;
  #isBelieved = false;
  /** A clock that is far off, and since when it has gone on evenly. */
  #doubted: { readonly offsetMs: number; readonly sinceMs: number } | undefined;

  constructor(saved: SavedTime, source: TimeSource = machineTime) {
    this.#source = source;
    this.#startSteadyMs = source.steadyMs();
    const isLastKnown = saved.utcMs !== null && saved.wasBelieved;
    this.#wasEverBelieved = isLastKnown;
    const lastMs = Math.max(saved.utcMs ?? 0, builtAtMs);
    this.#known = { utcMs: lastMs, steadyMs: this.#startSteadyMs };
    this.look();
    const nowMs = this.#known.utcMs;
    // The time that the gateway was off counts only if both its ends are known.
    const offMs = this.#isBelieved && isLastKnown ? Math.max(0, nowMs - lastMs) : 0;
    this.#startElapsedMs = saved.utcMs === null ? Math.max(saved.elapsedMs, nowMs) : saved.elapsedMs + offMs;
  }

  /** ms UTC: the machine's clock while it is believed, or else the best guess. For what is shown; a guess may be late. */
  utcMs = (): number => {
    this.look();
    return Math.round(this.#expectedMs(this.#source.steadyMs()));
  };

  /** ms of elapsed time, comparable with stored ones only: never back, and nothing that did not pass. */
  elapsedMs = (): number => Math.round(this.#startElapsedMs + this.#source.steadyMs() - this.#startSteadyMs);

  get isBelieved(): boolean {
    this.look();
    return this.#isBelieved;
  }

  /** True when what has expired may be removed. Elapsed time is good enough for that once a day of it was seen. */
  maySweep = (): boolean => this.isBelieved || this.#source.steadyMs() - this.#startSteadyMs >= unbelievedSweepMs;

  /** `listener` is told by how much the time of day moved, after each jump. */
  onJump(listener: (byMs: number) => void): void {
    this.#listeners.push(listener);
  }

  toSave(): SavedTime {
    return { utcMs: this.utcMs(), wasBelieved: this.#isBelieved, elapsedMs: this.elapsedMs() };
  }

  facts(): ClockFacts {
    return { isBelieved: this.isBelieved, wallMs: this.#source.wallMs(), utcMs: this.utcMs() };
  }

  /** Looks at the clock of the machine; called by all who ask, and now and then so that a jump is noticed soon. */
  look(): void {
    const [wallMs, steadyMs] = [this.#source.wallMs(), this.#source.steadyMs()];
    const expectedMs = this.#expectedMs(steadyMs);
    this.#isBelieved = this.#isCredible(wallMs, steadyMs, expectedMs);
    if (!this.#isBelieved) return;
    this.#doubted = undefined;
    this.#known = { utcMs: wallMs, steadyMs };
    this.#wasEverBelieved = true;
    const byMs = wallMs - expectedMs;
    if (Math.abs(byMs) > jumpMs) for (const listener of this.#listeners) listener(byMs);
  }

  #expectedMs(steadyMs: number): number {
    return this.#known.utcMs + steadyMs - this.#known.steadyMs;
  }

  #isCredible(wallMs: number, steadyMs: number, expectedMs: number): boolean {
    if (wallMs < builtAtMs) {
      this.#doubted = undefined;
      return false;
    }
    if (!this.#wasEverBelieved) return true;
    if (wallMs >= expectedMs - behindMs && wallMs <= expectedMs + nearMs) return true;
    const offsetMs = wallMs - steadyMs;
    if (this.#doubted === undefined || Math.abs(offsetMs - this.#doubted.offsetMs) > unevenMs) {
      this.#doubted = { offsetMs, sinceMs: steadyMs };
    }
    return steadyMs - this.#doubted.sinceMs >= evenMs;
  }
}
