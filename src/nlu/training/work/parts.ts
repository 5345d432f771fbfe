// The parts that every kind of learning gets from its process.
import type { Disk } from '../../../storage/disk.js';
import type { KeyedFiles } from '../../../trust/keyed-files.js';
import type { LearningProgress, TrainOutcome } from '../../../understanding/learning/order.js';

export interface WorkParts {
  readonly disk: Disk;
  /** Material, models and results; they are encrypted if there is a key. */
  readonly files: KeyedFiles;
  readonly onProgress: (progress: Omit<LearningProgress, 'type'>) => void;
  /** ms UTC */
  readonly now: () => number;
}

/** Reads the material, learns, and writes the result to the place that the order names. */
export type CarryOut<Order> = (
  order: Order,
  parts: WorkParts,
) => TrainOutcome | undefined | Promise<TrainOutcome | undefined>;
