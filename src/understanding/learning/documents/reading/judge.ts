// How likely a sentence answers a question, by few features that do not know the documents.
import { eachGramOnce, type GramIndex } from '../../../matching/tables/gram-index.js';
import type { WordVectors } from '../../../matching/word-vectors.js';
import { type Asked, folded } from './asked.js';
import { candidatesOf, tellsKind } from './candidates.js';
import { type Passage, sentenceAt } from './passages.js';
import { probability, weights } from './weights.js';

export interface Judged {
  readonly passage: Passage;
  /** the place of the sentence in its passage */
  readonly at: number;
  readonly docScore: number;
  readonly answerScore: number;
  readonly rank: number;
  readonly features: Float64Array;
}

/** In the order of `weights`. */
export const featureNames = [
  'coverage',
  'coverage with the sentences before',
  'coverage with the topic',
  'cosine',
  'meaning',
  'words that are near',
  'has what is asked for',
  'has nothing that is asked for',
  'has what is counted',
  'near what is asked for',
  'passage',
  'first sentence',
  'length',
  'asks itself',
  'says no more than the question',
  'coverage by what is rare in the passage',
  'the same with the sentences before',
] as const;

/** Characters around a candidate. */
const nearCharacters = 14;
const leastNear = 0.4;
/** Such a sentence speaks of what the one before it spoke of. */
const pointsBack =
  /^(?:它|他|她|该|此|这|其|本|同年|当时|后来|此后|随后|之后|因此|所以|但|然而|不过|另外|此外|同时|目前|现)/;

export class Judge {
  readonly #rarity: GramIndex;
  readonly #vectors: WordVectors | undefined;

  constructor(rarity: GramIndex, vectors: WordVectors | undefined) {
    this.#rarity = rarity;
    this.#vectors = vectors;
  }

  sentences(
    asked: Asked,
    passage: Passage,
    { docScore, share }: { docScore: number; share: number },
    bufferCharacters: number,
  ): Judged[] {
    const grams = this.#gramsOf(asked.content);
    const words = this.#vectors?.words(asked.content) ?? [];
    const vector = this.#vectorOf(asked.content);
    const topic = folded(passage.topic);
    const judged: Judged[] = [];
    const texts = passage.bounds.slice(1).map((_, at) => sentenceAt(passage, at));
    const lines = texts.map(folded);
    const sets = lines.map((line) => setOf(line));
    const rare = grams.rareAmong(sets);
    for (const [at, text] of texts.entries()) {
      const line = lines[at] as string;
      const own = sets[at] as ReadonlySet<number>;
      const around = contextOf(lines, texts, at, bufferCharacters);
      const withBefore = around === '' ? own : setOf(around + line);
      const withTopic = setOf(`${topic} ${at === 0 ? '' : (lines[0] as string).slice(0, 30)}`, own);
      const coverage = grams.share(own);
      const candidates = candidatesOf(asked.kind, text).filter(
        ({ start, end }) => end - start < 2 || !asked.question.includes(text.slice(start, end)),
      );
      const f = new Float64Array(featureNames.length);
      f[0] = coverage;
      f[1] = grams.share(withBefore) - coverage;
      f[2] = grams.share(withTopic) - coverage;
      f[3] = this.#cosine(grams, own);
      f[4] = this.#meaning(vector, line);
      f[5] = this.#near(words, line);
      f[6] = candidates.length > 0 ? 1 : 0;
      f[7] = tellsKind(asked.kind) && candidates.length === 0 ? 1 : 0;
      f[8] = hasNoun(asked, text) ? 1 : 0;
      for (const { start, end } of candidates) {
        const window = folded(text.slice(Math.max(0, start - nearCharacters), end + nearCharacters));
        f[9] = Math.max(f[9] as number, grams.share(setOf(window)));
      }
      f[10] = share;
      f[11] = at === 0 ? 1 : 0;
      f[12] = Math.log(1 + line.length) / 5;
      f[13] = /[？?]$/.test(text) ? 1 : 0;
      f[14] = line.length <= asked.content.length + 2 ? 1 : 0;
      f[15] = rare.share(own);
      f[16] = rare.share(withBefore) - f[15];
      let rank = 0;
      for (let each = 0; each < f.length; each++) rank += (weights[each] as number) * (f[each] as number);
      judged.push({ passage, at, docScore, rank, answerScore: probability(rank), features: f });
    }
    return judged;
  }

  #gramsOf(line: string): WeighedGrams {
    const grams = new WeighedGrams();
    eachGramOnce(line, (first, second) => grams.add(keyOf(first, second), this.#rarity.weight(first, second) ** 2));
    return grams;
  }

  #cosine(question: WeighedGrams, own: ReadonlySet<number>): number {
    let [common, squares] = [0, 0];
    for (const gram of own) {
      const weight = this.#rarity.weight(Math.floor(gram / 0x20000), gram % 0x20000) ** 2;
      squares += weight;
      if (question.has(gram)) common += weight;
    }
    return squares === 0 || question.sum === 0 ? 0 : common / Math.sqrt(squares * question.sum);
  }

  #vectorOf(line: string): Float32Array | undefined {
    if (this.#vectors === undefined) return undefined;
    const vector = new Float32Array(this.#vectors.dims);
    this.#vectors.put(line, vector);
    return vector;
  }

  #meaning(question: Float32Array | undefined, line: string): number {
    const own = question && this.#vectorOf(line);
    if (own === undefined || question === undefined) return 0;
    let sum = 0;
    for (let dim = 0; dim < own.length; dim++) sum += (own[dim] as number) * (question[dim] as number);
    return sum;
  }

  /** The words of the question, each by the nearest word of the sentence, the rare ones counting more. */
  #near(words: readonly number[], line: string): number {
    const vectors = this.#vectors;
    if (vectors === undefined || words.length === 0) return 0;
    const own = vectors.words(line);
    let [sum, all] = [0, 0];
    for (const word of words) {
      const weight = vectors.weightOf(word);
      let nearest = 0;
      for (const other of own) {
        const near = word === other ? 1 : vectors.similarity(word, other);
        if (near > nearest) nearest = near;
      }
      all += weight;
      if (nearest > leastNear) sum += weight * nearest;
    }
    return all === 0 ? 0 : sum / all;
  }
}

const keyOf = (first: number, second: number): number => first * 0x20000 + second;

class WeighedGrams {
  readonly #weights = new Map<number, number>();
  sum = 0;

  add(gram: number, weight: number): void {
    this.#weights.set(gram, weight);
    this.sum += weight;
  }

  has(gram: number): boolean {
    return this.#weights.has(gram);
  }

  /** Weighed anew: what most sentences of a passage have tells them not apart. */
  rareAmong(sentences: readonly ReadonlySet<number>[]): WeighedGrams {
    const rare = new WeighedGrams();
    const most = Math.log(1 + (sentences.length + 1) / 0.5);
    for (const [gram, weight] of this.#weights) {
      let count = 0;
      for (const sentence of sentences) if (sentence.has(gram)) count++;
      rare.add(gram, (weight * Math.log(1 + (sentences.length + 1) / (count + 0.5))) / most);
    }
    return rare;
  }

  /** How much of them the others have, 0 to 1. */
  share(others: ReadonlySet<number>): number {
    if (this.sum === 0) return 0;
    let common = 0;
    for (const [gram, weight] of this.#weights) if (others.has(gram)) common += weight;
    return common / this.sum;
  }
}

function setOf(line: string, more?: ReadonlySet<number>): ReadonlySet<number> {
  const grams = new Set<number>(more);
  eachGramOnce(line, (first, second) => grams.add(keyOf(first, second)));
  return grams;
}

/** The sentence before, and the one before that, where they fit; a sentence that points back needs them more than others do. */
function contextOf(lines: readonly string[], texts: readonly string[], at: number, bufferCharacters: number): string {
  let around = '';
  const most = pointsBack.test(texts[at] as string) ? 2 : 1;
  for (let before = at - 1; before >= 0 && before >= at - most; before--) {
    const longer = (lines[before] as string) + around;
    if (longer.length + (lines[at] as string).length > bufferCharacters) break;
    around = longer;
  }
  return around;
}

const numeral = '[\\d〇零一二两三四五六七八九十百千万亿半多余几]';

function hasNoun({ kind, noun, units }: Asked, text: string): boolean {
  if (units !== '') return new RegExp(`${numeral}(?:个|多|余|平方|立方|公|英|华)?(?:${units})`).test(text);
  if (noun === '') return false;
  const isCount = kind === 'number' || kind === 'duration' || kind === 'money' || kind === 'time';
  if (!isCount) return text.includes(noun) || (noun.length > 1 && text.includes(noun.slice(-1)));
  return new RegExp(`${numeral}(?:个|名|位|多|余)*(?:${escaped(noun)}|${escaped(noun.charAt(0))})`).test(text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
