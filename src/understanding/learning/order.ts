// The order for a learning process and its reports. The order is one JSON object on standard input; the reports are
// JSON lines on standard output: progress, and finally the result. Paths are absolute, and the sender has checked them.

import type { AreaSecret } from '../../trust/area-key.js';

/** Files that ship with the service. */
export interface LearningAssets {
  /** The path of the file of word vectors. */
  readonly vectors?: string | undefined;
  /** The paths of the files of the language model. */
  readonly language?: { readonly lexicon: string; readonly model: string } | undefined;
  /** The paths of the tables of words and phrases, for paraphrases. */
  readonly phrases?: { readonly words: string; readonly phrases: string } | undefined;
}

interface OrderBase {
  readonly assets: LearningAssets;
  /** The key of the training area, which encrypts everything that is written; undefined: all files are plain. */
  readonly secret?: AreaSecret | undefined;
}

export type ModelType = 'SMALL' | 'BIG';

/** The training parameters. Those that the type of model does not use are ignored. */
export interface TrainConfig {
  readonly maxEpochs: number;
  /** The number of models to keep; 0: all. */
  readonly keepModels: number;
  readonly batchSize: number;
  /** For SMALL models; undefined: as many as the samples need. */
  readonly numBatchs: number | undefined;
  /** for BIG models */
  readonly saveModelStep: number;
  /** for BIG models */
  readonly learningRate: number;
}

export interface TrainOrder extends OrderBase {
  readonly kind: 'model_train';
  readonly type: ModelType;
  /** A directory with a model of the type to start from; undefined: training starts from scratch. */
  readonly baseModelPath: string | undefined;
  readonly kbPath: string;
  readonly verifySetPath: string | undefined;
  readonly testSetPath: string;
  readonly negativeDataPath: string | undefined;
  readonly weakDataPath: string | undefined;
  /** The output directory, which is emptied first. */
  readonly outputPath: string;
  readonly config: TrainConfig;
}

export interface MiningConfig {
  readonly overlookThreshold: number;
  readonly discardThreshold: number;
  readonly minKeepThreshold: number;
  readonly maxKeepThreshold: number;
  readonly minKeepCount: number;
  readonly minSentencePerCluster: number;
  readonly minAverageDistance: number;
  readonly sentencePerCluster: number;
  readonly minBatchSize: number;
}

export interface MineOrder extends OrderBase {
  readonly kind: 'data_mining';
  readonly recordsPath: string;
  readonly overlookPath: string | undefined;
  readonly kbPath: string | undefined;
  /** The directory of a trained model; undefined: the model that ships. */
  readonly weightPath: string | undefined;
  readonly config: MiningConfig;
  readonly resultPath: string;
}

export interface SplitOrder extends OrderBase {
  readonly kind: 'doc_to_qa';
  readonly type: 'FILE' | 'DIR';
  readonly path: string;
  readonly resultPath: string;
}

export interface ParaphraseOrder extends OrderBase {
  readonly kind: 'generate_question';
  readonly questions: readonly string[];
  readonly topBeams: number;
  /** The directory of a trained model; undefined: the model that ships. */
  readonly modelPath: string | undefined;
  readonly resultPath: string;
}

export type LearningOrder = TrainOrder | MineOrder | SplitOrder | ParaphraseOrder;
export type LearningKind = LearningOrder['kind'];

/** One of the best models, as a status query shows it. */
export interface TrainResult {
  readonly epoch: number;
  /** for BIG models */
  readonly steps?: number;
  readonly modelPath: string;
  readonly eval: { readonly rate: readonly number[] };
  readonly type: ModelType;
  /** UTC, s */
  readonly trainedTime: number;
}

export interface LearningProgress {
  readonly type: 'progress';
  /** The finished share from 0 to 1; it never decreases. */
  readonly progress: number;
  /** For model_train: the current phase and the number of finished epochs. */
  readonly training?: { readonly status: 'TRAIN' | 'EVAL'; readonly epochFinished: number };
}

export interface TrainOutcome {
  readonly epochFinished: number;
  /** The best models, best first. */
  readonly results: readonly TrainResult[];
  /** Sentences about material that was left out. */
  readonly warnings: readonly string[];
}

/**
 * A report of the process. `trained` is the result of model_train; the other kinds write their result as JSON to the
 * order's output file.
 */
export type LearningReport =
  | LearningProgress
  | { readonly type: 'done'; readonly trained?: TrainOutcome }
  /**
   * `input`: the material cannot be used. `full`: the disk is full. `fault`: a fault of the service; its log has the
   * details.
   */
  | { readonly type: 'failed'; readonly cause: 'input' | 'full' | 'fault'; readonly message: string };
