// Limits of dialog robots and of their resources: those of specification 3, section 8, and our own.
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
  /** a processor as JSON */
  processorBytes: 64 * KiB,
  opsPerProcessor: 100,
  slotsPerIntent: 64,
  /** a word of a lexicon */
  wordBytes: 256,
  wordsPerEntry: 10_000,
  variableNameCharacters: 32,
  /** length of a regular expression, UTF-16 code units */
  patternCharacters: 1_000,
  /** characters, classes and groups of a regular expression, with each {n,m} expanded */
  patternParts: 2_000,
  /** parts of all regular expressions of a robot, or of a request; 1,800 parts take 140 KB in the understanding process */
  patternPartsPerRobot: 100_000,
  /** regular expressions whose check is remembered until their request is carried out; a request has at most 400,000 bytes */
  checkedPatterns: { entries: 200_000, bytes: 4 * MiB },
  /** regular expressions of a request with more parts in all are checked in a thread, some at a time */
  patternCheck: { partsHere: 500, sourcesAtATime: 32, idleMs: 30_000, heapMiB: 64, niceness: 10 },
  /** length of a condition or an assignment, UTF-16 code units */
  expressionCharacters: 4_096,
  /** a tab-separated entry: all of its words, each with a tab */
  entryBytes: 10_000 * 257,
  dirDepth: 32,
  nodesPerScene: 1_000,
  branchesPerNode: 100,
  questionsPerNode: 1_000,
  /** the path of the folder of a trained model */
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
  /** turns for which a task skill stays available after the caller has left it */
  forgetTurns: { min: 0, max: 100, default: 3 },
  /** seconds without a turn after which a session ends */
  sessionTimeoutS: { min: 1, max: 86_400, default: 1_200 },
  /** size of one request; a graph is the largest */
  jsonBodyBytes: 4 * MiB,
  /** size of a robot as one document */
  importBytes: 32 * MiB,
  /** size of a file of stories */
  storyBytes: 4 * MiB,
  retryMaxTimes: { min: 0, max: 5, default: 3 },
  /** page size of all paged lists, such as those of pairs and task questions */
  page: { min: 10, max: 1_000, default: 50 },
  /** objects of one kind in a tenant, so that the owner of an appkey cannot fill the disk */
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
    /** time for which one piece of it writes before others get their turn */
    pieceMs: 10,
    /** batches that wait for the current one; a waiting import keeps its document in memory */
    mostWaiting: 8,
    /** batches of one tenant, including the current one, so that nobody takes all places */
    mostOfTenant: 2,
    /** number of objects, such as questions, up to which a change is one transaction */
    shortWeight: 100,
    /** rows that one statement removes, each with all its dependent rows */
    rowsAtOnce: 20,
    /** the same for entries of lexicons and tags, which have few dependent rows */
    wordsAtOnce: 200,
  },
  /** the process that reads an author's trained model; a large one has 40 MB */
  modelCheck: { timeMs: 30_000, heapMiB: 128, answerBytes: 4 * KiB },
  /** the process that compiles a robot into a package; robots are compiled one after another */
  publish: {
    /** total time; 10,000 pairs with 5 extended questions each take some seconds */
    timeMs: 600_000,
    /** heap of JavaScript objects of that process */
    heapMiB: 256,
    niceness: 15,
    /** size of the answer of that process */
    answerBytes: 4 * KiB,
    /** time for which the gateway reads resources before calls get their turn */
    turnMs: 2,
    /** size of a piece sent to that process */
    pieceBytes: 64 * KiB,
    /** rows that are read at a time */
    rowsAtOnce: 100,
    /** number of readings that changes to the tenant's resources may interrupt, before the robot is read in one go */
    readings: 3,
    /** tries after a failure that the machine may have caused */
    tries: 5,
    retryMinMs: 5_000,
    retryMaxMs: 600_000,
    /** delay while the disk is full */
    diskRetryMs: 10_000,
    /** time for which an unreferenced package is kept: a session may be about to open it */
    unusedMs: 600_000,
    sweepMs: 60_000,
    robotIdBytes: 64,
    publishIdBytes: 64,
  },
} as const;
