// Limits on one client's use of a resource while others want it, too (docs/hardening.md, "Fair shares").
import { KiB, MiB } from './units.js';

export const shares = {
  /**
   * A client may hold this many times what is still free. A single client thus gets the whole limit; an eighth on top
   * of it is kept for others.
   */
  timesFree: 8,
  /**
   * places for ring screening alone, as a part of a limit on top of it; of an engine's time, a part that recognition and
   * synthesis leave free
   */
  screeningReserve: 0.05,
  /** WebSocket and TLS handshakes of one address */
  handshakesPerS: 200,
  /** new TCP connections of one address */
  connectionsPerS: 1_000,
  /** an address that was quiet may use up at once what accrues in this time */
  burstS: 5,
  /** addresses whose rates are remembered; beyond it the oldest are forgotten */
  addresses: 8_192,
  /** refused TCP connections that get an explanation, over all addresses; others are just closed */
  refusalsTold: 50,
  /** average rate at which a body must arrive, after the next time */
  leastBytesPerS: 8 * KiB,
  leastRateAfterMs: 2_000,
  /** bodies of at least this size are parsed one after another, with other work in between */
  largeBodyBytes: 128 * KiB,
  /** large bodies of one client's one-shots that are read at a time */
  largeBodiesAtOnce: 4,
  /** bytes of them that the event loop parses per ms; a pause of the same length follows before the next one */
  largeBodyBytesPerMs: 128 * KiB,
  /** writes with an appkey alone that a client begins in a second, and those that it may begin at once; the others wait */
  withoutToken: { perS: 100, burst: 20 },
  /** rest of refused bodies that is read and discarded per address, and how much of it may arrive at once */
  forgottenBytesPerMs: 8 * KiB,
  forgottenAheadMs: 5,
  /** amount that each piece counts in addition to its bytes: chunks of one byte cost time as well */
  pieceCostBytes: 256,
  /** chunks of a body after which their average length must be at least the second number */
  freeChunks: 4_096,
  leastChunkBytes: 16,
  /**
   * memory for recordings in large bodies: the steps of its size, the amount that is kept for later ones, and for how
   * long
   */
  slabStepBytes: 256 * KiB,
  slabIdleBytes: 32 * MiB,
  slabIdleMs: 10_000,
  /** clients, each with its route, whose large bodies are refused unread until their Retry-After has passed */
  loadRefusals: 4_096,
  /** share of a limit from which on the service is near capacity */
  nearFull: 7 / 8,
  /** near capacity, a WebSocket without a session is closed after this time */
  startDueMs: 10_000,
  /** interval of the check for such WebSockets */
  startDueCheckMs: 1_000,
  /** audio of waiting and running one-shots, for each kind and each engine */
  oneShotAudioMs: 900_000,
  /** one-shots of each kind that an engine processes concurrently */
  ringAtOnce: 4,
  asrAtOnce: 2,
  /** longest time for which one-shot recognition yields to screening */
  standBackMs: 100,
} as const;
