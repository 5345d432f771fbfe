// All or some texts of a robot, and the similarity of an input to each of them, by characters and by meaning.
import type { Steps } from '../../protocol/steps.js';
import { eachGramOnce, GramIndex } from './tables/gram-index.js';
import type { SentenceVectors } from './word-vectors.js';

export interface FieldText {
  readonly question: number;
  /** The line whose characters are compared; a slot value is one character, and gaps are empty. */
  readonly line: string;
  /** The text whose meaning is compared; a slot value is a word. */
  readonly spoken: string;
  readonly hasSlots: boolean;
  /** The text accepts words that it does not contain. */
  readonly hasGap: boolean;
}

/** An input in the form for texts without slots and in the form for texts with slots. */
export interface Query {
  readonly line: string;
  readonly spoken: string;
  readonly slotLine: string;
  readonly slotSpoken: string;
}

export interface FieldReading {
  readonly query: Query;
  /** The cosine to each text by characters, from 0 to 1. */
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
  /** For each text 1 / the length of its vector; -1: its meaning has not been read. */
  readonly #factors: Float32Array;
  readonly #scratch: Float32Array;

  private constructor(texts: readonly FieldText[], vectors: SentenceVectors | undefined, index: GramIndex) {
    this.texts = texts;
    this.vectors = vectors;
    this.#index = index;
    this.#slotted = Uint32Array.from(texts.flatMap(({ hasSlots }, text) => (hasSlots ? [text] : [])));
    const dims = vectors?.dims ?? 0;
    this.#numbers = new Int8Array(texts.length * dims);
    this.#scratch = new Float32Array(dims);
    this.#factors = new Float32Array(texts.length).fill(vectors === undefined ? 0 : -1);
  }

  static *of(texts: readonly FieldText[], vectors: SentenceVectors | undefined): Steps<TextField> {
    const index = yield* GramIndex.of(texts.map(({ line }) => line));
    return new TextField(texts, vectors, index);
  }

  /** Reads the meanings of these texts now. Those of other texts are read on first use. */
  *readMeanings(texts: Iterable<number>): Steps<void> {
    for (const text of texts) {
      if (this.#factors[text] === -1) this.#readMeaning(text);
      yield;
    }
  }

  #readMeaning(text: number): void {
    if (this.vectors === undefined) return;
    this.vectors.put((this.texts[text] as FieldText).spoken, this.#scratch);
    this.#factors[text] = putRounded(this.#scratch, this.#numbers, text * this.vectors.dims);
  }

  /** The known words of a text. */
  words(text: number): readonly number[] {
    return this.vectors?.words((this.texts[text] as FieldText).spoken) ?? [];
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
      if (ofSlots !== plain) this.#index.release(ofSlots.cosines);
    }
    const vector = this.#vectorOf(spoken);
    return { query, cosines, vector, slotVector: slotSpoken === spoken ? vector : this.#vectorOf(slotSpoken) };
  }

  /** Releases a reading; it must not be used afterwards. */
  release({ cosines }: FieldReading): void {
    this.#index.release(cosines);
  }

  #vectorOf(text: string): Float32Array | undefined {
    if (this.vectors === undefined) return undefined;
    const vector = new Float32Array(this.vectors.dims);
    this.vectors.put(text, vector);
    return vector;
  }

  /** The similarity of meaning, from -1 to 1; 0 without word vectors. */
  meaning({ vector, slotVector }: FieldReading, text: number): number {
    const one = (this.texts[text] as FieldText).hasSlots ? slotVector : vector;
    if (one === undefined) return 0;
    if (this.#factors[text] === -1) this.#readMeaning(text);
    let sum = 0;
    const begin = text * one.length;
    for (let dim = 0; dim < one.length; dim++) sum += (one[dim] as number) * (this.#numbers[begin + dim] as number);
    return sum * (this.#factors[text] as number);
  }

  /** The share of the input's characters and pairs that these texts together contain, weighted by rarity. */
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

/** Writes a vector in steps of 1/127 and returns 1 / its length; 0 for a zero vector. */
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
