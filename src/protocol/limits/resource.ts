// Limits of stored resources and of word lists.
import { KiB, MiB } from './units.js';

/** Limits of stored resources (specification 1, section 8). */
export const resource = {
  /** size of a resource other than a word list */
  contentBytes: 1 * MiB,
  /** JSON with its BASE64 */
  jsonBodyBytes: 1.5 * MiB,
  nameBytes: 256,
  langBytes: 64,
  descBytes: 4 * KiB,
  userIdBytes: 64,
  idBytes: 64,
  /** hotword lists of one userId; shared lists are limited only by the next limit */
  exclusivePerUser: 10,
  /**
   * all resources of a developer that were written without a token: somebody on the network may have read the appkey in
   * a URL
   */
  withoutToken: { kib: { min: 0, max: 1_048_576, default: 16_384 }, count: { min: 0, max: 100_000, default: 2_000 } },
  /** resources of one type, so that the owner of an appkey cannot fill the disk */
  perDeveloper: 20_000,
  senswordsPerDeveloper: 100,
  othersPerDeveloper: 100,
  pageMax: 10_000,
  pageDefault: 100,
  diagnostics: 1_000,
  profiles: 1_000,
  profileNameBytes: 128,
} as const;

/** Limits of hotword and sensitive-word lists (specification 1, section 8). */
export const wordList = {
  bytes: 100 * KiB,
  lineBytes: 256,
  knownReadings: 20_000,
  /** the newest compiled lists in the gateway */
  keptLists: 256,
  keptBytes: 24 * MiB,
  /** a longer list is read in a thread, because it would block the event loop */
  readHereBytes: 1 * KiB,
  /** lists that wait for that thread */
  waitingLists: 64,
  threadIdleMs: 60_000,
  /** MiB of JavaScript objects that the thread may hold */
  threadHeapMiB: 128,
} as const;
