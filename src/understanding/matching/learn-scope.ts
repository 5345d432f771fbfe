// Learns a scope: a head, if its questions have several texts each, and the confidence of its hits. The confidence is
// learnt from the scope's own texts, each tested on a scope that lacks it, and from sentences that no robot answers.
import { finished } from '../../protocol/steps.js';
import {
  belongingOf,
  type Calibration,
  fitted,
  type Judged,
  meaningOf,
  priorOf,
  termAtThreshold,
} from './confidence.js';
import { foreignSentences } from './foreign-sentences.js';
import type { HeadWeights } from './head/training.js';
import { Head, trainHead } from './head.js';
import { plainText } from './plain-text.js';
import { type Ranking, type ScopeHead, ScopeRanker, vocabularyIn } from './scope-ranker.js';
import { type FieldText, type Query, TextField } from './text-field.js';
import type { SentenceVectors } from './word-vectors.js';

export interface LearntScope {
  /** undefined: the scope has too many questions for a head, or too few texts. */
  readonly head: { readonly weights: HeadWeights; readonly questions: readonly number[] } | undefined;
  readonly calibration: Calibration;
}

const headLimits = { questions: 500, texts: 8_000, textsPerQuestion: 2.5 };
const folds = 4;
/** The number of questions from which on one fold has enough texts; each fold trains a head. */
const manyQuestions = 100;
/** The maximum number of tested texts in a fold; a large scope has one fold. */
const mostAsked = 400;
const manyTexts = 8_000;
const stiffness = 0.5;
/** The least weight of unrelated sentences, so that a scope without spare texts still learns what to refuse. */
const leastWeight = 6;

export interface LearnOptions {
  readonly withHead?: boolean;
  /** true: a trained model's head serves the scope, and only the confidence is learnt. */
  readonly isServed?: boolean;
}

/** Learns a scope whose questions are numbered from 0 without gaps. */
export function learnScope(
  texts: readonly FieldText[],
  vectors: SentenceVectors | undefined,
  { withHead = true, isServed = false }: LearnOptions = {},
): LearntScope {
  const questions = new Set(texts.map(({ question }) => question));
  const hasHead =
    withHead &&
    questions.size > 1 &&
    questions.size <= headLimits.questions &&
    texts.length <= headLimits.texts &&
    texts.length >= questions.size * headLimits.textsPerQuestion;
  // without folds whose heads resemble the scope's, the average calibration is the best guess
  if (isServed && !hasHead) return { head: undefined, calibration: priorOf(true, vectors !== undefined) };
  const head = hasHead && !isServed ? headOf(texts, vectors) : undefined;
  return { head, calibration: calibration(texts, vectors, hasHead) };
}

function headOf(texts: readonly FieldText[], vectors: SentenceVectors | undefined): NonNullable<LearntScope['head']> {
  const questions = [...new Set(texts.map(({ question }) => question))];
  const labelOf = new Map(questions.map((question, label) => [question, label]));
  const samples = texts.map(({ question, line, spoken }) => ({ label: labelOf.get(question) as number, line, spoken }));
  return { weights: trainHead(samples, questions.length, vectors), questions };
}

export function rankerOf(texts: readonly FieldText[], vectors: SentenceVectors | undefined, hasHead: boolean) {
  const field = finished(TextField.of(texts, vectors));
  const ofQuestion = new Map<number, number[]>();
  for (const [text, { question }] of texts.entries()) {
    const known = ofQuestion.get(question);
    if (known === undefined) ofQuestion.set(question, [text]);
    else known.push(text);
  }
  let head: ScopeHead | undefined;
  if (hasHead && ofQuestion.size > 1) {
    const { weights, questions } = headOf(texts, vectors);
    head = { head: new Head(weights), questions };
  }
  const ranker = new ScopeRanker(field, ofQuestion, head, finished(vocabularyIn(ofQuestion, field)));
  return { rank: (query: Query) => ranker.rank(field.read(query)) };
}

function calibration(texts: readonly FieldText[], vectors: SentenceVectors | undefined, hasHead: boolean): Calibration {
  const own: Asked[] = [];
  const [leftOut, foreign]: [Ranking[], Ranking[]] = [[], []];
  const isLarge = texts.length > manyTexts;
  const isEnough = isLarge || new Set(texts.map(({ question }) => question)).size > manyQuestions;
  for (let fold = 0; fold < (isEnough ? 1 : folds); fold++) {
    const { kept, asked, unknown } = isLarge ? largeFold(texts) : foldOf(texts, fold);
    if (kept.length === 0) continue;
    const { rank } = rankerOf(kept, vectors, hasHead);
    for (const text of asked) {
      const ranking = rank(asQuery(text));
      if (ranking === undefined) continue;
      own.push({ ranking, isRight: ranking.ranked[0]?.question === text.question });
    }
    leftOut.push(...unknown.flatMap((text) => rank(asQuery(text)) ?? []));
    if (fold === 0) foreign.push(...foreignQueries().flatMap((query) => rank(query) ?? []));
  }
  return calibrated({ own, leftOut, foreign }, priorOf(hasHead, vectors !== undefined));
}

/** The result of an own text that was tested on a scope without it. */
interface Asked {
  readonly ranking: Ranking;
  readonly isRight: boolean;
}

interface AllAsked {
  readonly own: readonly Asked[];
  readonly leftOut: readonly Ranking[];
  readonly foreign: readonly Ranking[];
}

/** The number of own texts that weigh as much as the prior. */
const enoughOwn = 12;
/**
 * The maximum change of the intercept. Otherwise a scope of texts with nothing in common, such as yes and no, would
 * accept any input.
 */
const mostMoved = 2;

function calibrated({ own, leftOut, foreign }: AllAsked, prior: Calibration): Calibration {
  const othersWeight = Math.max(own.length, leastWeight);
  // A few texts with nothing in common, tested on each other, would teach that anything belongs to the robot.
  const ownWeight = Math.min(1, own.length / enoughOwn);
  const judgedOf = (of: (features: readonly number[]) => number[], others: readonly Ranking[]): Judged[] => [
    ...own.map(({ ranking }) => ({ features: of(ranking.features), target: 1, weight: ownWeight })),
    ...others.map(({ features }) => ({ features: of(features), target: 0, weight: othersWeight / others.length })),
  ];
  const belonging = fitted(judgedOf(belongingOf, foreign), prior.belonging, stiffness);
  const meaning = fitted(judgedOf(meaningOf, leftOut), prior.meaning, stiffness);
  const [slope = 1, term = 0] = prior.scale;
  if (own.length === 0) return { belonging, meaning, scale: [slope, term] };
  const rankings = own.map(({ ranking }) => ranking);
  const wanted = termAtThreshold(rankings, foreign, { belonging, meaning, scale: prior.scale });
  const fittedTerm = Math.max(term - mostMoved, Math.min(term + mostMoved, wanted));
  const share = own.length / (own.length + enoughOwn);
  return { belonging, meaning, scale: [slope, Math.round((share * fittedTerm + (1 - share) * term) * 1e4) / 1e4] };
}

const asQuery = ({ line, spoken }: FieldText): Query => ({ line, spoken, slotLine: line, slotSpoken: spoken });

let foreign: readonly Query[] | undefined;
function foreignQueries(): readonly Query[] {
  foreign ??= foreignSentences.map((sentence) => {
    const { text } = plainText(sentence).core;
    return { line: text, spoken: text, slotLine: text, slotSpoken: text };
  });
  return foreign;
}

interface Fold {
  readonly kept: FieldText[];
  /** Tested texts whose questions have other texts among the kept ones. */
  readonly asked: FieldText[];
  /** Tested texts whose questions have no kept text. */
  readonly unknown: FieldText[];
}

/** Splits the texts: a fifth of the questions is left out, and a quarter of the other questions' texts is tested. */
function foldOf(texts: readonly FieldText[], fold: number): Fold {
  const made: Fold = { kept: [], asked: [], unknown: [] };
  const places = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const { question } of texts) counts.set(question, (counts.get(question) ?? 0) + 1);
  const order = new Map([...counts.keys()].map((question, at) => [question, at]));
  for (const text of texts) {
    const place = places.get(text.question) ?? 0;
    places.set(text.question, place + 1);
    const isOut = counts.size > 2 && (order.get(text.question) as number) % 5 === fold;
    const isAsked =
      (counts.get(text.question) as number) > 1 && (place + (order.get(text.question) as number)) % folds === fold;
    (isOut ? made.unknown : isAsked ? made.asked : made.kept).push(text);
  }
  // a question whose texts are all tested counts as left out
  const left = new Set(made.kept.map(({ question }) => question));
  const asked = made.asked.filter(({ question }) => left.has(question));
  return { kept: made.kept, asked: some(asked), unknown: some(made.unknown) };
}

/** At most `mostAsked` texts of a long list, spread over all of it. */
function some(texts: readonly FieldText[]): FieldText[] {
  const step = Math.ceil(texts.length / mostAsked);
  return texts.filter((_, at) => at % step === 0);
}

function largeFold(texts: readonly FieldText[]): Fold {
  const made: Fold = { kept: [], asked: [], unknown: [] };
  const counts = new Map<number, number>();
  for (const { question } of texts) counts.set(question, (counts.get(question) ?? 0) + 1);
  const step = Math.max(2, Math.floor(counts.size / mostAsked));
  const order = new Map([...counts.keys()].map((question, at) => [question, at]));
  const seen = new Set<number>();
  for (const text of texts) {
    const { question } = text;
    const place = order.get(question) as number;
    const isNew = !seen.has(question);
    seen.add(question);
    if (place % (2 * step) === step && made.unknown.length < mostAsked) {
      if (isNew) made.unknown.push(text);
    } else if (place % (2 * step) === 0 && isNew && (counts.get(question) as number) > 1) made.asked.push(text);
    else made.kept.push(text);
  }
  return made;
}
