// The order of a process that learns, one JSON object on its standard input, and its answers, JSON lines on its standard
// output: progress, and at the end what came of it. Paths are absolute, and whoever sent the order has checked them.

import type { AreaSecret } from '../../trust/area-key.js';

/** Files that come with the service. */
export interface LearningAssets {
  /** The file of word vectors. */
  readonly vectors?: string | undefined;
  /** Files of the language model. */
  readonly language?: { readonly lexicon: string; readonly model: string } | undefined;
  /** Tables of words and phrases, for paraphrases. */
  readonly phrases?: { readonly words: string; readonly phrases: string } | undefined;
}

interface OrderBase {
  readonly niceness: number;
  readonly assets: LearningAssets;
  /** The key of training: what is written is encrypted with it. Undefined: everything is plain. */
  readonly secret?: AreaSecret | undefined;
}

export type ModelType = 'SMALL' | 'BIG';

/** The fields of `config` that a model of the type does not use are not looked at. */
export interface TrainConfig {
  readonly maxEpochs: number;
  /** 0: all. */
  readonly keepModels: number;
  readonly batchSize: number;
  /** SMALL; undefined: as many as the samples need. */
  readonly numBatchs: number | undefined;
  /** BIG */
  readonly saveModelStep: number;
  /** BIG */
  readonly learningRate: number;
}

export interface TrainOrder extends OrderBase {
  readonly kind: 'model_train';
  readonly type: ModelType;
  /** A directory with a model of the type to go on from; undefined: it begins anew. */
  readonly baseModelPath: string | undefined;
  readonly kbPath: string;
  readonly verifySetPath: string | undefined;
  readonly testSetPath: string;
  readonly negativeDataPath: string | undefined;
  readonly weakDataPath: string | undefined;
  /** Emptied and made anew. */
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
  /** A trained model; undefined: what ships. */
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
  /** A trained model; undefined: what ships. */
  readonly modelPath: string | undefined;
  readonly resultPath: string;
}

export type LearningOrder = TrainOrder | MineOrder | SplitOrder | ParaphraseOrder;
export type LearningKind = LearningOrder['kind'];

/** One of the best models, as a query shows it. */
export interface TrainResult {
  readonly epoch: number;
  /** BIG */
  readonly steps?: number;
  readonly modelPath: string;
  readonly eval: { readonly rate: readonly number[] };
  readonly type: ModelType;
  /** seconds UTC */
  readonly trainedTime: number;
}

export interface LearningProgress {
  readonly type: 'progress';
  /** 0 to 1; it never goes back. */
  readonly progress: number;
  /** model_train: what it does, and the epochs that are over. */
  readonly training?: { readonly status: 'TRAIN' | 'EVAL'; readonly epochFinished: number };
}

export interface TrainOutcome {
  readonly epochFinished: number;
  /** Best first. */
  readonly results: readonly TrainResult[];
  /** Sentences about material that was left out. */
  readonly warnings: readonly string[];
}

/** `trained`: of model_train. The result of the other kinds is JSON in the file of the order. */
export type LearningReport =
  | LearningProgress
  | { readonly type: 'done'; readonly trained?: TrainOutcome }
  /** `input`: the material cannot be used. `full`: the disk is. `fault`: a fault of the service, whose log has more. */
  | { readonly type: 'failed'; readonly cause: 'input' | 'full' | 'fault'; readonly message: string };
