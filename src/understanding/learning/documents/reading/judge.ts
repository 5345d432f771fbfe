// Rates how likely sentences answer a question. It uses a few features that do not depend on the documents.
import type { GramIndex } from '../../../matching/tables/gram-index.js';
import type { WordVectors } from '../../../matching/word-vectors.js';
import { type Asked, folded } from './asked.js';
import { candidatesOf, hasCounted, tellsKind } from './candidates.js';
import { gramsOf, halvesOf, WeighedGrams } from './grams.js';
import { Meanings } from './meanings.js';
import { type Passage, sentenceAt } from './passages.js';
import { type FeatureName, probability, rankOf } from './weights.js';

/** A passage in which an answer is searched for. */
export interface NearPassage {
  readonly passage: Passage;
  /** The share of the question that the passage contains, from 0 to 1. */
  readonly docScore: number;
  /** The score relative to the nearest passage's, from 0 to 1. */
  readonly share: number;
}

export type Features = Record<FeatureName, number>;

export interface Judged {
  readonly passage: Passage;
  /** the index of the sentence in its passage */
  readonly at: number;
  readonly docScore: number;
  readonly answerScore: number;
  readonly rank: number;
  readonly features: Features;
}

/**
 * The number of sentences in which candidates are searched, the best by the other features. The search takes most of
 * the time.
 */
const mostWithCandidates = 48;
/** The number of characters around a candidate that count as near. */
const nearCharacters = 14;
/** The length of the beginning of the first sentence, which tells the topic of the passage, in characters. */
const topicCharacters = 30;
/** Beginnings that show that a sentence continues the topic of the previous one. */
const pointsBack =
  /^(?:它|他|她|该|此|这|其|本|同年|当时|后来|此后|随后|之后|因此|所以|但|然而|不过|另外|此外|同时|目前|现)/;

export class Judge {
  readonly #rarity: GramIndex;
  readonly #vectors: WordVectors | undefined;

  constructor(rarity: GramIndex, vectors: WordVectors | undefined) {
    this.#rarity = rarity;
    this.#vectors = vectors;
  }

  /**
   * Rates all sentences of the passages, best first. A sentence is rated together with those before it if they have at
   * most `bufferCharacters` in all.
   */
  judge(asked: Asked, passages: readonly NearPassage[], bufferCharacters: number): Judged[] {
    const weigh = (first: number, second: number): number => this.#rarity.weight(first, second) ** 2;
    const grams = WeighedGrams.of(asked.content, weigh);
    const meanings = this.#vectors && new Meanings(asked.content, this.#vectors);
    const judged = passages
      .flatMap((near) => this.#sentences(grams, meanings, near, bufferCharacters))
      .sort((one, other) => other.rank - one.rank);
    if (!tellsKind(asked.kind) && asked.noun === '' && asked.units === '') return judged;
    return judged
      .map((each, at) => (at < mostWithCandidates ? withCandidates(asked, grams, each) : each))
      .sort((one, other) => other.rank - one.rank);
  }

  #sentences(
    grams: WeighedGrams,
    meanings: Meanings | undefined,
    { passage, docScore, share }: NearPassage,
    bufferCharacters: number,
  ): Judged[] {
    const texts = passage.bounds.slice(1).map((_, at) => sentenceAt(passage, at));
    const lines = texts.map(folded);
    const sets = lines.map((line) => gramsOf(line));
    const rare = grams.rareAmong(sets);
    const topic = gramsOf(folded(passage.topic));
    const opening = gramsOf((lines[0] as string).slice(0, topicCharacters), topic);
    return lines.map((line, at) => {
      const own = sets[at] as ReadonlySet<number>;
      const around = lineBefore(lines, texts, at, bufferCharacters);
      const coverage = grams.share(own);
      const nearness = meanings?.nearness(line);
      return judgedBy(passage, at, docScore, {
        coverage,
        coverageWithBefore: around === '' ? 0 : grams.share(gramsOf(around + line)) - coverage,
        coverageWithTopic: grams.share(gramsOf(line, at === 0 ? topic : opening)) - coverage,
        rareCoverage: rare.share(own),
        cosine: this.#cosine(grams, own),
        meaning: nearness?.meaning ?? 0,
        nearWords: nearness?.words ?? 0,
        hasAsked: 0,
        hasCounted: 0,
        nearAsked: 0,
        passage: share,
        isFirst: at === 0 ? 1 : 0,
        length: Math.log(1 + line.length) / 5,
      });
    });
  }

  #cosine(question: WeighedGrams, own: ReadonlySet<number>): number {
    let [common, squares] = [0, 0];
    for (const gram of own) {
      const weight = this.#rarity.weight(...halvesOf(gram)) ** 2;
      squares += weight;
      if (question.has(gram)) common += weight;
    }
    return squares === 0 || question.sum === 0 ? 0 : common / Math.sqrt(squares * question.sum);
  }
}

function judgedBy(passage: Passage, at: number, docScore: number, features: Features): Judged {
  const rank = rankOf(features);
  return { passage, at, docScore, rank, answerScore: probability(rank), features };
}

function withCandidates(asked: Asked, grams: WeighedGrams, { passage, at, docScore, features }: Judged): Judged {
  const text = sentenceAt(passage, at);
  // words of the question itself are no answer
  const candidates = candidatesOf(asked.kind, text).filter(
    ({ start, end }) => end - start < 2 || !asked.question.includes(text.slice(start, end)),
  );
  let nearAsked = 0;
  for (const { start, end } of candidates) {
    const window = folded(text.slice(Math.max(0, start - nearCharacters), end + nearCharacters));
    nearAsked = Math.max(nearAsked, grams.share(gramsOf(window)));
  }
  return judgedBy(passage, at, docScore, {
    ...features,
    nearAsked,
    hasAsked: candidates.length > 0 ? 1 : 0,
    hasCounted: hasCounted(asked, text) ? 1 : 0,
  });
}

/** The context of a sentence: the previous sentence, and one more if the sentence refers back, as far as they fit. */
function lineBefore(lines: readonly string[], texts: readonly string[], at: number, bufferCharacters: number): string {
  let around = '';
  const most = pointsBack.test(texts[at] as string) ? 2 : 1;
  for (let before = at - 1; before >= 0 && before >= at - most; before--) {
    const longer = (lines[before] as string) + around;
    if (longer.length + (lines[at] as string).length > bufferCharacters) break;
    around = longer;
  }
  return around;
}
