// The request of model_train (specification 3, section 4.2).
import { z } from 'zod';
import { ServiceError } from '../../../protocol/errors.js';
import type { ModelType, TrainConfig } from '../../../understanding/learning/order.js';
import type { BaseModel } from '../base-model.js';
import { count, countFromZero, notifyUrl, oneOf, openShare, serverPath } from './fields.js';

const negatives = serverPath('SMALL: a file of questions that mean none of the base.').optional();
const weakLabels = serverPath('SMALL: a file of extended questions with the standard question that they hit wrongly.');

const Config = z
  .strictObject({
    maxEpochs: count('The most epochs; 10 for a SMALL model and 300 for a BIG one unless given.').optional(),
    keepModels: countFromZero('The number of best models that are kept; 0: all.').default(5),
    batchSize: count('The samples of a step; 512 for a SMALL model and 32 for a BIG one unless given.').optional(),
    notifyUrl: notifyUrl.default(''),
    modelType: z
      .enum(['SMALL', 'BIG'])
      .optional()
      .describe('The kind of model (extension); unless given, baseModelPath/model.json says it.'),
    negativeDataPath: negatives,
    weakDataPath: weakLabels.optional(),
    numBatchs: count('SMALL: the steps of an epoch; chosen unless given.').optional(),
    numBatches: count('The same as numBatchs.').optional(),
    saveModelStep: count('BIG: the number of steps after which a model is evaluated; 1000 unless given.').optional(),
    learningRate: openShare('BIG: the learning rate; 0.00005 unless given.').optional(),
  })
  .meta({ id: 'NluTrainConfig', description: 'The settings for training a model.' });

export const TrainBody = z
  .strictObject({
    baseModelPath: serverPath('The directory of the model that training goes on from.').default(''),
    kbPath: serverPath('The knowledge base.').min(1, 'required: the file of the knowledge base'),
    verifySetPath: serverPath('The validation set; empty: training takes maxEpochs.').default(''),
    testSetPath: serverPath('The test set; it may be the validation set.').min(1, 'required: the file of the test set'),
    outputPath: serverPath('The directory for the models. What is there is replaced.').min(
      1,
      'required: the directory for the models',
    ),
    negativeDataPath: negatives,
    weakDataPath: weakLabels.optional(),
    config: Config.prefault({}),
  })
  .meta({ id: 'NluTrainRequest', description: 'A model that is to be trained.' });
export type TrainBody = z.output<typeof TrainBody>;

/** Material that only a SMALL model uses. */
export interface SmallMaterial {
  readonly negativeDataPath: string;
  readonly weakDataPath: string;
}

/** @throws ServiceError if a path is given twice and differs */
export function smallMaterialOf({ config, ...body }: TrainBody): SmallMaterial {
  const pathOf = (name: 'negativeDataPath' | 'weakDataPath') =>
    oneOf({ [name]: body[name], [`config.${name}`]: config[name] }) ?? '';
  return { negativeDataPath: pathOf('negativeDataPath'), weakDataPath: pathOf('weakDataPath') };
}

export function trainConfigOf(type: ModelType, { config }: TrainBody): TrainConfig {
  const isSmall = type === 'SMALL';
  return {
    maxEpochs: config.maxEpochs ?? (isSmall ? 10 : 300),
    keepModels: config.keepModels,
    batchSize: config.batchSize ?? (isSmall ? 512 : 32),
    numBatchs: oneOf({ 'config.numBatchs': config.numBatchs, 'config.numBatches': config.numBatches }),
    saveModelStep: config.saveModelStep ?? 1_000,
    learningRate: config.learningRate ?? 0.000_05,
  };
}

/** Sentences about fields that were given and that a model of the type does not use. */
export function unusedFields(type: ModelType, body: TrainBody): string[] {
  const { config } = body;
  const given = (holder: object, prefix: string, names: readonly string[]) =>
    names
      .filter((name) => ![undefined, ''].includes((holder as Readonly<Record<string, string | undefined>>)[name]))
      .map((name) => `${prefix}${name}`);
  const smallPaths = ['negativeDataPath', 'weakDataPath'];
  const unused =
    type === 'SMALL'
      ? given(config, 'config.', ['saveModelStep', 'learningRate'])
      : [...given(body, '', smallPaths), ...given(config, 'config.', [...smallPaths, 'numBatchs', 'numBatches'])];
  const other = type === 'SMALL' ? 'BIG' : 'SMALL';
  return unused.map((name) => `${name}: only a ${other} model uses it; this model is ${type}`);
}

export interface TrainPlan {
  readonly type: ModelType;
  /** True if training continues the base model, which has the same type. */
  readonly goesOn: boolean;
  /** Sentences about fields that were given and are not used. */
  readonly warnings: readonly string[];
}

/** `base`: the model that baseModelPath names, if there is one. @throws ServiceError if nothing determines the type */
export function planOf(body: TrainBody, base: BaseModel | undefined): TrainPlan {
  const type = body.config.modelType ?? base?.type;
  if (type === undefined) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      'baseModelPath: must be a directory whose model.json says SMALL or BIG; otherwise set config.modelType',
    );
  }
  const goesOn = base?.type === type && base.isTrained;
  const warnings = unusedFields(type, body);
  return { type, goesOn, warnings: goesOn || base === undefined ? warnings : [...warnings, beginsAnew(base, type)] };
}

function beginsAnew(base: BaseModel, type: ModelType): string {
  const held = base.isTrained
    ? `a ${base.type} model, from which the training of a ${type} model cannot continue`
    : 'no trained model';
  return `baseModelPath: contains ${held}; training starts from scratch`;
}
