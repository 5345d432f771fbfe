// Where training reads and writes.
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { TrainingRoot } from '../nlu/training/root.js';

export const trainingRootOf = ({ dataDir, training: { root } }: Config): TrainingRoot =>
  new TrainingRoot(root || join(dataDir, 'nlu', 'training'));
