// Limits of offline transcription and of the command that uses it.
import { GiB, KiB, MiB } from './units.js';

/** Limits of specification 2, section 8, and our own. */
export const trans = {
  /** shortest stretch without a voice that counts as silence */
  silenceMs: 1_000,
  /** size of an upload */
  uploadBytes: 4 * GiB,
  sliceBytes: { min: 1 * MiB, max: 64 * MiB, default: 8 * MiB },
  uploadLifeMs: 86_400_000,
  /** uploads that no task has used yet */
  uploadsPerDeveloper: 1_000,
  /** slices being received at once, over all uploads; a further one is answered 503 */
  slicesUnderWay: 64,
  nameBytes: 255,
  /**
   * more files would hold the gateway's event loop at submit, query and restart for longer than a live call may wait
   */
  filesPerTask: 5_000,
  folderPaths: 100,
  folderExts: 100,
  urlBytes: 4 * KiB,
  /** scans of folders at once; a further one is answered 503 */
  scansUnderWay: 4,
  scanMs: 60_000,
  /** the owner of an appkey must not fill the disk */
  tasksPerDeveloper: 10_000,
  /** room for 5,000 URLs and a word list of 100K with every character escaped */
  jsonBodyBytes: 4 * MiB,
  puncWeight: { min: -100, max: 100, default: 0 },
  /** tries of a download before 4101, and of a conversion without room on the disk before 4204 */
  stageTries: 6,
  /** losses of an engine while it heard the file, before the file counts as the cause */
  lostTries: 3,
  /** tries while no engine takes the file */
  refusedTries: 60,
  retryMinMs: 5_000,
  retryMaxMs: 600_000,
  engineWaitMs: 5_000,
  /** interval of the search for an engine while there is none */
  engineLookMs: 250,
  /** tries of saveTo and of the callback */
  afterTries: 8,
  afterUnderWay: 4,
  callbackMs: 15_000,
  /** space that is left free on the disk: downloads stop before conversions, which make room */
  freeBytes: 256 * MiB,
  diskRetryMs: 10_000,
  sweepMs: 600_000,
  /** length of one recording */
  maxMs: 43_200_000,
  /** 72 hours: specification 2, section 8 */
  keepResultsS: 259_200,
  /** download replies that are being sent */
  downloadsUnderWay: 16,
  fetch: {
    /** size of one recording */
    fileBytes: 4 * GiB,
    /** a source that brings less than stallBytes in this time has stalled; connecting counts too */
    stallMs: 30_000,
    stallBytes: 1 * KiB,
    totalMs: 7_200_000,
    redirects: 5,
    headerBytes: 16 * KiB,
    /** bytes written between two checks of the free space of the disk */
    diskCheckBytes: 32 * MiB,
    /** time to end a session in order */
    endMs: 2_000,
    hosts: 256,
    rules: 256,
    roots: 32,
  },
  /** bounds of each entry of folder.paths */
  scan: { entries: 100_000, depth: 16, listBytes: 16 * MiB },
  decode: {
    /** size of ffprobe's answer, and of the part of a tool's complaints that is kept */
    probeBytes: 1 * MiB,
    complaintBytes: 4 * KiB,
    probeMs: 60_000,
    /** time limit of one conversion; 8 hours of audio take a minute on a server */
    convertMs: 3_600_000,
    /** address space of ffprobe and ffmpeg; version 5.1 takes 350 MiB with its libraries before it begins */
    memoryBytes: 2 * GiB,
    niceness: 10,
    /** an encrypted recording up to this size is plain in memory during conversion; a larger one goes through a pipe */
    plainBytes: 128 * MiB,
    /** open descriptors of a converter, including its libraries while they are loaded */
    descriptors: 64,
    /**
     * JavaScript heap of the converter of raw formats, and all memory that it may write to (Node's threads have stacks)
     */
    heapMiB: 64,
    dataBytes: 1 * GiB,
  },
} as const;

/** Limits of `tonegate batch`. */
export const batchClient = {
  /** slices sent at once; each is in memory meanwhile */
  slicesAtOnce: 3,
  /** tries of a request whose fault may pass */
  tries: 6,
  retryMinMs: 500,
  retryMaxMs: 60_000,
  /** silence after which a connection is given up; a submit may scan folders for 60 s */
  silentMs: 120_000,
  /** wait for 100 Continue; after it, bytes are sent to a server that does not know Expect */
  continueMs: 5_000,
  /** size of a reply: 5,000 files, each with a long address */
  jsonBytes: 64 * MiB,
  pollMs: 1_000,
} as const;
