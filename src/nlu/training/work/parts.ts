// The parts that every kind of learning gets from the process that it runs in.
import type { Disk } from '../../../storage/disk.js';
import type { KeyedFiles } from '../../../trust/keyed-files.js';
import type { LearningProgress, TrainOutcome } from '../../../understanding/learning/order.js';

export interface WorkParts {
  readonly disk: Disk;
  /** Material, models and results, encrypted where there is a key. */
  readonly files: KeyedFiles;
  readonly onProgress: (progress: Omit<LearningProgress, 'type'>) => void;
  /** ms UTC */
  readonly now: () => number;
}

/** Reads the material, learns, and writes what came of it where the order says. */
export type CarryOut<Order> = (
  order: Order,
  parts: WorkParts,
) => TrainOutcome | undefined | Promise<TrainOutcome | undefined>;
