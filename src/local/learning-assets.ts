// The files that come with the service and that learning uses.
import type { Config } from '../config/config.js';
import { languageFiles, phraseFiles, wordVectorFile } from '../models/sentence.js';
import type { LearningAssets } from '../understanding/learning/order.js';
import { modelFolders, openModelStore } from './models.js';

export function learningAssetsOf(config: Pick<Config, 'dataDir' | 'shippedModels'>): LearningAssets {
  const store = openModelStore(config.dataDir, modelFolders(config).shipped);
  return { vectors: wordVectorFile(store), language: languageFiles(store), phrases: phraseFiles(store) };
}
