// Trains a model: it takes the material and possibly a base, and fills a directory for each model that is kept.
import { join } from 'node:path';
import { parseKnowledgeBase } from '../../../understanding/learning/inputs/knowledge-base.js';
import { parseLabelled } from '../../../understanding/learning/inputs/labelled.js';
import { parseLines } from '../../../understanding/learning/inputs/lines.js';
import type { LearningAssets, TrainOrder } from '../../../understanding/learning/order.js';
import { filesOf, type MadeModel, trainModel } from '../../../understanding/learning/training/train.js';
import type { WordVectors } from '../../../understanding/matching/word-vectors.js';
import { readMaterial, shippedVectors } from './files.js';
import { trainedModelIn, writeModel } from './models.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<TrainOrder> = async (order, { disk, files, onProgress, now }) => {
  const { type, config, baseModelPath, outputPath, assets } = order;
  const vectors = shippedVectors(assets.vectors);
  const read = <T>(path: string, parse: (bytes: Uint8Array, name: string) => T): T => {
    const { bytes, name } = readMaterial(files, path);
    return parse(bytes, name);
  };
  const maybe = <T>(path: string | undefined, parse: (bytes: Uint8Array, name: string) => T): T | undefined =>
    path === undefined ? undefined : read(path, parse);
  const { epochFinished, models, warnings } = trainModel(
    {
      ...{ type, config, vectors },
      paraphrase: type === 'BIG' ? await paraphrasesOf(assets, vectors) : undefined,
      base: baseModelPath === undefined ? undefined : trainedModelIn(files, baseModelPath, 'baseModelPath'),
      knowledge: read(order.kbPath, (bytes, name) => parseKnowledgeBase(bytes, name, { needsIds: false })),
      verify: maybe(order.verifySetPath, parseLabelled),
      test: read(order.testSetPath, parseLabelled),
      negatives: maybe(order.negativeDataPath, parseLines) ?? [],
      weak: maybe(order.weakDataPath, parseLabelled) ?? [],
    },
    { onProgress },
  );
  const trainedTime = Math.floor(now() / 1000);
  const results = models.map((made) => {
    const modelPath = join(outputPath, nameOf(made));
    writeModel({ disk, files }, modelPath, filesOf(made, trainedTime));
    const { epoch, steps, eval: measured } = made;
    return { epoch, ...(steps !== undefined && { steps }), modelPath, eval: measured, type, trainedTime };
  });
  return { epochFinished, results, warnings };
};

const nameOf = ({ epoch, steps }: MadeModel): string =>
  steps === undefined ? `epoch-${epoch}` : `epoch-${epoch}-step-${steps}`;

/** The paraphrases, loaded only when needed: a small model is trained in the time that loading them takes. */
async function paraphrasesOf(assets: LearningAssets, vectors: WordVectors) {
  const { paraphraserOf } = await import('./phrases.js');
  return paraphraserOf(assets, vectors);
}
