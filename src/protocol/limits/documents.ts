// Limits of documents that are split into pairs or read by sessions: those of specification 3, sections 3.2 and 8, and
// our own.
import { MiB } from './units.js';

export const documents = {
  /** documents that one task splits */
  split: { files: 2_000, bytes: 32 * MiB },
  /** documents of one session */
  session: { files: 200, bytes: 8 * MiB },
  /** nesting of folders */
  folderDepth: 32,
  /** length of a query, UTF-16 code units */
  queryCharacters: 1_000,
  /** the process that keeps the sessions */
  reader: {
    sessionsPerTenant: 10,
    /** of all developers; one may have as many as are still free */
    sessions: 50,
    /** size of the documents of all sessions */
    bytes: 48 * MiB,
    /** time after which a session without a query is closed */
    idleMs: 1_200_000,
    sweepMs: 15_000,
    startMs: 30_000,
    pingMs: 2_000,
    missedPings: 15,
    busyPings: 15,
    drainMs: 2_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    /** a run of this length clears the count of earlier crashes */
    stableMs: 10_000,
    /** sessions are opened in slices of this length, and other sessions' queries run between them */
    openSliceMs: 10,
    /** calls in the process, and those that wait; a developer may have as many of these as are still free */
    calls: { atOnce: 8, atOncePerOwner: 4, mostWaiting: 200 },
    niceness: 10,
    /** heap of JavaScript objects */
    heapMiB: 384,
    /** an answer is at most as long as its sentences */
    frameBytes: 1 * MiB,
  },
} as const;
