// Limits of offline transcription and of the command that uses it.
import { GiB, KiB, MiB } from './units.js';

/** Limits of offline transcription. Numbers of the specification are from its second document, section 8. */
export const trans = {
  /** shortest stretch without a voice that counts as silence */
  silenceMs: 1_000,
  /** size of an upload */
  uploadBytes: 4 * GiB,
  sliceBytes: { min: 1 * MiB, max: 64 * MiB, default: 8 * MiB },
  uploadLifeMs: 86_400_000,
  /** uploads that no task uses yet */
  uploadsPerDeveloper: 1_000,
  /** slices received at once, over all uploads; further ones are answered with 503 */
  slicesUnderWay: 64,
  nameBytes: 255,
  /**
   * more files would block the gateway's event loop at submit, query and restart for longer than a live call may wait
   */
  filesPerTask: 5_000,
  folderPaths: 100,
  folderExts: 100,
  urlBytes: 4 * KiB,
  /** scans of folders at once; further ones are answered with 503 */
  scansUnderWay: 4,
  scanMs: 60_000,
  /** the owner of an appkey must not fill the disk */
  tasksPerDeveloper: 10_000,
  /** room for that many URLs and a word list of 100K, each of its characters escaped */
  jsonBodyBytes: 4 * MiB,
  puncWeight: { min: -100, max: 100, default: 0 },
  /** tries of a download before 4101, and of a conversion without disk space before 4204 */
  stageTries: 6,
  /** times that an engine may be lost during a file before the file is blamed */
  lostTries: 3,
  /** tries while no engine accepts the file */
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
  /** free space that stays on the disk: downloads stop before conversions, which free space */
  freeBytes: 256 * MiB,
  diskRetryMs: 10_000,
  sweepMs: 600_000,
  /** length of one recording */
  maxMs: 43_200_000,
  /** 72 hours (specification 2, section 8) */
  keepResultsS: 259_200,
  /** download replies that are sent at once */
  downloadsUnderWay: 16,
  fetch: {
    /** size of one recording */
    fileBytes: 4 * GiB,
    /** a source that brings fewer than stallBytes in this time has stalled; connecting counts, too */
    stallMs: 30_000,
    stallBytes: 1 * KiB,
    totalMs: 7_200_000,
    redirects: 5,
    headerBytes: 16 * KiB,
    /** bytes written between two checks of the disk's free space */
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
    /** size of ffprobe's answer, and of the part of a tool's error output that is kept */
    probeBytes: 1 * MiB,
    complaintBytes: 4 * KiB,
    probeMs: 60_000,
    /** time limit of one conversion; 8 hours of audio take a minute on a server */
    convertMs: 3_600_000,
    /** address space of ffprobe and ffmpeg; version 5.1 uses 350 MiB for its libraries alone */
    memoryBytes: 2 * GiB,
    niceness: 10,
    /** largest encrypted recording that is decrypted in memory for conversion; a larger one goes through a pipe */
    plainBytes: 128 * MiB,
    /** open descriptors of a converter, including its libraries during loading */
    descriptors: 64,
    /**
     * heap of JavaScript objects in the converter of raw formats, and all of its writable memory (Node's threads have
     * stacks)
     */
    heapMiB: 64,
    dataBytes: 1 * GiB,
  },
} as const;

/** Limits of `tonegate batch`. */
export const batchClient = {
  /** slices sent at once; each is in memory while it is sent */
  slicesAtOnce: 3,
  /** tries of a request after temporary faults */
  tries: 6,
  retryMinMs: 500,
  retryMaxMs: 60_000,
  /** time after which a connection without traffic is given up; a submit may scan folders for 60 s */
  silentMs: 120_000,
  /** delay before bytes are sent to a server that does not support Expect */
  continueMs: 5_000,
  /** size of a reply: 5,000 files, each with a long address */
  jsonBytes: 64 * MiB,
  pollMs: 1_000,
} as const;
