// Limits of custom language models.
import { KiB, MiB } from './units.js';

/** Custom LMs, compiled from sample text one after another in a process of their own. */
export const olm = {
  /** 1 MiB takes 1 to 8 s on a free core of x64 and has 2 MB when compiled */
  compileMs: 300_000,
  /** JavaScript objects; 1 MiB of text needs 200 MB in all */
  heapMiB: 384,
  niceness: 15,
  /** interval of the search for changed resources */
  pollMs: 1_000,
  /** after a failure that may have been the machine's */
  retryMs: 600_000,
  /** a file that no resource needs any more: an engine may be about to open it */
  unusedMs: 60_000,
  /** left free on the disk */
  freeBytes: 64 * MiB,
  /** size of the compiling process's answer */
  answerBytes: 4 * KiB,
} as const;
