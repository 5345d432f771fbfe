// Limits of documents that are split into pairs or read in sessions: specification 3, sections 3.2 and 8, and our own.
import { MiB } from './units.js';

export const documents = {
  /** documents that one task splits */
  split: { files: 2_000, bytes: 32 * MiB },
  /** documents of one session */
  session: { files: 200, bytes: 8 * MiB },
  /** depth of nested folders */
  folderDepth: 32,
  /** length of a query, UTF-16 code units */
  queryCharacters: 1_000,
  /** the process that keeps the sessions */
  reader: {
    sessionsPerTenant: 10,
    sessions: 50,
    /** size of the documents of all sessions */
    bytes: 48 * MiB,
    /** time without a query after which a session ends */
    idleMs: 1_200_000,
    sweepMs: 15_000,
    startMs: 30_000,
    pingMs: 2_000,
    missedPings: 15,
    busyPings: 15,
    drainMs: 2_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    /** run time after which earlier crashes are forgotten */
    stableMs: 10_000,
    /** sessions are opened in pieces of this length, and queries of other sessions go on between them */
    openSliceMs: 10,
    /** calls that wait for the process, over all sessions */
    waiting: 200,
    niceness: 10,
    /** JavaScript heap */
    heapMiB: 384,
    /** an answer is at most as long as its sentences */
    frameBytes: 1 * MiB,
  },
} as const;
