// Limits of engine processes and of the channel to them.
import { MiB } from './units.js';

export const engine = {
  /** time from the fork to the first message; a small board under load takes seconds */
  startMs: 90_000,
  /** interval of pings, from the engine's first message on */
  pingMs: 500,
  /** unanswered pings after which an engine that is stopped or asleep counts as dead: 2 to 3 s */
  missedPings: 4,
  /**
   * the same for an engine that computes or waits for the disk: 12 s, since a small board may take that long for an
   * inference
   */
  busyPings: 24,
  /** delay of a new spare after the engines became ready or a spare took over: calls come first */
  spareDelayMs: 2_000,
  /** longest delay, after spares that died in a row, or when memory was short */
  spareMaxDelayMs: 120_000,
  /** memory that must stay free for calls beside a new spare; below `spareShortBytes` the spare is given up */
  spareRoomBytes: 256 * MiB,
  spareShortBytes: 128 * MiB,
  /** audio that a session keeps for a second hearing until the models are loaded: 30 s of 16-bit samples at 8 kHz */
  earlyBytes: 480_000,
  /** idle time after which an engine gives back the memory of its last wave */
  restMs: 5_000,
  /** deaths of engines that heard an input after which the input is refused */
  inputDeaths: 2,
  /** inputs that are watched because an engine died while it heard them */
  suspects: 256,
  /** deaths within `deathWindowMs` after which the newest model goes into quarantine */
  modelDeaths: 3,
  deathWindowMs: 600_000,
  /** time after its activation for which a model is suspected of an engine's death */
  newModelMs: 86_400_000,
  drainMs: 30_000,
  restartMinMs: 100,
  restartMaxMs: 15_000,
  oneShotQueue: 32,
  /** not below stream.maxSessions: one engine carries all of them */
  sessionsPerEngine: 512,
  /** frame between gateway and engine: a one-shot body and its message, with room */
  frameBytes: 8 * MiB,
  /** time for which a replaced engine may keep its live sessions: the longest session and some more */
  swapMs: 15_000_000,
  /** deaths in a row before the models are loaded; then it starts without models, which may be the reason */
  startFailures: 3,
  /** run time after which earlier crashes are forgotten */
  stableMs: 10_000,
  /** a session may wait for an engine that returns within this time */
  waitMs: 2_000,
  /** idle frontends kept for reuse, per audio format */
  idleFrontends: 32,
  /** recordings that one engine transcribes in turn */
  filesPerEngine: 4,
} as const;

// Limits of the load up to which an engine takes live work (docs/hardening.md, "Admission").
export const admission = {
  /** share of its time that an engine may spend on live work */
  fullShare: 0.8,
  /** an engine that spent more than this share is saturated, whatever its work was expected to cost */
  saturatedShare: 0.95,
  /** an engine is late when it has not worked through input of this age at two pings in a row */
  lateMs: 400,
  lateBeats: 2,
  /**
   * an engine with fewer sessions than this takes another one: on a machine that cannot hear even these, refusing is no
   * help
   */
  always: 16,
  /** half-life of measured costs */
  halfLifeMs: 10_000,
  /** weight of the expected cost, as ms of audio */
  expectedAudioMs: 20_000,
  /** cost of a session as a share of an engine's time, until it has been measured */
  expectedShare: { ring: 0.004, asr: 0.02, tts: 0.05 },
  /** share of an early-media call in which a voice is heard */
  voicePart: 0.15,
  /** interval at which the gateway measures its own event loop */
  lookMs: 500,
  /** number of measurements of which the gateway's share of a processor is the mean */
  looks: 4,
  /**
   * most that the gateway's share may count where engines have no processor of their own: a client that keeps the
   * gateway busy must not shut out all calls
   */
  besideShare: 0.5,
  /** one-shots that would wait longer than this are refused */
  oneShotWaitMs: 20_000,
  /** audio of one-shots that the engines hear in a second, until it has been measured */
  oneShotPace: 40,
  /** a measured pace counts from this much work on; at twice as much, the sums are halved */
  paceMs: 2_000,
} as const;
