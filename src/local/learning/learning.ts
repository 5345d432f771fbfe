// `tonegate nlu train`, `mine`, `split`, `ask` and `paraphrase`.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailure, exitCodes } from '../../cli/exit.js';
import type {
  LearningParts,
  LearningRequests,
  MinedLists,
  QuestionList,
  SplitText,
} from '../../cli/nlu/learning-parts.js';
import { baseModelIn } from '../../nlu/training/base-model.js';
import { overlap } from '../../nlu/training/orders.js';
import { MineBody, miningConfigOf } from '../../nlu/training/requests/data-mining.js';
import { AskBody, ReaderBody } from '../../nlu/training/requests/documents.js';
import { GenerateBody } from '../../nlu/training/requests/generate-question.js';
import { planOf, smallMaterialOf, TrainBody, trainConfigOf } from '../../nlu/training/requests/model-train.js';
import { readDocuments } from '../../nlu/training/work/documents.js';
import { shippedVectors } from '../../nlu/training/work/files.js';
import { limits } from '../../protocol/limits.js';
import { finished } from '../../protocol/steps.js';
import { DocumentReader } from '../../understanding/learning/documents/reader.js';
import { inWords, learnt, localAssets, plainFiles } from './carried-out.js';
import { ModelPlace } from './model-place.js';
import { inputAt, neededAt, parsedRequest } from './requests.js';

export const localLearning: LearningParts = {
  async mine(request, onShare) {
    const body = parsedRequest(MineBody, withoutUndefined(request));
    const order = {
      kind: 'data_mining' as const,
      recordsPath: neededAt(body.recordsPath, 'file'),
      overlookPath: inputAt(body.overlookPath, 'file'),
      kbPath: inputAt(body.kbPath, 'file'),
      weightPath: inputAt(body.config.weightPath, 'directory'),
      config: miningConfigOf(body),
    };
    return (await learnt<'data_mining'>(order, onShare)).result as MinedLists;
  },

  async split({ path }, onShare) {
    const order = { kind: 'doc_to_qa' as const, ...documentsAt(path) };
    return (await learnt<'doc_to_qa'>(order, onShare)).result as SplitText[];
  },

  async paraphrase(request, onShare) {
    const { questions, config } = parsedRequest(GenerateBody, request);
    const modelPath = inputAt(config.modelPath, 'directory');
    const order = { kind: 'generate_question' as const, questions, topBeams: config.topBeams, modelPath };
    return (await learnt<'generate_question'>(order, onShare)).result as QuestionList[];
  },

  async documents({ path, config }) {
    const place = documentsAt(path);
    const { nbest, maxAnswerLength, docBufferLength } = parsedRequest(ReaderBody, { ...place, config }).config;
    const reading = { nbest, maxAnswerCharacters: maxAnswerLength, docBufferCharacters: docBufferLength };
    return inWords(() => {
      const documents = readDocuments(plainFiles, place, limits.documents.session);
      const reader = finished(DocumentReader.of(documents, reading, shippedVectors(localAssets().vectors)));
      return (query: string) => reader.ask(parsedRequest(AskBody, { query }).query);
    });
  },

  train,
};

async function train(request: LearningRequests['train'], onShare: (share: number) => void) {
  const body = parsedRequest(TrainBody, withoutUndefined(request));
  const base = inputAt(body.baseModelPath, 'directory');
  const { negativeDataPath, weakDataPath } = smallMaterialOf(body);
  const baseModel = await inWords(() =>
    base === undefined ? undefined : baseModelIn(base, '--baseModelPath', plainFiles),
  );
  if ((body.config.modelType ?? baseModel?.type) === undefined) {
    const otherwise = 'unless --baseModelPath names a directory whose model.json says which';
    throw new CommandFailure(exitCodes.usage, `--modelType: must be SMALL or BIG, ${otherwise}`);
  }
  const { type, goesOn, warnings } = planOf(body, baseModel);
  if (base !== undefined && overlap(resolve(body.outputPath), base)) {
    throw new CommandFailure(
      exitCodes.usage,
      '--out: must not be, contain or lie in --baseModelPath, because training replaces the contents of --out',
    );
  }
  const place = new ModelPlace(body.outputPath);
  const order = {
    ...{ kind: 'model_train' as const, type, config: trainConfigOf(type, body), outputPath: place.draft },
    ...{ kbPath: neededAt(body.kbPath, 'file'), testSetPath: neededAt(body.testSetPath, 'file') },
    baseModelPath: goesOn ? base : undefined,
    verifySetPath: inputAt(body.verifySetPath, 'file'),
    negativeDataPath: inputAt(negativeDataPath, 'file'),
    weakDataPath: inputAt(weakDataPath, 'file'),
  };
  place.prepare();
  try {
    const { outcome } = await learnt<'model_train'>(order, onShare);
    if (outcome === undefined) throw new Error('the training ended without a result');
    place.finish();
    const results = outcome.results.map((each) => ({ ...each, modelPath: place.placed(each.modelPath) }));
    return { ...outcome, results, warnings: [...warnings.map(inFlags), ...outcome.warnings] };
  } finally {
    place.discard();
  }
}

/** A warning of the interface, with the flag in place of the field. */
const inFlags = (warning: string): string => warning.replace(/^(config\.)?(\w+): /, '--$2: ');

/** A directory is all of its .txt files. */
function documentsAt(path: string): { readonly type: 'FILE' | 'DIR'; readonly path: string } {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return { type: isDirectory ? 'DIR' : 'FILE', path: neededAt(path, isDirectory ? 'directory' : 'file') };
}

const withoutUndefined = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
