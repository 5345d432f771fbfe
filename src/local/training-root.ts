// The directories in which training reads and writes.
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { TrainingRoot } from '../nlu/training/root.js';
import type { DataKey } from '../trust/data-key.js';

export const trainingRootOf = ({ dataDir, training: { root } }: Config, dataKey?: DataKey): TrainingRoot =>
  new TrainingRoot(root || join(dataDir, 'nlu', 'training'), dataKey?.area('training'));

/** The directory of a trained model of a tenant. It throws ServiceError where there is none. */
export const modelDirectoryOf = (config: Config): ((tenantId: string, path: string) => string) => {
  const root = trainingRootOf(config);
  return (tenantId, path) => root.modelDirectory(tenantId, path);
};
