// The forms that the courses of both kinds of models share.
import type { TrainedModel } from '../../matching/trained/model.js';
import type { SentenceVectors } from '../../matching/word-vectors.js';
import type { TrainConfig } from '../order.js';
import type { TrainMaterial } from './material.js';

export type TrainableModel = Omit<TrainedModel, 'fingerprint'>;

export interface CourseParts {
  readonly material: TrainMaterial;
  readonly config: TrainConfig;
  readonly vectors: SentenceVectors;
  /** A model to go on from. */
  readonly base: TrainedModel | undefined;
  /** Other ways to say a text, the best first; undefined: there are none. */
  readonly paraphrase: Paraphrase | undefined;
}

export type Paraphrase = (text: string, most: number) => readonly string[];

/** The state that training has come to. */
export interface CourseStep {
  /** Epochs that are over. */
  readonly epoch: number;
  /** BIG */
  readonly steps?: number;
  readonly endsEpoch: boolean;
  /** A model is measured and kept here, unless others are better. */
  readonly isKept: boolean;
  /** As it is now. */
  readonly model: () => TrainableModel;
}

/** Ends when nothing is left to learn, or after `maxEpochs`. */
export type Course = Generator<CourseStep, void>;

/** The number that each label of the material has in a model; -1: it is new there. */
export function labelsIn(base: TrainedModel, { questions, rejects }: TrainMaterial): number[] {
  const labelOf = new Map(base.questions.map((question, label) => [question.trim(), label]));
  const known = questions.map((question) => labelOf.get(question.trim()) ?? -1);
  return rejects ? [...known, base.rejects ? base.questions.length : -1] : known;
}

export const labelCount = ({ questions, rejects }: TrainMaterial): number => questions.length + (rejects ? 1 : 0);
