// Limits of custom language models.
import { KiB, MiB } from './units.js';

/** Custom LMs, which a separate process compiles from sample text one after another. */
export const olm = {
  /** 1 MiB of text takes 1 to 8 s on a free x64 core and compiles to 2 MB */
  compileMs: 300_000,
  /** heap of JavaScript objects; 1 MiB of text needs 200 MB in all */
  heapMiB: 384,
  niceness: 15,
  /** interval of the search for changed resources */
  pollMs: 1_000,
  /** delay after a failure that the machine may have caused */
  retryMs: 600_000,
  /** time for which a file is kept that no resource needs: an engine may be about to open it */
  unusedMs: 60_000,
  /** free space that stays on the disk */
  freeBytes: 64 * MiB,
  /** size of the answer of the compiling process */
  answerBytes: 4 * KiB,
} as const;
