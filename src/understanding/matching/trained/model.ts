// A trained model in the service of a robot: its head ranks the questions of every scope that it knows enough of.

import type { HeadWeights } from '../head/training.js';
import { Head } from '../head.js';
import type { ScopeHead } from '../scope-ranker.js';
import type { SentenceVectors } from '../word-vectors.js';
import { AdaptedVectors, type Adapter } from './adapter.js';

export interface TrainedModel {
  readonly type: 'SMALL' | 'BIG';
  /** The fingerprint of all that follows. */
  readonly fingerprint: string;
  /** The fingerprint of the word vectors that it was trained with. */
  readonly vectors: string;
  /** The standard questions, by label. */
  readonly questions: readonly string[];
  /** The label after the last question is that of inputs to refuse. */
  readonly rejects: boolean;
  readonly head: HeadWeights;
  /** BIG */
  readonly adapter: Adapter | undefined;
}

/** The vectors that the head of the model wants. */
export const vectorsOf = (
  { adapter, fingerprint }: Pick<TrainedModel, 'adapter' | 'fingerprint'>,
  base: SentenceVectors,
): SentenceVectors => (adapter === undefined ? base : new AdaptedVectors(base, adapter, fingerprint));

/** A scope that the model knows less of learns a head of its own. */
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

  /** undefined: it was trained with other word vectors. */
  static of(model: TrainedModel | undefined, vectors: SentenceVectors | undefined): TrainedHead | undefined {
    if (model === undefined || vectors === undefined || model.vectors !== vectors.fingerprint) return undefined;
    return new TrainedHead(model, vectors);
  }

  /** `standards`: the text of each question. undefined: the scope shall learn a head of its own. */
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
