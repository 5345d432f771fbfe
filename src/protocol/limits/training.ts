// Limits of the training optimisation service: specification 3, sections 4.2 and 8, and our own.
import { GiB, KiB, MiB } from './units.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const training = {
  /** knowledge bases, test sets, records and other material with one entry a line */
  material: { lineBytes: 64 * KiB, lines: 200_000, fileBytes: 64 * MiB },
  /** size of one request; the questions of generate_question are the largest */
  jsonBodyBytes: 4 * MiB,
  pathBytes: 4 * KiB,
  notifyUrlBytes: 4 * KiB,
  /** questions of one generate_question, and the length of each in UTF-16 code units */
  questions: 1_000,
  questionCharacters: 1_000,
  taskIdBytes: 64,
  /** a tenant's tasks: the owner of an appkey must not fill the disk or the queue */
  tasksPerTenant: 1_000,
  unfinishedPerTenant: 100,
  filesPerTenant: 10_000,
  fileBytesPerTenant: 8 * GiB,
  /** files being received at once; a further one is answered 503 */
  uploads: 8,
  folderDepth: 16,
  /** space that must stay free on the disk of the training root when a task or a file arrives */
  freeBytes: 64 * MiB,
  /** tasks of a kind that run at once */
  running: { min: 1, max: 16, default: 1 },
  /** time for which a finished task can be queried: specification 3, section 8 */
  keepMs: {
    model_train: 24 * hourMs,
    data_mining: 20 * minuteMs,
    doc_to_qa: 20 * minuteMs,
    generate_question: 20 * minuteMs,
  },
  /** the process of a task: its time limit and its JavaScript heap; matrices lie outside the heap */
  work: {
    model_train: { timeMs: 12 * hourMs, heapMiB: 1_024 },
    data_mining: { timeMs: hourMs, heapMiB: 384 },
    doc_to_qa: { timeMs: 10 * minuteMs, heapMiB: 384 },
    generate_question: { timeMs: hourMs, heapMiB: 512 },
  },
  niceness: 15,
  /** a line of progress, or the answer, which may list a few models for each epoch */
  reportBytes: 4 * MiB,
  /** size of a task's result as JSON */
  resultBytes: 64 * MiB,
  /** tries of a task whose process was ended from outside */
  tries: 3,
  retryMinMs: 1_000,
  retryMaxMs: minuteMs,
  /** pause while the database cannot be written */
  diskRetryMs: 10_000,
  sweepMs: minuteMs,
  callback: {
    /** interval between two WORKING callbacks */
    workingMs: 5_000,
    /** tries of FINISHED and ERROR */
    tries: 3,
    underWay: 4,
  },
} as const;
