// Limits of conversations with robots: sessions, turns, the understanding process, and web calls.
import { KiB, MiB } from './units.js';

export const dialog = {
  /** size of one request */
  bodyBytes: 64 * KiB,
  /** length of userQuery, UTF-16 code units */
  queryCharacters: 1_000,
  /** userVars as JSON */
  userVarsBytes: 16 * KiB,
  userVars: 100,
  tagFilterItems: 100,
  /** sessions that are open at once, without expired ones */
  sessionsPerTenant: 10_000,
  /** the work of one turn; a turn that needs more gives up its flow */
  turn: {
    /** steps of conditions, assignments and their regular expressions: 0.2 s at worst */
    steps: 4_000_000,
    /** characters of the texts that it makes: assigned values, answers, web calls */
    characters: 1_000_000,
    /** steps in which the regular expressions of questions are tried on one input; further ones do not match */
    patternSteps: 4_000_000,
    /** parts of an input that are answered as several questions; an input with more parts is one question */
    questions: 12,
  },
  /** turns of one session that wait for the previous turn */
  waitingTurns: 4,
  /** state of a session as JSON */
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
    /** a robot is loaded in slices of this length, and other robots' turns run between them */
    loadSliceMs: 4,
    drainMs: 5_000,
    restartMinMs: 100,
    restartMaxMs: 15_000,
    swapMs: 5_000,
    startFailures: 3,
    stableMs: 10_000,
    /** a turn may wait for a restarting process that is ready within this time */
    waitMs: 2_000,
    /** the answers to a turn's web calls, with room */
    frameBytes: 16 * MiB,
    /** the order in which calls reach the process (understanding/turn-queue.ts) */
    queue: {
      atOnce: 8,
      atOncePerOwner: 4,
      /** turns that wait, over all sessions; a client may have as many of them as are still free */
      waiting: 1_000,
      deaths: 3,
      deathsWithinMs: 600_000,
      refuseMinMs: 60_000,
      refuseMaxMs: 3_600_000,
      suspects: 1_000,
    },
    niceness: 5,
    /** heap of JavaScript objects */
    heapMiB: 320,
    semiSpaceMiB: 8, // bounds what one minor collection copies: with 16 MiB it stopped turns for up to 90 ms
    robots: 64,
    /** packages of the robots in memory; the most recently used one stays in any case */
    packageBytes: 64 * MiB,
  },
  /** robots that are tested in their newest state */
  testing: {
    robots: 64,
    /** packages compiled at once; further ones wait, and clients take turns */
    compiles: { atOnce: 2, atOncePerOwner: 1, mostWaiting: 100 },
    /** a client has ten in a row, and then one every two seconds */
    compilePace: { perS: 0.5, burst: 10 },
    niceness: 5,
    /** texts of a robot's questions from which something is learnt */
    learntTexts: 2_000,
    /** cases of a test set in one run */
    runCases: 500,
    /** cases that run before other turns get their chance */
    casesAtOnce: 4,
    /** number of nearest questions found for a case */
    nearest: 5,
    /** runs at once; further ones wait, and clients take turns */
    runs: { atOnce: 4, atOncePerOwner: 2, mostWaiting: 16 },
  },
  web: {
    timeoutMs: { min: 100, max: 60_000, default: 10_000 },
    bodyBytes: 1 * MiB,
    /** calls at once; further ones wait, and clients take turns */
    slots: { atOnce: 64, atOncePerOwner: 32, mostWaiting: 256 },
    /** levels of objects and arrays in an answer */
    jsonLevels: 64,
    callsPerTurn: 10,
    /** bodies of all answers of one turn, as JSON */
    turnBytes: 4 * MiB,
    /** redirects to the same host; redirects to other hosts are refused */
    redirects: 3,
    headers: 100,
  },
} as const;
