// Limits of conversations with robots: sessions, turns, the process that understands, and web calls.
import { KiB, MiB } from './units.js';

export const dialog = {
  /** size of one request */
  bodyBytes: 64 * KiB,
  /** length of userQuery, UTF-16 code units */
  queryCharacters: 1_000,
  /** size of userVars as JSON */
  userVarsBytes: 16 * KiB,
  userVars: 100,
  tagFilterItems: 100,
  /** open sessions; those past their timeout do not count */
  sessionsPerTenant: 10_000,
  /** turns of one session that wait for the one before them */
  waitingTurns: 4,
  /** size of a session's state as JSON */
  stateBytes: 256 * KiB,
  sweepMs: 60_000,
  /** sessions that are removed in one transaction */
  sweepRows: 500,
  timeZone: 'Asia/Shanghai',
  /** the understanding process */
  process: {
    startMs: 30_000,
    pingMs: 2_000,
    missedPings: 5,
    busyPings: 5,
    /** a robot is loaded in pieces of this length, and turns of other robots go on between them */
    loadSliceMs: 4,
    drainMs: 5_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    swapMs: 5_000,
    startFailures: 3,
    stableMs: 10_000,
    /** a turn may wait for a process that returns within this time */
    waitMs: 2_000,
    /** room for the answers to all web calls of a turn */
    frameBytes: 16 * MiB,
    /** turns that wait for the process, over all sessions */
    waiting: 1_000,
    niceness: 5,
    /** JavaScript heap */
    heapMiB: 320,
    robots: 64,
    /** packages of the robots in memory; the most recently needed one is always kept */
    packageBytes: 64 * MiB,
  },
  /** robots that are tested in their newest state */
  testing: {
    robots: 64,
    /** packages compiled at once; more wait */
    compiles: 2,
    waitingCompiles: 100,
    niceness: 5,
    /** texts of a robot's questions from which something is learnt */
    learntTexts: 2_000,
    /** cases of a test set in one run */
    runCases: 500,
    /** cases that run before turns of other sessions get their turn */
    casesAtOnce: 4,
    /** nearest questions among which a case is looked for */
    nearest: 5,
    /** runs at once; more wait */
    runs: 2,
    waitingRuns: 8,
  },
  web: {
    timeoutMs: { min: 100, max: 60_000, default: 10_000 },
    bodyBytes: 1 * MiB,
    /** calls at once; more wait */
    calls: 64,
    waiting: 256,
    callsPerTurn: 10,
    /** size of the bodies of all answers of one turn, as JSON */
    turnBytes: 4 * MiB,
    /** redirects within the same host; one to another host is never followed */
    redirects: 3,
    headers: 100,
  },
} as const;
