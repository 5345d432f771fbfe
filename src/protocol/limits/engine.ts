// Limits of engine processes and of the channel to them.
import { MiB } from './units.js';

export const engine = {
  /** time from the fork to the first message; a small board under load takes seconds */
  startMs: 90_000,
  /** interval of pings, from the first message of an engine on */
  pingMs: 500,
  /** unanswered pings after which an engine that is stopped or sleeps counts as dead: 2 to 3 s */
  missedPings: 4,
  /** the same for an engine that computes or waits for the disk: 12 s, which an inference may take on a small board */
  busyPings: 24,
  /** delay of a new spare after the engines became ready, or after a spare took over: calls come first */
  spareDelayMs: 2_000,
  /** longest delay, after several spares died in a row or memory was short */
  spareMaxDelayMs: 120_000,
  /** memory that must stay free for calls when a spare starts; below `spareShortBytes` the spare is given up */
  spareRoomBytes: 256 * MiB,
  spareShortBytes: 128 * MiB,
  /** audio that a session keeps until the models are loaded, to be recognised then: 30 s of 16-bit samples at 8 kHz */
  earlyBytes: 480_000,
  /** an engine without work returns the memory of its last peak after this time */
  restMs: 5_000,
  /** a process that is never without work (an engine, the gateway) returns the free pages of the C library at this interval */
  trimMs: 60_000,
  /** it collects all of its garbage at this interval, which stops it for up to 40 ms on a server */
  collectMs: 300_000,
  /** an input is refused after this many engines died while they processed it */
  inputDeaths: 2,
  /** inputs that were being processed when an engine died and are watched */
  suspects: 256,
  /** deaths within `deathWindowMs` after which the newest model goes into quarantine */
  modelDeaths: 3,
  deathWindowMs: 600_000,
  /** time after its activation during which a model may be blamed for deaths of engines */
  newModelMs: 86_400_000,
  drainMs: 30_000,
  restartMinMs: 100,
  restartMaxMs: 15_000,
  oneShotQueue: 32,
  /** clips that were given up and are remembered until they arrive */
  forgottenClips: 64,
  /** not below stream.maxSessions: one engine must be able to carry them all */
  sessionsPerEngine: 512,
  /** a message between gateway and engine: a one-shot body with its envelope, with room */
  frameBytes: 8 * MiB,
  /** a replaced engine may keep its live sessions for this long: the longest session, with room */
  swapMs: 15_000_000,
  /** deaths in a row before the models are loaded; then the engine starts without models, which may be the cause */
  startFailures: 3,
  /** a run of this length clears the count of earlier crashes */
  stableMs: 10_000,
  /** a session may wait for a restarting engine that is ready within this time */
  waitMs: 2_000,
  /** idle frontends kept for reuse, per audio format */
  idleFrontends: 32,
  /** recordings that one engine transcribes concurrently */
  filesPerEngine: 4,
} as const;

// Limits of the load up to which an engine accepts live work (docs/hardening.md, "Admission").
export const admission = {
  /** share of its time that an engine may spend on live work */
  fullShare: 0.8,
  /** an engine that spent more than this share was saturated, whatever its work was expected to cost */
  saturatedShare: 0.95,
  /** an engine is late if work that arrived this long ago is still unfinished at two pings in a row */
  lateMs: 400,
  lateBeats: 2,
  /**
   * an engine with fewer sessions accepts another one in any case: on a machine that cannot carry this many, refusals
   * do not help
   */
  always: 16,
  /** half-life of the measurements from which the cost of work is learnt */
  halfLifeMs: 10_000,
  /** weight of the expected cost, as ms of audio */
  expectedAudioMs: 20_000,
  /** cost of a session as a share of an engine's time, until it is measured */
  expectedShare: { ring: 0.004, asr: 0.02, tts: 0.05 },
  /** share of an early-media call in which a voice is heard */
  voicePart: 0.15,
  /** interval at which the gateway measures its own event loop */
  lookMs: 500,
  /** number of measurements whose mean is the gateway's CPU share */
  looks: 4,
  /**
   * upper bound of that share if an engine has no CPU of its own: a client that keeps the gateway busy must not block
   * all calls
   */
  besideShare: 0.5,
  /** one-shots that would wait longer than this are refused */
  oneShotWaitMs: 20_000,
  /** seconds of audio that the engines process per second of one-shots, until this is measured */
  oneShotPace: 40,
  /** amount of work from which on a measured pace counts; at twice as much it is halved */
  paceMs: 2_000,
} as const;
