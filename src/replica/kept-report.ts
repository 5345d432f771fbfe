// The last report of the sync process. Its times are those of the clock of this machine. When that clock is set, they
// move with it: otherwise a poll that is due in a minute would seem to be years late.
import type { SyncReport } from '../protocol/wire/sync-messages.js';

export interface ReportClocks {
  /** The clock of this machine, ms UTC, possibly wrong: the sync process and the command line go by it. */
  readonly wallMs: () => number;
  /** ms of elapsed time, which no setting of the clock changes. */
  readonly elapsedMs: () => number;
}

/** Both clocks run a little differently, and a shift by less than this is no setting of the clock. */
const leastShiftMs = 1_000;

export class KeptReport {
  readonly #clocks: ReportClocks;
  #kept: { readonly report: SyncReport; readonly wallMs: number; readonly elapsedMs: number } | undefined;

  constructor(clocks: ReportClocks) {
    this.#clocks = clocks;
  }

  put(report: SyncReport): void {
    this.#kept = { report, wallMs: this.#clocks.wallMs(), elapsedMs: this.#clocks.elapsedMs() };
  }

  /** The last report; null if there is none yet. */
  get(): SyncReport | null {
    if (this.#kept === undefined) return null;
    const { report, wallMs, elapsedMs } = this.#kept;
    const shiftMs = Math.round(this.#clocks.wallMs() - wallMs - (this.#clocks.elapsedMs() - elapsedMs));
    if (Math.abs(shiftMs) < leastShiftMs) return report;
    const moved = (atMs: number | null) => (atMs === null ? null : Math.max(0, atMs + shiftMs));
    const { lastSuccessAtMs, nextPollAtMs } = report;
    return { ...report, lastSuccessAtMs: moved(lastSuccessAtMs), nextPollAtMs: moved(nextPollAtMs) };
  }
}
