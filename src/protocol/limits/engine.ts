// Limits of engine processes and of the channel to them.
import { MiB } from './units.js';

export const engine = {
  /** time from the fork to the first message; a small board under load takes seconds */
  startMs: 90_000,
  /** from the first message of an engine on */
  pingMs: 500,
  /** unanswered pings of an engine that is stopped, or sleeps: 2 to 3 s */
  missedPings: 4,
  /** unanswered pings of an engine that computes or waits for the disk: 12 s, as a small board may take for an inference */
  busyPings: 24,
  /** a spare is started this long after the engines became ready, or a spare took over: calls come first */
  spareDelayMs: 2_000,
  /** after spares that died in a row, or when memory was short */
  spareMaxDelayMs: 120_000,
  /** memory that must be left for calls beside a new spare; under `spareShortBytes` the spare is given up */
  spareRoomBytes: 256 * MiB,
  spareShortBytes: 128 * MiB,
  /** audio that a session keeps until the models are loaded, to be heard again: 30 s of 16-bit samples at 8 kHz */
  earlyBytes: 480_000,
  /** an engine without work gives back the memory of its last wave after this time */
  restMs: 5_000,
  /** an input whose engines died so often while they heard it is refused */
  inputDeaths: 2,
  /** inputs that were heard when an engine died, and are watched */
  suspects: 256,
  /** deaths within `deathWindowMs` after which the newest model goes into quarantine */
  modelDeaths: 3,
  deathWindowMs: 600_000,
  /** a model may be what engines die of for so long after its activation */
  newModelMs: 86_400_000,
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
  /** deaths in a row before the models are loaded; then it is started without models, which may be the reason */
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
