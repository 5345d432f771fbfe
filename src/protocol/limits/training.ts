// Limits of the training optimisation service: specification 3, sections 4.2 and 8, and our own.
import { GiB, KiB, MiB } from './units.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const training = {
  /** knowledge bases, test sets, records and other material of one entry a line */
  material: { lineBytes: 64 * KiB, lines: 200_000, fileBytes: 64 * MiB },
  /** one request; the questions of generate_question are the largest */
  jsonBodyBytes: 4 * MiB,
  pathBytes: 4 * KiB,
  notifyUrlBytes: 4 * KiB,
  /** of generate_question; UTF-16 code units of each */
  questions: 1_000,
  questionCharacters: 1_000,
  taskIdBytes: 64,
  /** bounds for the owner of an appkey, who must not fill the disk or the queue */
  tasksPerTenant: 1_000,
  unfinishedPerTenant: 100,
  filesPerTenant: 10_000,
  fileBytesPerTenant: 8 * GiB,
  /** files being received at once; more are answered 503 */
  uploads: 8,
  folderDepth: 16,
  /** left free on the disk of the training root when a task or a file comes */
  freeBytes: 64 * MiB,
  /** tasks of a kind that run at once */
  running: { min: 1, max: 16, default: 1 },
  /** how long a task that has ended can be asked for: specification 3, section 8 */
  keepMs: {
    model_train: 24 * hourMs,
    data_mining: 20 * minuteMs,
    doc_to_qa: 20 * minuteMs,
    generate_question: 20 * minuteMs,
  },
  /** the process of a task: all of its time, and its JavaScript objects; numbers lie beside them */
  work: {
    model_train: { timeMs: 12 * hourMs, heapMiB: 1_024 },
    data_mining: { timeMs: hourMs, heapMiB: 384 },
    doc_to_qa: { timeMs: 10 * minuteMs, heapMiB: 384 },
    generate_question: { timeMs: hourMs, heapMiB: 512 },
  },
  niceness: 15,
  /** a line of its progress, or its answer, which has up to a few models for each epoch */
  reportBytes: 4 * MiB,
  /** JSON of the result of a task */
  resultBytes: 64 * MiB,
  /** tries of a task whose process was ended by something else */
  tries: 3,
  retryMinMs: 1_000,
  retryMaxMs: minuteMs,
  /** wait for a database that cannot be written */
  diskRetryMs: 10_000,
  sweepMs: minuteMs,
  callback: {
    /** from one WORKING to the next */
    workingMs: 5_000,
    /** of FINISHED and ERROR */
    tries: 3,
    underWay: 4,
  },
} as const;
