// A linear classifier over character 1- to 3-grams and sentence vectors. It decides which question of a scope an input
// means.
import { gramTable, gramValues, vectorOf } from './head/features.js';
import { type HeadOptions, type HeadSample, HeadTraining, type HeadWeights } from './head/training.js';
import type { IntegerTable } from './tables/integer-table.js';
import type { SentenceVectors } from './word-vectors.js';

/** The number of epochs after which further ones change nothing. */
const enoughEpochs = 2;

/** Trains a head on samples and returns its weights. */
export function trainHead(
  samples: readonly HeadSample[],
  labels: number,
  vectors: SentenceVectors | undefined,
  options: Partial<HeadOptions> = {},
): HeadWeights {
  const training = new HeadTraining(samples, labels, vectors, options);
  for (let epoch = 0; epoch < enoughEpochs && training.epoch(); epoch++);
  return training.weights();
}

export class Head {
  readonly #table: IntegerTable;
  readonly #trained: HeadWeights;

  constructor(trained: HeadWeights) {
    this.#trained = trained;
    this.#table = gramTable(trained);
  }

  get labels(): number {
    return this.#trained.labels;
  }

  /** The score of each label: about 1 if the line means it, about -1 if it does not. */
  scores(line: string, spoken: string, vectors: SentenceVectors | undefined): Float32Array {
    const { labels, vectorShare, rarities, steps, biases } = this.#trained;
    const { ids, values } = gramValues(line, this.#table, rarities);
    const scores = new Float32Array(labels);
    for (let at = 0; at < ids.length; at++) this.#add(scores, ids[at] as number, values[at] as number);
    const vector = vectorOf(spoken, vectors);
    for (let dim = 0; dim < vector.length; dim++) {
      this.#add(scores, rarities.length + dim, (vector[dim] as number) * vectorShare);
    }
    for (let label = 0; label < labels; label++) {
      scores[label] = (scores[label] as number) * (steps[label] as number) + (biases[label] as number);
    }
    return scores;
  }

  #add(scores: Float32Array, feature: number, value: number): void {
    const { labels, weights } = this.#trained;
    const from = feature * labels;
    for (let label = 0; label < labels; label++) {
      scores[label] = (scores[label] as number) + value * (weights[from + label] as number);
    }
  }
}
