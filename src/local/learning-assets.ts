// The files that come with the service and that learning uses.
import type { Config } from '../config/config.js';
import type { LearningAssets } from '../understanding/learning/order.js';
import { wordVectorsOf } from './models.js';

export const learningAssetsOf = (config: Pick<Config, 'dataDir' | 'shippedModels'>): LearningAssets => ({
  vectors: wordVectorsOf(config),
});
