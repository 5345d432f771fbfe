// Training of a model: the material, a base where one is named, and a directory for each model that is kept.
import { join } from 'node:path';
import { parseKnowledgeBase } from '../../../understanding/learning/inputs/knowledge-base.js';
import { parseLabelled } from '../../../understanding/learning/inputs/labelled.js';
import { parseLines } from '../../../understanding/learning/inputs/lines.js';
import type { TrainOrder } from '../../../understanding/learning/order.js';
import { paraphrase } from '../../../understanding/learning/paraphrasing/paraphrase.js';
import { filesOf, type MadeModel, trainModel } from '../../../understanding/learning/training/train.js';
import { readMaterial, shippedVectors } from './files.js';
import { trainedModelIn, writeModel } from './models.js';
import type { CarryOut } from './parts.js';
import { paraphraseParts } from './phrases.js';

export const carryOut: CarryOut<TrainOrder> = (order, { disk, onProgress, now }) => {
  const { type, config, baseModelPath, outputPath, assets } = order;
  const vectors = shippedVectors(assets.vectors);
  const phrases = type === 'BIG' ? paraphraseParts(assets, vectors) : undefined;
  const read = <T>(path: string, parse: (bytes: Uint8Array, name: string) => T): T => {
    const { bytes, name } = readMaterial(disk, path);
    return parse(bytes, name);
  };
  const maybe = <T>(path: string | undefined, parse: (bytes: Uint8Array, name: string) => T): T | undefined =>
    path === undefined ? undefined : read(path, parse);
  const { epochFinished, models, warnings } = trainModel(
    {
      ...{ type, config, vectors },
      paraphrase: phrases && ((text, topBeams) => paraphrase([text], { topBeams }, phrases, () => {})[0]?.e ?? []),
      base: baseModelPath === undefined ? undefined : trainedModelIn(baseModelPath, 'baseModelPath'),
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
    writeModel(disk, modelPath, filesOf(made, trainedTime));
    const { epoch, steps, eval: measured } = made;
    return { epoch, ...(steps !== undefined && { steps }), modelPath, eval: measured, type, trainedTime };
  });
  return { epochFinished, results, warnings };
};

const nameOf = ({ epoch, steps }: MadeModel): string =>
  steps === undefined ? `epoch-${epoch}` : `epoch-${epoch}-step-${steps}`;
