// Rates candidates, and selects good ones that differ enough from those already selected.
import type { SentenceVectors } from '../../matching/word-vectors.js';
import { clausesOf } from './clauses.js';
import type { Variant } from './forms/form.js';

export interface Judges {
  /** undefined: meanings are compared by characters alone. */
  readonly vectors: Pick<SentenceVectors, 'dims' | 'put'> | undefined;
  /** The mean log probability per character of a text; undefined: it is not used. */
  readonly likelihood: ((text: string) => number) | undefined;
}

export interface Candidate extends Variant {
  /** The text as it is spoken, with the words of held parts. */
  readonly said: string;
}

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  /** The character pairs of the text without an opening such as 请问, which must not affect its likeness. */
  readonly pairs: ReadonlySet<string>;
  /** The likeness to the question, from 0 to 1. */
  readonly likeness: number;
}

const weights = { meaning: 0.3, characters: 0.15, language: 0.14 };
/** The least likeness in meaning. It is low, because two words for one thing can be far apart in the vectors. */
const leastMeaning = 0.2;
/** The loss of likelihood per character, in nats, beyond which a candidate is no sentence. */
const mostLoss = 0.9;
/** The maximum loss of likelihood of the whole text, in nats: one rare word in a short text. */
const mostLossInAll = 7;
const mostGain = 0.6;
/**
 * The upper bound for the question's likelihood per character, so that a question that the model knows by heart is
 * treated as an ordinary one.
 */
const ordinary = -3.4;
/** The weight of the likeness to candidates that were already chosen. */
const likenessWeight = 0.35;

export class Ranking {
  readonly #judges: Judges;
  readonly #pairs: ReadonlySet<string>;
  readonly #characters: ReadonlySet<string>;
  readonly #length: number;
  readonly #vector: Float32Array;
  readonly #buffer: Float32Array;
  readonly #likelihood: number;

  constructor(question: string, judges: Judges) {
    this.#judges = judges;
    this.#characters = new Set(question);
    const plain = bare(question);
    this.#length = Math.max(1, plain.length);
    this.#pairs = pairsOf(plain);
    const dims = judges.vectors?.dims ?? 0;
    this.#vector = new Float32Array(dims);
    this.#buffer = new Float32Array(dims);
    judges.vectors?.put(question, this.#vector);
    this.#likelihood = Math.min(ordinary, judges.likelihood?.(plain) ?? 0);
  }

  /** Rates a candidate; undefined: it is no sentence, or means something else. */
  judge(candidate: Candidate): Ranked | undefined {
    const { said, cost } = candidate;
    const meaning = this.#meaning(said);
    if (meaning < leastMeaning) return undefined;
    const plain = bare(said);
    const likelihood = this.#judges.likelihood?.(plain) ?? 0;
    const language = likelihood - this.#likelihood;
    const inAll = likelihood * plain.length - this.#likelihood * this.#length;
    if (language < -mostLoss && inAll < -mostLossInAll) return undefined;
    const pairs = pairsOf(plain);
    const likeness = overlap(this.#pairs, pairs);
    const score =
      weights.meaning * meaning +
      weights.characters * likeness +
      weights.language * Math.max(-mostLoss, Math.min(mostGain, language)) -
      cost;
    return { candidate, score, pairs, likeness };
  }

  #meaning(said: string): number {
    const { vectors } = this.#judges;
    if (vectors === undefined) return overlap(this.#characters, new Set(said));
    vectors.put(said, this.#buffer);
    let [sum, isKnown] = [0, false];
    for (let dim = 0; dim < vectors.dims; dim++) {
      if (this.#vector[dim] !== 0) isKnown = true;
      sum += (this.#vector[dim] as number) * (this.#buffer[dim] as number);
    }
    // a question whose words have no vectors is compared by its characters
    return isKnown ? sum : overlap(this.#characters, new Set(said));
  }
}

/**
 * Selects at most `most` candidates. Each step takes the best one after subtracting its likeness to the question and to
 * those already chosen (maximal marginal relevance).
 */
export function chosen(ranked: readonly Ranked[], most: number): Candidate[] {
  const left = [...ranked].sort((one, other) => other.score - one.score);
  const likest = Float64Array.from(left, ({ likeness }) => likeness);
  const taken: Candidate[] = [];
  const gone = new Uint8Array(left.length);
  while (taken.length < Math.min(most, left.length)) {
    let [best, value] = [-1, Number.NEGATIVE_INFINITY];
    for (const [at, { score }] of left.entries()) {
      const now = score - likenessWeight * (likest[at] as number);
      if (gone[at] === 0 && now > value) [best, value] = [at, now];
    }
    const { candidate, pairs } = left[best] as Ranked;
    gone[best] = 1;
    taken.push(candidate);
    for (const [at, other] of left.entries()) {
      if (gone[at] === 0) likest[at] = Math.max(likest[at] as number, overlap(pairs, other.pairs));
    }
  }
  return taken;
}

const bare = (text: string): string => text.slice(clausesOf(text).opening.length);

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at < text.length; at++) {
    pairs.add(text[at] as string);
    if (at + 1 < text.length) pairs.add(text.slice(at, at + 2));
  }
  return pairs;
}

/** The Dice coefficient of two sets, from 0 to 1. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 1;
  let both = 0;
  for (const each of one.size < other.size ? one : other) if ((one.size < other.size ? other : one).has(each)) both++;
  return (2 * both) / (one.size + other.size);
}
