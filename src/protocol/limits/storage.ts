// Limits of the disk of the data directory, and of its backups.
import { GiB, KiB, MiB } from './units.js';

/** The reserve on the disk of the data directory. */
export const storage = {
  reserveMib: { min: 1, max: 4_096, default: 16 },
  /** quota of everything that a developer stores, MiB */
  developerMib: { min: 1, max: 16_777_216, default: 65_536 },
  /** age up to which a count of a developer's storage is used, and the same for a count above the quota */
  useFreshMs: 10_000,
  overUseFreshMs: 250,
  /** interval of the checks of free space */
  lookMs: 2_000,
  /** size of the pieces in which the reserve is written */
  pieceBytes: 256 * KiB,
  /** interval of the checks of the write-ahead log, which is emptied if nothing was written since the last one */
  idleLogMs: 30_000,
  /** time after which a group of requests that are written together takes no more */
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
  /** size of one file of an archive; its format has no room for more */
  fileBytes: 8 * GiB - 1,
  files: 2_000_000,
  /** length of a path below the data directory, and of a name in it */
  pathBytes: 4 * KiB,
  nameBytes: 255,
  manifestBytes: 512 * MiB,
  /** size of the pieces in which files are read and written */
  pieceBytes: 256 * KiB,
  /** pages of the database that are copied before calls have their turn */
  pagesAtOnce: 50,
  /** space that is left free on the disk beside a backup or a restored copy */
  freeBytes: 16 * MiB,
} as const;
