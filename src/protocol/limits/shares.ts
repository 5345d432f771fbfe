// Limits of one client's share while others want the same thing (docs/hardening.md, "Fair shares").
import { KiB, MiB } from './units.js';

export const shares = {
  /**
   * a client may hold this many times the free rest: alone it gets all of a limit, and an eighth more is kept
   * for others
   */
  timesFree: 8,
  /** WebSocket and TLS handshakes of one address */
  handshakesPerS: 200,
  /** new TCP connections of one address */
  connectionsPerS: 1_000,
  /** an address that was quiet may use at once the allowance of this time */
  burstS: 5,
  /** addresses whose rates are remembered; beyond them the oldest is forgotten */
  addresses: 8_192,
  /** refused TCP connections that get a reason, over all addresses; others are just closed */
  refusalsTold: 50,
  /** average rate at which a body must arrive after leastRateAfterMs */
  leastBytesPerS: 8 * KiB,
  leastRateAfterMs: 2_000,
  /** bodies of at least this size are parsed one after another, with other work in between */
  largeBodyBytes: 128 * KiB,
  /** large bodies of one-shots that are read at once for one client */
  largeBodiesAtOnce: 4,
  /** pace at which the event loop parses large bodies; a pause of the same length follows each */
  largeBodyBytesPerMs: 128 * KiB,
  /** pace at which the rest of refused bodies is read from one address and dropped, and the burst that is allowed */
  forgottenBytesPerMs: 8 * KiB,
  forgottenAheadMs: 5,
  /**
   * memory for recordings in large bodies: the step of its size, the part that is kept for reuse, and the time for
   * which it is kept
   */
  slabStepBytes: 256 * KiB,
  slabIdleBytes: 32 * MiB,
  slabIdleMs: 10_000,
  /** clients, each with its route, whose large bodies are refused unread for the time of Retry-After */
  loadRefusals: 4_096,
  /** fraction of a limit from which the service is near capacity */
  nearFull: 7 / 8,
  /** near capacity, time after which a WebSocket without a session ends */
  startDueMs: 10_000,
  /** interval of the check for such WebSockets */
  startDueCheckMs: 1_000,
  /** audio of one-shots that wait or are heard, for each kind and each engine */
  oneShotAudioMs: 900_000,
  /** one-shots of each kind that an engine hears side by side */
  ringAtOnce: 4,
  asrAtOnce: 2,
  /** one-shot recognition lets screening go first, but no longer than this */
  standBackMs: 100,
} as const;
