// Limits of the data directory's disk, and of its backups.
import { GiB, KiB, MiB } from './units.js';

/** The reserve on the data directory's disk. */
export const storage = {
  reserveMib: { min: 1, max: 4_096, default: 16 },
  /** everything that a developer stores */
  developerMib: { min: 1, max: 16_777_216, default: 65_536 },
  /** time for which a count of a developer's storage stays valid; the second applies if it is over the limit */
  useFreshMs: 10_000,
  overUseFreshMs: 250,
  /** interval of the checks of free space */
  lookMs: 2_000,
  /** size of the pieces in which the reserve is written */
  pieceBytes: 256 * KiB,
  /** interval of the checks of the write-ahead log, which is emptied if nothing was written since the last check */
  idleLogMs: 30_000,
  /** time after which a group of requests that are written together is closed */
  groupMs: 5,
} as const;

/** Keys for signatures and encryption (src/trust). */
export const trust = {
  keyFileBytes: 64 * KiB,
  /** plain bytes of a piece of an encrypted file */
  pieceBytes: 64 * KiB,
  /** keys that may be pinned for one purpose: the old one, the new one, and those of other sites */
  pinnedKeys: 16,
} as const;

export const backup = {
  /** one file of an archive; the format allows no larger ones */
  fileBytes: 8 * GiB - 1,
  files: 2_000_000,
  /** a path below the data directory, and a name in it, in bytes */
  pathBytes: 4 * KiB,
  nameBytes: 255,
  /** less than the longest string of JavaScript */
  manifestBytes: 500 * MiB,
  /** size of the pieces in which files are read and written */
  pieceBytes: 256 * KiB,
  /** pages of the database that are copied before calls get their turn */
  pagesAtOnce: 50,
  /** free space that a backup or a restore leaves on the disk */
  freeBytes: 16 * MiB,
  /** time for a running gateway to end its calls and serve restored content, and the interval of looks at it */
  restartMs: 120_000,
  restartLookMs: 100,
  /** time for which a restarting gateway waits for a command that has the database open, and the interval of its tries */
  retryForMs: 10_000,
  retryMs: 200,
  /** time within which a gateway that serves again reports that it has taken the content */
  settleMs: 3_000,
} as const;
