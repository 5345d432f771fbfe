// Ranks the questions of a scope by how likely an input means them, and computes the features that tell whether it
// means any of them.
import type { Steps } from '../../protocol/steps.js';
import { CharacterUse } from './character-use.js';
import type { Head } from './head.js';
import type { FieldReading, FieldText, TextField } from './text-field.js';
import { Vocabulary } from './vocabulary.js';
import type { SentenceVectors } from './word-vectors.js';

/** Questions that compete with each other, with the indices of their texts in the field. */
export type ScopeTexts = ReadonlyMap<number, readonly number[]>;

export interface ScopeHead {
  readonly head: Head;
  /** The question of each label; -1 if the scope does not have it. */
  readonly questions: readonly number[];
  /** The label of inputs to refuse. */
  readonly reject?: number;
  /** The vectors that the head was trained with, if they differ from the field's. */
  readonly vectors?: SentenceVectors;
}

export interface Ranked {
  readonly question: number;
  /** The question's nearest text. */
  readonly text: number;
  /** The similarity of the characters. */
  readonly cosine: number;
  /** The similarity of the meanings. */
  readonly meaning: number;
  /** The rank, which orders questions; differences between ranks tell how clear the order is. */
  readonly rank: number;
}

export interface Ranking {
  /** The ranked questions, best first. */
  readonly ranked: readonly Ranked[];
  /** Features that tell inputs that mean one of the questions from other inputs; see `features`. */
  readonly features: readonly number[];
  /**
   * The distance between the head's best score and its score for refused inputs; negative if it would refuse the input.
   */
  readonly margin?: number;
  /** The lead, by characters, of a question that is not valid now over the valid ones. */
  readonly elsewhere?: number;
}

/**
 * The number of texts up to which all meanings are compared. In larger scopes only the texts that share most characters
 * are.
 */
const mostMeanings = 3_000;
export const isLarge = (texts: number): boolean => texts > mostMeanings;
const nearestMeanings = 200;
/** The number of steps into which the similarity of characters is divided. */
const levels = 1_000;
/** The weight of the meaning relative to the characters if there is no head. */
export const meaningShare = 0.12;
/** A text that contains nearly all characters of an input counts in addition to the head. */
const nearText = { from: 0.7, share: 1 };

export class ScopeRanker {
  readonly #field: TextField;
  readonly #texts: ScopeTexts;
  readonly #head: ScopeHead | undefined;
  /** All texts, in the order of the questions, and the question of each. */
  readonly #all: Uint32Array;
  readonly #questionOf: Uint32Array;
  /** The words of the scope. */
  readonly vocabulary: Vocabulary;
  readonly #characters = new CharacterUse();

  constructor(field: TextField, texts: ScopeTexts, head: ScopeHead | undefined, vocabulary: Vocabulary) {
    this.#field = field;
    this.#texts = texts;
    this.#head = head;
    this.vocabulary = vocabulary;
    const count = textsIn(texts);
    this.#all = new Uint32Array(count);
    this.#questionOf = new Uint32Array(count);
    let at = 0;
    for (const [question, own] of texts) {
      for (const text of own) {
        this.#characters.add((field.texts[text] as FieldText).line);
        this.#all[at] = text;
        this.#questionOf[at++] = question;
      }
    }
  }

  get texts(): ScopeTexts {
    return this.#texts;
  }

  /** True if the scope has more texts than it compares by meaning. */
  get isLarge(): boolean {
    return isLarge(this.#all.length);
  }

  get hasHead(): boolean {
    return this.#head !== undefined;
  }

  /** Ranks the open questions of the scope; undefined: none is open or near. */
  rank(reading: FieldReading, isOpen: (question: number) => boolean = () => true): Ranking | undefined {
    return this.#ranking(reading, isOpen, true);
  }

  /** The same order as `rank` gives, but faster. */
  order(reading: FieldReading, isOpen: (question: number) => boolean): readonly Ranked[] {
    return this.#ranking(reading, isOpen, false)?.ranked ?? [];
  }

  #ranking(reading: FieldReading, isOpen: (question: number) => boolean, hasFeatures: boolean): Ranking | undefined {
    const { scores, rejected } = this.#headScores(reading);
    const looked = this.isLarge ? this.#nearest(reading) : undefined;
    const ranked: Ranked[] = [];
    const meanings = new Array<number>(nearestCount).fill(0);
    let closed = 0;
    for (const [question, texts] of looked ?? this.#texts) {
      if (!isOpen(question)) {
        for (const each of texts) closed = Math.max(closed, reading.cosines[each] as number);
        continue;
      }
      let [text, cosine, meaning] = [-1, -1, -1];
      const score = scores?.get(question);
      const needsMeaning = hasFeatures || score === undefined;
      for (const each of texts) {
        const other = reading.cosines[each] as number;
        if (other > cosine) [text, cosine] = [each, other];
        if (!needsMeaning) continue;
        const near = this.#field.meaning(reading, each);
        meaning = Math.max(meaning, near);
        keepLargest(meanings, near);
      }
      if (text < 0) continue;
      const rank =
        score === undefined
          ? cosine + meaningShare * meaning - (scores === undefined ? 0 : 1)
          : score + nearText.share * Math.max(0, cosine - nearText.from);
      if (score === undefined && cosine <= 0 && meaning <= 0) continue;
      ranked.push({ question, text, cosine, meaning, rank });
    }
    // sorting keeps the scope's order among equal ranks
    ranked.sort((a, b) => b.rank - a.rank);
    if (ranked.length === 0) return undefined;
    const nearest = ranked.reduce((most, { cosine }) => Math.max(most, cosine), 0);
    const elsewhere = Math.max(0, closed - nearest);
    const features = hasFeatures ? this.#features(reading, ranked, meanings) : [];
    const ranking = { ranked, features, elsewhere };
    return rejected === undefined ? ranking : { ...ranking, margin: best(scores) - rejected };
  }

  #headScores({ query }: FieldReading): HeadScores {
    if (this.#head === undefined) return { scores: undefined, rejected: undefined };
    const { head, questions, reject, vectors = this.#field.vectors } = this.#head;
    const scores = head.scores(query.line, query.spoken, vectors);
    const others = query.slotLine === query.line ? scores : head.scores(query.slotLine, query.slotSpoken, vectors);
    const of = new Map<number, number>();
    for (const [label, question] of questions.entries()) {
      if (question >= 0) of.set(question, Math.max(scores[label] as number, others[label] as number));
    }
    return { scores: of, rejected: reject === undefined ? undefined : scores[reject] };
  }

  /**
   * The texts that share most characters with the input, by question: at least `nearestMeanings` texts, if that many
   * share any.
   */
  #nearest({ cosines }: FieldReading): Map<number, number[]> {
    const counts = new Uint32Array(levels + 1);
    const all = this.#all;
    // The least level rises as texts are added: there are always enough texts at that level or above.
    const places: number[] = [];
    const levelOf: number[] = [];
    let [least, count] = [1, 0];
    for (let at = 0; at < all.length; at++) {
      const exact = (cosines[all[at] as number] as number) * levels;
      if (exact <= least - 1) continue;
      const level = Math.min(levels, Math.ceil(exact));
      places.push(at);
      levelOf.push(level);
      counts[level] = (counts[level] as number) + 1;
      count++;
      while (least < levels && count - (counts[least] as number) >= nearestMeanings) count -= counts[least++] as number;
    }
    const nearest = new Map<number, number[]>();
    for (let met = 0; met < places.length; met++) {
      if ((levelOf[met] as number) < least) continue;
      const at = places[met] as number;
      const text = all[at] as number;
      const question = this.#questionOf[at] as number;
      const found = nearest.get(question);
      if (found === undefined) nearest.set(question, [text]);
      else found.push(text);
    }
    return nearest;
  }

  /** The features in the order of `featureNames`. */
  #features(reading: FieldReading, ranked: readonly Ranked[], meanings: readonly number[]): number[] {
    const best = ranked[0] as Ranked;
    const scale = this.hasHead ? rankScale.head : rankScale.plain;
    let [cosine, meaning, all, sum] = [0, 0, 0, 0];
    for (const each of ranked) {
      cosine = Math.max(cosine, each.cosine);
      meaning = Math.max(meaning, each.meaning);
      const below = (each.rank - best.rank) / scale;
      const likelihood = Math.exp(below);
      all += likelihood;
      sum += likelihood * below;
    }
    const certainty = 1 + (sum / all - Math.log(all)) / Math.log(Math.max(2, ranked.length));
    const { line, spoken, slotLine } = reading.query;
    const coverage = this.#field.coverage(reading, this.#texts.get(best.question) ?? []);
    const length = Math.log(1 + line.length) / 3;
    const { mean, least, known } = this.vocabulary.familiarity(spoken);
    const { likelier, strange } = this.#characters.familiarity(slotLine);
    const nearest = meanings.reduce((sum, each) => sum + each, 0) / nearestCount;
    return [
      ...[1, cosine, meaning, best.cosine, best.meaning, coverage, length, best.rank],
      ...[mean, least, known, nearest, certainty, likelier, strange],
    ];
  }
}

/** The vocabulary of the texts of a scope. */
export function* vocabularyIn(texts: ScopeTexts, field: TextField): Steps<Vocabulary> {
  return yield* Vocabulary.of(wordsIn(texts, field), field.vectors);
}

function* wordsIn(texts: ScopeTexts, field: TextField): Iterable<readonly number[]> {
  for (const own of texts.values()) for (const text of own) yield field.words(text);
}

/** The number of texts of a scope. */
export function textsIn(texts: ScopeTexts): number {
  let count = 0;
  for (const own of texts.values()) count += own.length;
  return count;
}

interface HeadScores {
  /** The head's scores by question; undefined: there is no head. */
  readonly scores: ReadonlyMap<number, number> | undefined;
  readonly rejected: number | undefined;
}

const best = (scores: ReadonlyMap<number, number> | undefined): number => {
  let largest = Number.NEGATIVE_INFINITY;
  for (const score of scores?.values() ?? []) largest = Math.max(largest, score);
  return largest;
};

const nearestCount = 5;
/** The difference in rank that makes a question e times less likely. */
const rankScale = { head: 0.4, plain: 0.15 };

/** Inserts a value into a sorted list, largest first; the smallest value drops out. */
function keepLargest(list: number[], value: number): void {
  let at = list.length;
  while (at > 0 && (list[at - 1] as number) < value) at--;
  if (at === list.length) return;
  list.copyWithin(at + 1, at, list.length - 1);
  list[at] = value;
}

/**
 * The names of the features. `certainty` is 1 if one question alone is likely, and 0 if all are equally likely: 1 minus
 * the entropy divided by its maximum.
 */
export const featureNames = [
  ...(['one', 'cosine', 'meaning', 'bestCosine', 'bestMeaning', 'coverage', 'length', 'rank'] as const),
  ...(['familiarity', 'leastFamiliar', 'known', 'nearest', 'certainty', 'likelier', 'strange'] as const),
] as const;
export type FeatureName = (typeof featureNames)[number];
