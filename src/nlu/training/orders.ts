// The order of a task, from the request to the work process. In between it is stored with paths below the tenant's
// directory, which are resolved again before the work begins.
import { join } from 'node:path';
import { ServiceError } from '../../protocol/errors.js';
import { isBelow } from '../../storage/below.js';
import type { LearningAssets, LearningOrder } from '../../understanding/learning/order.js';
import { baseModelIn } from './base-model.js';
import { type MineBody, miningConfigOf } from './requests/data-mining.js';
import type { SplitBody } from './requests/documents.js';
import type { GenerateBody } from './requests/generate-question.js';
import { planOf, smallMaterialOf, type TrainBody, trainConfigOf } from './requests/model-train.js';
import type { TrainingRoot } from './root.js';

type StoredOf<O> = O extends LearningOrder ? Omit<O, 'assets' | 'secret' | 'resultPath'> : never;
/** An order as it is stored in the database. */
export type StoredOrder = StoredOf<LearningOrder>;

export interface Prepared {
  readonly request: StoredOrder;
  readonly notifyUrl: string;
  /** Sentences about fields that were given and are not used. */
  readonly warnings: readonly string[];
}

type Wanted = 'file' | 'directory';
type Paths = Readonly<Record<string, string | undefined>>;

/** The fields that name existing files or directories. */
function inputFields(order: StoredOrder): Readonly<Record<string, Wanted>> {
  switch (order.kind) {
    case 'model_train':
      return {
        ...{ baseModelPath: 'directory', kbPath: 'file', verifySetPath: 'file', testSetPath: 'file' },
        ...{ negativeDataPath: 'file', weakDataPath: 'file' },
      };
    case 'data_mining':
      return { recordsPath: 'file', overlookPath: 'file', kbPath: 'file', weightPath: 'directory' };
    case 'doc_to_qa':
      return { path: order.type === 'FILE' ? 'file' : 'directory' };
    case 'generate_question':
      return { modelPath: 'directory' };
  }
}

/** Fields of a request that belong to its config. */
const inConfig = new Set(['weightPath', 'modelPath']);

/** The order with every input path resolved. @throws ServiceError if something is missing */
function found(order: StoredOrder, root: TrainingRoot, tenantId: string): StoredOrder {
  const given = order as unknown as Paths;
  const paths = Object.entries(inputFields(order)).map(([name, wanted]) => {
    const path = given[name] ?? '';
    const field = inConfig.has(name) ? `config.${name}` : name;
    return [name, path === '' ? undefined : root.find(tenantId, field, path, wanted)];
  });
  return { ...order, ...Object.fromEntries(paths) };
}

/** Paths that the task reads, below the directory of the tenant. */
export function inputsOf(order: StoredOrder): string[] {
  const given = order as unknown as Paths;
  return Object.keys(inputFields(order)).flatMap((name) => given[name] ?? []);
}

/** The path that the task replaces, below the directory of the tenant. */
export const outputOf = (order: StoredOrder): string | undefined =>
  order.kind === 'model_train' ? order.outputPath : undefined;

export const overlap = (a: string, b: string): boolean => a === '' || b === '' || isBelow(a, b) || isBelow(b, a);

export function prepareTraining(body: TrainBody, root: TrainingRoot, tenantId: string): Prepared {
  const { config } = body;
  const material = smallMaterialOf(body);
  const base = body.baseModelPath === '' ? '' : root.find(tenantId, 'baseModelPath', body.baseModelPath, 'directory');
  const known =
    base === ''
      ? undefined
      : baseModelIn(root.modelDirectory(tenantId, base, 'baseModelPath'), 'baseModelPath', root.files);
  const { type, goesOn, warnings } = planOf(body, known);
  const request = found(
    {
      ...{ kind: 'model_train', type, kbPath: body.kbPath, testSetPath: body.testSetPath },
      verifySetPath: body.verifySetPath,
      baseModelPath: goesOn ? base : undefined,
      negativeDataPath: type === 'SMALL' ? material.negativeDataPath : undefined,
      weakDataPath: type === 'SMALL' ? material.weakDataPath : undefined,
      outputPath: root.place(tenantId, 'outputPath', body.outputPath),
      config: trainConfigOf(type, body),
    },
    root,
    tenantId,
  );
  refuseOwnInput(request, base);
  return { request, notifyUrl: config.notifyUrl, warnings };
}

export function prepareMining(body: MineBody, root: TrainingRoot, tenantId: string): Prepared {
  const { recordsPath, overlookPath, kbPath, config } = body;
  const paths = { recordsPath, overlookPath, kbPath, weightPath: config.weightPath };
  const request = found({ kind: 'data_mining', ...paths, config: miningConfigOf(body) }, root, tenantId);
  return { request, notifyUrl: config.notifyUrl, warnings: [] };
}

export function prepareSplit({ type, path, config }: SplitBody, root: TrainingRoot, tenantId: string): Prepared {
  const request = found({ kind: 'doc_to_qa', type, path }, root, tenantId);
  return { request, notifyUrl: config.notifyUrl, warnings: [] };
}

export function prepareGeneration(body: GenerateBody, root: TrainingRoot, tenantId: string): Prepared {
  const { questions, config } = body;
  const { topBeams, modelPath, notifyUrl } = config;
  const request = found({ kind: 'generate_question', questions, topBeams, modelPath }, root, tenantId);
  return { request, notifyUrl, warnings: [] };
}

export interface OrderPlaces {
  readonly root: TrainingRoot;
  readonly tenantId: string;
  readonly assets: LearningAssets;
  readonly resultPath: string;
  /** Path that replaces the output path until the models are whole. */
  readonly draftPath: string;
}

/** The order for the work process, with absolute paths. @throws ServiceError if something has disappeared */
export function orderOf(stored: StoredOrder, places: OrderPlaces): LearningOrder {
  const { root, tenantId, assets, resultPath, draftPath } = places;
  const directory = root.directoryOf(tenantId);
  const order = found(stored, root, tenantId);
  const given = order as unknown as Paths;
  const absolute = Object.keys(inputFields(order)).map((name) => {
    const path = given[name];
    return [name, path === undefined ? undefined : join(directory, path)];
  });
  const shared = { ...order, ...Object.fromEntries(absolute), assets, secret: root.key?.secret };
  const written = order.kind === 'model_train' ? { outputPath: draftPath } : { resultPath };
  return { ...shared, ...written } as LearningOrder;
}

/**
 * Refuses an order whose output would replace its input. `base`: a base model counts as an input even if training does
 * not continue it.
 */
function refuseOwnInput(order: StoredOrder, base: string): void {
  const output = outputOf(order) ?? '';
  const named = [...Object.keys(inputFields(order)).map((name) => [name, (order as unknown as Paths)[name]] as const)];
  for (const [name, input] of [...named, ['baseModelPath', base || undefined] as const]) {
    if (input !== undefined && overlap(output, input)) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `outputPath: must not be, contain or lie in ${name}, because training replaces the contents of outputPath`,
      );
    }
  }
}
