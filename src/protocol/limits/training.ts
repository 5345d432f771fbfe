// Limits of the training optimisation service: specification 3, sections 4.2 and 8, and our own.
import { KiB, MiB } from './units.js';

export const training = {
  /** knowledge bases, test sets, records and other material of one entry a line */
  material: { lineBytes: 64 * KiB, lines: 200_000, fileBytes: 64 * MiB },
} as const;
