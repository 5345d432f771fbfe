// A child as whoever keeps it running sees it; LastingProcess is one.
import type { Ending, ProcessState } from './lasting.js';

export interface Supervised {
  readonly pid: number | undefined;
  readonly state: ProcessState;
  readonly load: number;
  readonly readyAtMs: number;
  /** how it ended */
  readonly ending: Ending | undefined;
  onReady(listener: () => void): void;
  onGone(listener: () => void): void;
  retire(graceMs: number): void;
}

export interface SupervisorLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}
