// Limits of requests over HTTP, of applications and of their tokens.
import { KiB, MiB } from './units.js';

export const http = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  /** time limit of a body that is written to the disk as it arrives: 64 MiB at 1 Mbit/s */
  streamTimeoutMs: 600_000,
  keepAliveTimeoutMs: 5_000,
  /** no byte in either direction */
  stalledMs: 90_000,
  /** how long a browser keeps to https once it was here (Strict-Transport-Security) */
  hstsS: 31_536_000,
  /** for a client to take the reply that ends its connection */
  lingerMs: 5_000,
  maxHeaderBytes: 16 * KiB,
  /** interval of the check of the timeouts above */
  timeoutCheckMs: 250,
  /** connections over a timeout that are ended in one turn of the event loop */
  endsAtOnce: 16,
  maxConnections: 4_096,
  /** connections that wait to be accepted; the kernel drops more, and their clients try again after a second */
  backlog: 4_096,
  /** requests being handled at once, over all listeners; clients share it (shares.ts), as the next one and the connections */
  maxInFlight: 512,
  /** bodies being received at once, over all listeners; more are answered 503 */
  inFlightBodyBytes: 128 * MiB,
  pathPartBytes: 256,
  /** JSON bodies other than audio. */
  jsonBodyBytes: 1 * MiB,
  /** JSON around 4 MiB of BASE64. */
  audioJsonBodyBytes: 4 * MiB + 64 * KiB,
  /** specification 2, section 8: at most 4M, encoded. */
  audioBytes: 4 * MiB,
  jsonDepth: 32,
  /** objects and arrays of a JSON body of up to jsonBodyBytes; a longer one may have as many more */
  jsonContainers: 100_000,
  /** keys and list entries of it, less one for each object or array; a longer body may have as many more */
  jsonMembers: 100_000,
  /** of one object */
  jsonKeys: 4_096,
  /** a recording in BASE64 of that size and more is decoded from the bytes of its body, if no more than the second is beside it */
  cutBase64From: 96 * KiB,
  cutBase64Rest: 64 * KiB,
  /** what is decoded of it in one go, in characters; a multiple of 4 */
  base64Piece: 96 * KiB,
  /** how long a piece of long work of a request takes before others have their turn */
  pieceMs: 10,
} as const;

export const token = {
  lifeS: 86_400,
  renewedLifeS: 300,
  /** one more pushes out the token that would expire first */
  perAppkey: 1_000,
  cacheEntries: 20_000,
  /** in memory while the database takes no writes; more are answered 503 */
  heldEntries: 10_000,
  sweepMs: 60_000,
  /** longest appkey, token or secret that a client may send */
  textBytes: 256,
} as const;

export const tenant = {
  /** a longer id is nobody's */
  idBytes: 64,
  nameBytes: 256,
  descriptionBytes: 4 * KiB,
  /** besides the default one */
  perDeveloper: 1_000,
  /** applications that may use one tenant */
  appkeys: 1_000,
  /** how long a piece of a removal takes before others have their turn */
  pieceMs: 10,
} as const;

export const app = { nameBytes: 64, count: 10_000 } as const;
