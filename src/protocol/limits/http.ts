// Limits of requests over HTTP, of applications and of their tokens.
import { KiB, MiB } from './units.js';

export const http = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  /** time limit of a body that is written to disk as it arrives: 64 MiB at 1 Mbit/s */
  streamTimeoutMs: 600_000,
  keepAliveTimeoutMs: 5_000,
  /** time without a byte in either direction */
  stalledMs: 90_000,
  /** time for which a browser must use https after a visit (Strict-Transport-Security) */
  hstsS: 31_536_000,
  /** time for a client to read the reply that ends its connection */
  lingerMs: 5_000,
  maxHeaderBytes: 16 * KiB,
  /** interval of the check of the timeouts above */
  timeoutCheckMs: 250,
  /** timed-out connections that are closed in one turn of the event loop */
  endsAtOnce: 16,
  maxConnections: 4_096,
  /** connections that wait to be accepted; the kernel drops further ones, and their clients retry after a second */
  backlog: 4_096,
  /**
   * requests handled at once, over all listeners; clients share this limit (shares.ts), the next one and the
   * connections
   */
  maxInFlight: 512,
  /** bytes of a connection that are parsed at a time, unless they are of one body; while a request waits for the answer to the one before it, nothing is parsed */
  pieceBytes: 1 * KiB,
  /** the same within a body of chunks, whose end is not known */
  chunkedPieceBytes: 4 * KiB,
  /** requests behind the last one of a connection after which it is closed at once */
  ignoredRequests: 64,
  /** requests of one address that are begun in one turn of the event loop */
  begunPerTurn: 8,
  /** the same for requests that were sent before the answer to the one before them, and the time between two such turns */
  pipelinedPerTurn: 4,
  pipelinedTurnMs: 1,
  /** bodies received at once, over all listeners; further ones are answered with 503 */
  inFlightBodyBytes: 128 * MiB,
  pathPartBytes: 256,
  /** JSON bodies without audio. */
  jsonBodyBytes: 1 * MiB,
  /** JSON with 4 MiB of BASE64. */
  audioJsonBodyBytes: 4 * MiB + 64 * KiB,
  /** Encoded size of audio: at most 4M (specification 2, section 8). */
  audioBytes: 4 * MiB,
  /** The body of a path that takes none; it may be an empty object. */
  emptyBodyBytes: 64,
  jsonDepth: 32,
  /** objects and arrays of a JSON body of up to jsonBodyBytes; a longer body may have proportionally more */
  jsonContainers: 100_000,
  /** its keys and list entries, minus one for each object or array; a longer body may have proportionally more */
  jsonMembers: 100_000,
  /** keys of one object */
  jsonKeys: 4_096,
  /**
   * a recording in BASE64 of at least this size is decoded directly from the bytes of its body, if the rest has at most
   * the second size
   */
  cutBase64From: 96 * KiB,
  cutBase64Rest: 64 * KiB,
  /** characters of it that are decoded at a time; a multiple of 4 */
  base64Piece: 96 * KiB,
  /** the time of one piece of a request's long work, before others have their turn */
  pieceMs: 10,
} as const;

/** Commands that ask the gateway on this machine. */
export const adminClient = {
  /**
   * time after which a gateway that holds its port but does not answer counts as hung. A command on a slow, loaded board
   * needs seconds of it to load its own HTTP client
   */
  answerMs: 30_000,
} as const;

export const token = {
  lifeS: 86_400,
  renewedLifeS: 300,
  /** a further token replaces the one that would expire first */
  perAppkey: 1_000,
  cacheEntries: 20_000,
  /** tokens in memory while the database is not writable; further requests are answered with 503 */
  heldEntries: 10_000,
  sweepMs: 60_000,
  /** longest appkey, token or secret that a client may send */
  textBytes: 256,
} as const;

export const tenant = {
  /** a longer id belongs to no tenant */
  idBytes: 64,
  nameBytes: 256,
  descriptionBytes: 4 * KiB,
  /** tenants in addition to the default one */
  perDeveloper: 1_000,
  /** applications that may use one tenant */
  appkeys: 1_000,
  /** the time of one piece of a removal, before others have their turn */
  pieceMs: 10,
} as const;

export const app = { nameBytes: 64, count: 10_000 } as const;
