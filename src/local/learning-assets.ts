// The files that come with the service and that learning uses.
import { languageFiles, phraseFiles, wordVectorFile } from '../models/sentence.js';
import type { LearningAssets } from '../understanding/learning/order.js';
import { type ModelSettings, modelPlaces, openModelStore } from './models.js';

export function learningAssetsOf(config: ModelSettings): LearningAssets {
  const store = openModelStore(modelPlaces(config));
  return { vectors: wordVectorFile(store), language: languageFiles(store), phrases: phraseFiles(store) };
}
