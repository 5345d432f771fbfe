// Limits of the disk of the data directory, and of its backups.
import { GiB, KiB, MiB } from './units.js';

/** The reserve on the disk of the data directory. */
export const storage = {
  reserveMib: { min: 1, max: 4_096, default: 16 },
  /** bytes of all that a developer stores */
  developerMib: { min: 1, max: 16_777_216, default: 65_536 },
  /** how long a count of what a developer stores is good, and when it says that there is too much */
  useFreshMs: 10_000,
  overUseFreshMs: 250,
  /** interval of the checks of free space */
  lookMs: 2_000,
  /** piece in which the reserve is written */
  pieceBytes: 256 * KiB,
  /** interval of the looks at the write-ahead log, which is emptied when nothing was written since the last one */
  idleLogMs: 30_000,
  /** requests that are written together: no more are begun after this time */
  groupMs: 5,
} as const;

/** Keys of signatures and of encryption (src/trust). */
export const trust = {
  keyFileBytes: 64 * KiB,
  /** plain bytes of a piece of an encrypted file */
  pieceBytes: 64 * KiB,
  /** keys that may be pinned for one purpose: the old one, the new one, and those of other sites */
  pinnedKeys: 16,
} as const;

export const backup = {
  /** one file of an archive; the form has no room for more */
  fileBytes: 8 * GiB - 1,
  files: 2_000_000,
  /** bytes of a path below the data directory, and of a name in it */
  pathBytes: 4 * KiB,
  nameBytes: 255,
  manifestBytes: 512 * MiB,
  /** piece in which files are read and written */
  pieceBytes: 256 * KiB,
  /** pages of the database that are copied before calls have their turn */
  pagesAtOnce: 50,
  /** left free on the disk beside what a backup or a restore writes */
  freeBytes: 16 * MiB,
} as const;
