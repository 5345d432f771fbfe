// Limits of engine processes and of the channel to them.
import { MiB } from './units.js';

export const engine = {
  /** time from the fork to the first message; a small board under load takes seconds */
  startMs: 90_000,
  /** pings count once the engine is ready */
  pingMs: 2_000,
  missedPings: 5,
  drainMs: 30_000,
  restartMinMs: 100,
  restartMaxMs: 15_000,
  oneShotQueue: 32,
  /** not below stream.maxSessions: one engine carries them all */
  sessionsPerEngine: 512,
  /** between gateway and engine: a one-shot body and its message, with room */
  frameBytes: 8 * MiB,
  /** a replaced engine may keep its live sessions for so long: the longest session, and some */
  swapMs: 15_000_000,
  /** deaths in a row before the first word; then it is started without models, which may be the reason */
  startFailures: 3,
  /** a run of this length forgets earlier crashes */
  stableMs: 10_000,
  /** a session may wait for an engine that is back within this time */
  waitMs: 2_000,
  /** idle frontends kept for reuse, per audio format */
  idleFrontends: 32,
  /** recordings that one engine transcribes in turn */
  filesPerEngine: 4,
} as const;
