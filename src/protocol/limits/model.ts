// Limits of models and of their manifests.
import { KiB, MiB } from './units.js';

export const model = {
  manifestBytes: 1 * MiB,
  files: 64,
  slots: 64,
  /** voices in one model */
  voices: 64,
  speakers: 256,
  fileBytes: 1024 * MiB,
  /** size of a text file of a model: units, punctuation, normalisation */
  textBytes: 16 * MiB,
  units: 1_000_000,
  /** classes of a classifier */
  classes: 64,
  /** rows of a chunk, of its context, or of a window */
  rows: 10_000,
  /** streams that one run of a graph serves */
  batch: 8,
  /** the same for files, whose results nobody waits for: a live call waits for at most one such run */
  backgroundBatch: 4,
  /** the process that runs a model once before it is accepted (`models verify`, `models install`) */
  probe: { timeMs: 60_000, heapMiB: 512, answerBytes: 64 * KiB },
  /** interval at which the gateway checks whether another model was activated */
  activePollMs: 2_000,
  /** rows of one stream that may wait for the graph: two minutes at 10 ms */
  queuedRows: 12_000,
} as const;
