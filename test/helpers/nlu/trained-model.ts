// Trained models: small ones that were trained on a few questions, and the training calls to a gateway.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModelType, TrainConfig } from '../../../src/understanding/learning/order.js';
import type { TrainTexts } from '../../../src/understanding/learning/training/material.js';
import {
  filesOf,
  type MadeModels,
  type TrainInput,
  trainModel,
} from '../../../src/understanding/learning/training/train.js';
import { WordVectors } from '../../../src/understanding/matching/word-vectors.js';
import type { TestGateway } from '../gateway/gateway.js';
import { askedOfShop, shopQuestions } from './shop-questions.js';

export const wordVectors = new WordVectors(
  readFileSync(join(import.meta.dirname, '../../../models/sent-zh/words.bin')),
);

export const shopTexts: TrainTexts = {
  knowledge: shopQuestions.map(({ q, e }, at) => ({ line: at + 1, q, e })),
  test: askedOfShop.map(([text, answer], at) => ({ line: at + 1, text, answer })),
  ...{ verify: undefined, negatives: [], weak: [] },
};

export const trainDefaults: Readonly<Record<ModelType, TrainConfig>> = {
  SMALL: {
    ...{ maxEpochs: 10, keepModels: 5, batchSize: 512, numBatchs: undefined },
    ...{ saveModelStep: 1000, learningRate: 0.00005 },
  },
  BIG: {
    ...{ maxEpochs: 20, keepModels: 5, batchSize: 32, numBatchs: undefined },
    ...{ saveModelStep: 10, learningRate: 0.001 },
  },
};

export interface Trained extends Partial<Omit<TrainInput, 'type' | 'config'>> {
  readonly config?: Partial<TrainConfig>;
  readonly onProgress?: (progress: number, status: string | undefined) => void;
}

export function train(type: ModelType, { config = {}, onProgress = () => {}, ...given }: Trained = {}): MadeModels {
  return trainModel(
    {
      ...{ ...shopTexts, type, vectors: wordVectors, base: undefined },
      ...{ config: { ...trainDefaults[type], ...config }, ...given },
    },
    { onProgress: ({ progress, training }) => onProgress(progress, training?.status) },
  );
}

/** One call of the training interface. A text is sent as a file. Throws a refusal. */
export async function callTraining(gateway: TestGateway, method: string, path: string, body?: unknown) {
  const isText = typeof body === 'string';
  const type = isText ? 'application/octet-stream' : 'application/json';
  const url = `/v10/nlu/train/cn_common${path}${path.includes('?') ? '&' : '?'}appkey=${gateway.app.appkey}`;
  const { status, json, text } = await gateway.plain(url, {
    method,
    headers: { 'x-svc-access-token': await gateway.keptToken(), ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return json;
}

/** Writes a small model as training would, and returns its directory. */
export async function writeTrainedModel(gateway: TestGateway): Promise<string> {
  const { path } = await callTraining(gateway, 'POST', '/files?name=here.txt', 'here');
  const directory = join(dirname(path), 'models', 'shop');
  mkdirSync(directory, { recursive: true });
  const [made] = train('SMALL', { config: { maxEpochs: 1 } }).models;
  if (made === undefined) throw new Error('no model was made');
  for (const [name, bytes] of filesOf(made, 0)) writeFileSync(join(directory, name), bytes);
  return directory;
}
