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

// Limits of the load up to which an engine takes live work (docs/hardening.md, "Admission").
export const admission = {
  /** part of its time that an engine may spend on live work */
  fullShare: 0.8,
  /** an engine that spent more than that was at its end, whatever its work was expected to cost */
  saturatedShare: 0.95,
  /** an engine is late when what came this long ago is not worked through at two pings in a row */
  lateMs: 400,
  lateBeats: 2,
  /** an engine that has fewer sessions than this takes another one: a machine that cannot hear so many has no use for a refusal */
  always: 16,
  /** what work costs is learnt from this time of the past; half of what is older is forgotten every such time */
  halfLifeMs: 10_000,
  /** audio that the expected cost weighs as much as */
  expectedAudioMs: 20_000,
  /** cost of a session as a part of an engine's time, until it has been measured */
  expectedShare: { ring: 0.004, asr: 0.02, tts: 0.05 },
  /** part of an early-media call in which a voice is heard */
  voicePart: 0.15,
  /** the gateway looks at its own event loop this often */
  lookMs: 500,
  /** what it takes of a processor is the mean of so many looks */
  looks: 4,
  /** most that it may count for where an engine has no processor of its own: who keeps the gateway busy must not shut out all calls */
  besideShare: 0.5,
  /** one-shots that would wait longer than this are refused */
  oneShotWaitMs: 20_000,
  /** audio that the engines hear in a second of one-shots, until that has been measured */
  oneShotPace: 40,
  /** a measured pace counts from this much work on, and twice as much is halved */
  paceMs: 2_000,
} as const;
