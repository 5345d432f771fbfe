// Limits of dialog robots and of what they are made of: specification 3, section 8, and our own.
import { KiB, MiB } from './units.js';

export const nlu = {
  nameBytes: 256,
  descriptionBytes: 4 * KiB,
  /** a question, standard or extended */
  questionBytes: 2 * KiB,
  extQuestions: 1_000,
  answerBytes: 64 * KiB,
  answersPerResponse: 100,
  tagsPerAnswer: 100,
  /** JSON of a processor */
  processorBytes: 64 * KiB,
  opsPerProcessor: 100,
  slotsPerIntent: 64,
  /** a word of a lexicon */
  wordBytes: 256,
  wordsPerEntry: 10_000,
  variableNameCharacters: 32,
  /** UTF-16 code units of a regular expression */
  patternCharacters: 1_000,
  /** characters, classes and groups of a regular expression, with every {n,m} written out */
  patternParts: 2_000,
  /** UTF-16 code units of a condition or an assignment */
  expressionCharacters: 4_096,
  /** a tab-separated entry: all of its words, each with a tab */
  entryBytes: 10_000 * 257,
  dirDepth: 32,
  nodesPerScene: 1_000,
  branchesPerNode: 100,
  questionsPerNode: 1_000,
  /** the folder of a trained model */
  modelPathBytes: 4 * KiB,
  /** hits that a question-answering skill may offer */
  topN: { min: 1, max: 50 },
  skillsPerRobot: 100,
  intentsPerSkill: 1_000,
  sensitiveGroupsPerRobot: 100,
  testSetsPerRobot: 100,
  /** findings that one check lists */
  findings: 1_000,
  testCases: 10_000,
  /** turns that a task skill stays at hand after the caller has left it */
  forgetTurns: { min: 0, max: 100, default: 3 },
  /** seconds without a turn until a session ends */
  sessionTimeoutS: { min: 1, max: 86_400, default: 1_200 },
  /** one request; a graph is the largest */
  jsonBodyBytes: 4 * MiB,
  /** a robot as one document */
  importBytes: 32 * MiB,
  /** a file of stories */
  storyBytes: 4 * MiB,
  retryMaxTimes: { min: 0, max: 5, default: 3 },
  /** lists of pairs and task questions, and every other list with pages */
  page: { min: 10, max: 1_000, default: 50 },
  /** things of one kind in a tenant: the owner of an appkey must not fill the disk */
  perTenant: {
    lexicons: 10_000,
    entries: 1_000_000,
    questions: 200_000,
    tagGroups: 1_000,
    tagsPerGroup: 10_000,
    dirs: 10_000,
    intents: 10_000,
    models: 100,
    scenes: 1_000,
    skills: 10_000,
    robots: 1_000,
    publishesPerRobot: 100,
  },
  /** a change that is too long for one transaction, such as an import */
  batch: {
    /** how long a piece of it writes before others have their turn */
    pieceMs: 10,
    /** batches that wait for the one that is under way; an import that waits has its document in memory */
    mostWaiting: 8,
    /** batches of one tenant, the one under way included, so that nobody fills the places of all */
    mostOfTenant: 2,
    /** objects, such as questions, up to which a change is one transaction */
    shortWeight: 100,
    /** rows that one statement removes, each with all that belongs to it */
    rowsAtOnce: 20,
    /** entries of lexicons and tags, with which little goes */
    wordsAtOnce: 200,
  },
  /** a robot made into a package by a process of its own, one after another */
  /** the process that reads a trained model of an author; a large one has 40 MB */
  modelCheck: { timeMs: 30_000, heapMiB: 128, answerBytes: 4 * KiB },
  publish: {
    /** the whole of it; 10,000 pairs with 5 extended questions each take some seconds */
    timeMs: 600_000,
    /** JavaScript objects of that process */
    heapMiB: 256,
    niceness: 15,
    /** size of its answer */
    answerBytes: 4 * KiB,
    /** how long the gateway reads resources before calls have their turn again */
    turnMs: 2,
    /** size of a piece on its way to that process */
    pieceBytes: 64 * KiB,
    /** rows that are read at once */
    rowsAtOnce: 100,
    /** readings that a change of the tenant's resources ended, before the robot is read in one go */
    readings: 3,
    /** tries after a failure that may have been the machine's */
    tries: 5,
    retryMinMs: 5_000,
    retryMaxMs: 600_000,
    /** wait for room on the disk */
    diskRetryMs: 10_000,
    /** a package that nothing names any more: a session may be about to open it */
    unusedMs: 600_000,
    sweepMs: 60_000,
    robotIdBytes: 64,
    publishIdBytes: 64,
  },
} as const;
