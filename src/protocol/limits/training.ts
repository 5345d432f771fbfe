// Limits of the training optimisation service: those of specification 3, sections 4.2 and 8, and our own.
import { GiB, KiB, MiB } from './units.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const training = {
  /** knowledge bases, test sets, records and other material with one entry per line */
  material: { lineBytes: 64 * KiB, lines: 200_000, fileBytes: 64 * MiB },
  /** size of one request; the questions of generate_question are the largest */
  jsonBodyBytes: 4 * MiB,
  pathBytes: 4 * KiB,
  /** a name on a path that is written, and such a path with the directories of the gateway: Linux allows a few bytes more */
  nameBytes: 240,
  fullPathBytes: 4_000,
  notifyUrlBytes: 4 * KiB,
  /** questions of generate_question, and UTF-16 code units of each */
  questions: 1_000,
  questionCharacters: 1_000,
  taskIdBytes: 64,
  /** a tenant's tasks: the owner of an appkey must not fill the disk or the queue */
  tasksPerTenant: 1_000,
  unfinishedPerTenant: 100,
  filesPerTenant: 10_000,
  fileBytesPerTenant: 8 * GiB,
  /** files received at once, of all clients and of one; further ones are answered with 503 */
  uploads: { atOnce: 16, atOncePerOwner: 8 },
  folderDepth: 16,
  /** free space that must stay on the training root's disk when a task or a file arrives */
  freeBytes: 64 * MiB,
  /** tasks of one kind that run at once */
  running: { min: 1, max: 16, default: 1 },
  /** time for which a finished task can be queried (specification 3, section 8) */
  keepMs: {
    model_train: 24 * hourMs,
    data_mining: 20 * minuteMs,
    doc_to_qa: 20 * minuteMs,
    generate_question: 20 * minuteMs,
  },
  /** the process of a task: its total time, and its heap of JavaScript objects; typed arrays come on top */
  work: {
    model_train: { timeMs: 12 * hourMs, heapMiB: 1_024 },
    data_mining: { timeMs: hourMs, heapMiB: 384 },
    doc_to_qa: { timeMs: 10 * minuteMs, heapMiB: 384 },
    generate_question: { timeMs: hourMs, heapMiB: 512 },
  },
  niceness: 15,
  /** a line of its progress, or its answer, which has a few models per epoch at most */
  reportBytes: 4 * MiB,
  /** result of a task as JSON */
  resultBytes: 64 * MiB,
  /** tries of a task whose process was killed */
  tries: 3,
  retryMinMs: 1_000,
  retryMaxMs: minuteMs,
  /** delay while the database cannot be written */
  diskRetryMs: 10_000,
  sweepMs: minuteMs,
  callback: {
    /** time from one WORKING to the next */
    workingMs: 5_000,
    /** tries of FINISHED and ERROR */
    tries: 3,
    underWay: 4,
  },
} as const;
