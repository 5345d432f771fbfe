// Limits of conversations with robots: sessions, turns, the process that understands, and web calls.
import { KiB, MiB } from './units.js';

export const dialog = {
  /** one request */
  bodyBytes: 64 * KiB,
  /** UTF-16 code units of userQuery */
  queryCharacters: 1_000,
  /** JSON of userVars */
  userVarsBytes: 16 * KiB,
  userVars: 100,
  tagFilterItems: 100,
  /** sessions that are open at once; those over their time do not count */
  sessionsPerTenant: 10_000,
  /** turns of one session that wait for the one before them */
  waitingTurns: 4,
  /** JSON of what a robot remembers of a session */
  stateBytes: 256 * KiB,
  sweepMs: 60_000,
  /** sessions removed in one transaction */
  sweepRows: 500,
  timeZone: 'Asia/Shanghai',
  /** the understanding process */
  process: {
    startMs: 30_000,
    pingMs: 2_000,
    missedPings: 5,
    busyPings: 5,
    /** a robot is loaded in pieces of this length, and turns of others go on between them */
    loadSliceMs: 4,
    drainMs: 5_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    swapMs: 5_000,
    startFailures: 3,
    stableMs: 10_000,
    /** a turn may wait for a process that is back within this time */
    waitMs: 2_000,
    /** the answers to web calls of a turn, with room */
    frameBytes: 16 * MiB,
    /** turns that wait for the process, over all sessions */
    waiting: 1_000,
    niceness: 5,
    /** JavaScript objects */
    heapMiB: 320,
    robots: 64,
    /** packages of the robots in memory; the one that is needed last is kept in any case */
    packageBytes: 64 * MiB,
  },
  /** robots that are tested in their newest state */
  testing: {
    robots: 64,
    /** packages made at once; more wait */
    compiles: 2,
    waitingCompiles: 100,
    niceness: 5,
    /** texts of the questions of a robot of which something is learnt */
    learntTexts: 2_000,
    /** cases of a test set in one run */
    runCases: 500,
    /** cases that are looked at before turns of others */
    casesAtOnce: 4,
    /** questions that a case is looked for among */
    nearest: 5,
    /** runs at once; more wait */
    runs: 2,
    waitingRuns: 8,
  },
  web: {
    timeoutMs: { min: 100, max: 60_000, default: 10_000 },
    bodyBytes: 1 * MiB,
    /** at once; more wait */
    calls: 64,
    waiting: 256,
    callsPerTurn: 10,
    /** bodies of the answers of one turn, as JSON */
    turnBytes: 4 * MiB,
    /** to the same host; to another none */
    redirects: 3,
    headers: 100,
  },
} as const;
