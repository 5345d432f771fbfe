// Limits of what one client may have while others want it too (docs/hardening.md, "Fair shares").
import { KiB, MiB } from './units.js';

export const shares = {
  /**
   * A client may hold so many times what is still free. Alone it then gets all of a limit, and an eighth more is kept for
   * others.
   */
  timesFree: 8,
  /** WebSocket and TLS handshakes of one address */
  handshakesPerS: 200,
  /** new TCP connections of one address */
  connectionsPerS: 1_000,
  /** an address that was quiet may do at once what is due in this time */
  burstS: 5,
  /** addresses whose rates are remembered; a longer list forgets the oldest */
  addresses: 8_192,
  /** refused TCP connections that are told why, over all addresses; more are just closed */
  refusalsTold: 50,
  /** a body must arrive at this rate on average, from then on */
  leastBytesPerS: 8 * KiB,
  leastRateAfterMs: 2_000,
  /** bodies of that size and more are parsed one after another, with other work in between */
  largeBodyBytes: 128 * KiB,
  /** of one client's, those of one-shots that are read at a time */
  largeBodiesAtOnce: 4,
  /** what the event loop parses of them; as much time again passes before the next one */
  largeBodyBytesPerMs: 128 * KiB,
  /** rest of refused bodies that is read of one address, to be forgotten; and how much of it may come at once */
  forgottenBytesPerMs: 8 * KiB,
  forgottenAheadMs: 5,
  /** memory for recordings in large bodies: the steps of its size, what is kept of it for the next ones, and how long */
  slabStepBytes: 256 * KiB,
  slabIdleBytes: 32 * MiB,
  slabIdleMs: 10_000,
  /** clients, each with its route, whose large bodies are refused unread for the time of Retry-After */
  loadRefusals: 4_096,
  /** part of a limit from which on the service is near capacity */
  nearFull: 7 / 8,
  /** near capacity a WebSocket without a session ends after this time */
  startDueMs: 10_000,
  /** interval of the look for such WebSockets */
  startDueCheckMs: 1_000,
  /** audio of one-shots that wait or are heard, of each kind and each engine */
  oneShotAudioMs: 900_000,
  /** one-shots of each kind that an engine hears side by side */
  ringAtOnce: 4,
  asrAtOnce: 2,
  /** one-shot recognition stands back for screening, but goes on after this time */
  standBackMs: 100,
} as const;
