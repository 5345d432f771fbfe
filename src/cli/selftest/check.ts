// One line of `tonegate selftest`: what was checked, and the outcome.

/**
 * `warning`: it works, but somebody should know; `skipped`: there was nothing to check here. Neither fails the test.
 */
export type Outcome = 'passed' | 'warning' | 'skipped' | 'FAILED';

export interface Finding {
  readonly outcome: Outcome;
  /** Plain words for the operator. */
  readonly sentence: string;
}

export interface Check {
  readonly name: string;
  /** Runs the check. An error that it throws counts as a failure, with its message as the sentence. */
  run(): Finding | Promise<Finding>;
}

/** The checks of one try, in the order in which they run. */
export interface Bench {
  readonly checks: readonly Check[];
  close(): Promise<void>;
}

/** Opens a bench for a data directory. Nothing is started before a check needs it. */
export type BenchMaker = (dataDir: string) => Bench;

export const passed = (sentence: string): Finding => ({ outcome: 'passed', sentence });
export const warning = (sentence: string): Finding => ({ outcome: 'warning', sentence });
export const skipped = (sentence: string): Finding => ({ outcome: 'skipped', sentence });
export const failed = (sentence: string): Finding => ({ outcome: 'FAILED', sentence });
