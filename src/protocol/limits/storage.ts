// Limits of the disk of the data directory.
import { KiB } from './units.js';

/** The reserve on the disk of the data directory. */
export const storage = {
  reserveMib: { min: 1, max: 4_096, default: 16 },
  /** interval of the checks of free space */
  lookMs: 2_000,
  /** piece in which the reserve is written */
  pieceBytes: 256 * KiB,
  /** requests that are written together: no more are begun after this time */
  groupMs: 5,
} as const;
