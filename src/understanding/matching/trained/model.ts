// A trained model in a robot. Its head ranks the questions of each scope of which it knows enough.

import type { HeadWeights } from '../head/training.js';
import { Head } from '../head.js';
import type { ScopeHead } from '../scope-ranker.js';
import type { SentenceVectors } from '../word-vectors.js';
import { AdaptedVectors, type Adapter } from './adapter.js';

export interface TrainedModel {
  readonly type: 'SMALL' | 'BIG';
  /** The fingerprint of all fields below. */
  readonly fingerprint: string;
  /** The fingerprint of the word vectors that the model was trained with. */
  readonly vectors: string;
  /** The standard questions, indexed by label. */
  readonly questions: readonly string[];
  /** true: the label after the last question stands for inputs to refuse. */
  readonly rejects: boolean;
  readonly head: HeadWeights;
  /** for BIG models; undefined for SMALL ones */
  readonly adapter: Adapter | undefined;
}

/** The vectors that the model's head needs. */
export const vectorsOf = (
  { adapter, fingerprint }: Pick<TrainedModel, 'adapter' | 'fingerprint'>,
  base: SentenceVectors,
): SentenceVectors => (adapter === undefined ? base : new AdaptedVectors(base, adapter, fingerprint));

/**
 * The number and the share of a scope's questions that the model must know. Otherwise the scope learns a head of its
 * own.
 */
const leastKnown = { questions: 2, share: 0.5 };

export class TrainedHead {
  readonly fingerprint: string;
  readonly #head: Head;
  readonly #vectors: SentenceVectors;
  readonly #model: TrainedModel;
  readonly #labels: ReadonlyMap<string, number>;

  private constructor(model: TrainedModel, vectors: SentenceVectors) {
    this.#model = model;
    this.fingerprint = model.fingerprint;
    this.#head = new Head(model.head);
    this.#vectors = vectorsOf(model, vectors);
    this.#labels = new Map(model.questions.map((question, label) => [question.trim(), label]));
  }

  /** The head of a model; undefined: there is no model, or it was trained with other word vectors. */
  static of(model: TrainedModel | undefined, vectors: SentenceVectors | undefined): TrainedHead | undefined {
    if (model === undefined || vectors === undefined || model.vectors !== vectors.fingerprint) return undefined;
    return new TrainedHead(model, vectors);
  }

  /**
   * The head for a scope. `standards` holds the text of each question. undefined: the scope must learn a head of its
   * own.
   */
  headFor(questions: Iterable<number>, standards: readonly string[]): ScopeHead | undefined {
    const questionOf = new Array<number>(this.#model.questions.length).fill(-1);
    let [count, known] = [0, 0];
    for (const question of questions) {
      count += 1;
      const label = this.#labels.get((standards[question] ?? '').trim());
      if (label === undefined) continue;
      if (questionOf[label] === -1) known += 1;
      questionOf[label] = question;
    }
    if (known < leastKnown.questions || known < count * leastKnown.share) return undefined;
    const reject = this.#model.rejects ? { reject: this.#model.questions.length } : {};
    return { head: this.#head, questions: questionOf, vectors: this.#vectors, ...reject };
  }
}
