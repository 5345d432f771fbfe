// Types that the training courses of both kinds of models share.
import type { TrainedModel } from '../../matching/trained/model.js';
import type { SentenceVectors } from '../../matching/word-vectors.js';
import type { TrainConfig } from '../order.js';
import type { TrainMaterial } from './material.js';

export type TrainableModel = Omit<TrainedModel, 'fingerprint'>;

export interface CourseParts {
  readonly material: TrainMaterial;
  readonly config: TrainConfig;
  readonly vectors: SentenceVectors;
  /** A model to start from. */
  readonly base: TrainedModel | undefined;
  /** Generates other wordings of a text, the best first; undefined: paraphrases are not used. */
  readonly paraphrase: Paraphrase | undefined;
}

export type Paraphrase = (text: string, most: number) => readonly string[];

/** The state of training after a step. */
export interface CourseStep {
  /** The number of finished epochs. */
  readonly epoch: number;
  /** for BIG models */
  readonly steps?: number;
  readonly endsEpoch: boolean;
  /** true: the model may be measured here and kept if it is among the best. */
  readonly isKept: boolean;
  /** Builds the current model. */
  readonly model: () => TrainableModel;
}

/** A course of training. It ends when nothing is left to learn, or after `maxEpochs`. */
export type Course = Generator<CourseStep, void>;

/** For each label of the material its number in the base model; -1: the label is new. */
export function labelsIn(base: TrainedModel, { questions, rejects }: TrainMaterial): number[] {
  const labelOf = new Map(base.questions.map((question, label) => [question.trim(), label]));
  const known = questions.map((question) => labelOf.get(question.trim()) ?? -1);
  return rejects ? [...known, base.rejects ? base.questions.length : -1] : known;
}

/** The number of labels, including the one for refused texts. */
export const labelCount = ({ questions, rejects }: TrainMaterial): number => questions.length + (rejects ? 1 : 0);
