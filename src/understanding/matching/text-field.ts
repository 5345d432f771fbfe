// All texts of a robot, or a part of them, side by side: how near an input is to each, by characters and by meaning.
import type { Steps } from '../steps.js';
import { eachGramOnce, GramIndex } from './tables/gram-index.js';
import type { SentenceVectors } from './word-vectors.js';

export interface FieldText {
  readonly question: number;
  /** As its characters are compared: what fills a slot is one character, gaps are nothing. */
  readonly line: string;
  /** As its meaning is compared: what fills a slot is a word. */
  readonly spoken: string;
  readonly hasSlots: boolean;
  /** It takes words that it does not have. */
  readonly hasGap: boolean;
}

/** An input, as texts without slots see it and as texts with slots do. */
export interface Query {
  readonly line: string;
  readonly spoken: string;
  readonly slotLine: string;
  readonly slotSpoken: string;
}

export interface FieldReading {
  readonly query: Query;
  /** For each text, 0 to 1. */
  readonly cosines: Float32Array;
  readonly vector: Float32Array | undefined;
  readonly slotVector: Float32Array | undefined;
}

export class TextField {
  readonly texts: readonly FieldText[];
  readonly vectors: SentenceVectors | undefined;
  readonly #index: GramIndex;
  readonly #slotted: Uint32Array;
  readonly #numbers: Int8Array;
  /** Of each text: 1 / the length of its numbers. */
  readonly #factors: Float32Array;
  /** The known words of all texts, one text after another, and where those of each text end. */
  #words = new Uint32Array(0);
  readonly #wordEnds: Uint32Array;

  private constructor(texts: readonly FieldText[], vectors: SentenceVectors | undefined, index: GramIndex) {
    this.texts = texts;
    this.vectors = vectors;
    this.#index = index;
    this.#slotted = Uint32Array.from(texts.flatMap(({ hasSlots }, text) => (hasSlots ? [text] : [])));
    const dims = vectors?.dims ?? 0;
    this.#numbers = new Int8Array(texts.length * dims);
    this.#factors = new Float32Array(texts.length);
    this.#wordEnds = new Uint32Array(texts.length);
  }

  static *of(texts: readonly FieldText[], vectors: SentenceVectors | undefined): Steps<TextField> {
    const index = yield* GramIndex.of(texts.map(({ line }) => line));
    const field = new TextField(texts, vectors, index);
    if (vectors !== undefined) yield* field.#readMeanings(vectors);
    return field;
  }

  *#readMeanings(vectors: SentenceVectors): Steps<void> {
    const vector = new Float32Array(vectors.dims);
    const words: number[] = [];
    for (const [text, { spoken }] of this.texts.entries()) {
      const own = vectors.words(spoken);
      for (const word of own) words.push(word);
      this.#wordEnds[text] = words.length;
      vectors.putWords(own, vector);
      this.#factors[text] = putRounded(vector, this.#numbers, text * vectors.dims);
      yield;
    }
    this.#words = Uint32Array.from(words);
  }

  /** The known words of a text, until they are forgotten. */
  words(text: number): Uint32Array {
    return this.#words.subarray(text === 0 ? 0 : this.#wordEnds[text - 1], this.#wordEnds[text]);
  }

  /** Whoever needs the words of the texts has read them. */
  forgetWords(): void {
    this.#words = new Uint32Array(0);
  }

  read(query: Query): FieldReading {
    const { line, spoken, slotLine, slotSpoken } = query;
    const plain = this.#index.similarities(line);
    const { cosines } = plain;
    if (this.#slotted.length > 0) {
      const ofSlots = slotLine === line ? plain : this.#index.similarities(slotLine);
      const length = Math.sqrt(ofSlots.squares);
      for (const text of this.#slotted) {
        const cosine = ofSlots.cosines[text] as number;
        const share = (this.texts[text] as FieldText).hasGap ? length * this.#index.factor(text) : 1;
        cosines[text] = Math.min(1, cosine * share);
      }
    }
    const vector = this.#vectorOf(spoken);
    return { query, cosines, vector, slotVector: slotSpoken === spoken ? vector : this.#vectorOf(slotSpoken) };
  }

  #vectorOf(text: string): Float32Array | undefined {
    if (this.vectors === undefined) return undefined;
    const vector = new Float32Array(this.vectors.dims);
    this.vectors.put(text, vector);
    return vector;
  }

  /** -1 to 1; 0 without word vectors. */
  meaning({ vector, slotVector }: FieldReading, text: number): number {
    const one = (this.texts[text] as FieldText).hasSlots ? slotVector : vector;
    if (one === undefined) return 0;
    let sum = 0;
    const begin = text * one.length;
    for (let dim = 0; dim < one.length; dim++) sum += (one[dim] as number) * (this.#numbers[begin + dim] as number);
    return sum * (this.#factors[text] as number);
  }

  /** The share of the input's characters and pairs that these texts have together, the rare ones counting more. */
  coverage({ query }: FieldReading, texts: Iterable<number>): number {
    const had = new Set<number>();
    let hasSlots = false;
    for (const text of texts) {
      const { line, hasSlots: each } = this.texts[text] as FieldText;
      hasSlots ||= each;
      eachGramOnce(line, (first, second) => had.add(first * 0x20000 + second));
    }
    let [all, covered] = [0, 0];
    eachGramOnce(hasSlots ? query.slotLine : query.line, (first, second) => {
      const weight = this.#index.weight(first, second);
      all += weight;
      if (had.has(first * 0x20000 + second)) covered += weight;
    });
    return all === 0 ? 0 : covered / all;
  }
}

/** 1 / the length of what was put. */
function putRounded(vector: Float32Array, target: Int8Array, at: number): number {
  let largest = 0;
  for (const each of vector) largest = Math.max(largest, Math.abs(each));
  if (largest === 0) return 0;
  let squares = 0;
  for (let dim = 0; dim < vector.length; dim++) {
    const rounded = Math.round(((vector[dim] as number) / largest) * 127);
    target[at + dim] = rounded;
    squares += rounded * rounded;
  }
  return 1 / Math.sqrt(squares);
}
