// Texts of questions as the product searches them, with some of its steps left out.

import { finished } from '../../../../dist/protocol/steps.js';
import { scores } from '../../../../dist/understanding/matching/confidence.js';
import { Head } from '../../../../dist/understanding/matching/head.js';
import { learnScope } from '../../../../dist/understanding/matching/learn-scope.js';
import { plainText } from '../../../../dist/understanding/matching/plain-text.js';
import { ScopeRanker, vocabularyIn } from '../../../../dist/understanding/matching/scope-ranker.js';
import { TextField } from '../../../../dist/understanding/matching/text-field.js';

/** @typedef {import('../../../../dist/understanding/matching/word-vectors.js').WordVectors} WordVectors */

/**
 * The parts of the matcher that an evaluation uses. @typedef {{ name: string, cleaned: boolean, vectors: WordVectors |
 * undefined, head: boolean }} Levers
 */

/** @param {WordVectors | undefined} vectors @returns {Levers[]} */
export const levers = (vectors) => [
  { name: 'nearest example by characters', cleaned: false, vectors: undefined, head: false },
  { name: '+ greetings, fillers, repeats dropped', cleaned: true, vectors: undefined, head: false },
  { name: '+ word vectors', cleaned: true, vectors, head: false },
  { name: 'linear head alone', cleaned: false, vectors: undefined, head: true },
  { name: '+ greetings, fillers, repeats dropped', cleaned: true, vectors: undefined, head: true },
  { name: '+ word vectors (all)', cleaned: true, vectors, head: true },
];

/** @param {boolean} cleaned */
export const lineOf = (cleaned) => (/** @type {string} */ text) => {
  const { literal, core } = plainText(text);
  return cleaned ? core.text : literal.text;
};

/**
 * @param {readonly { question: number, text: string }[]} texts
 * @param {Levers} of
 * @returns {(text: string) => { order: number[], confidence: number }} questions, best first
 */
export function searchOf(texts, { cleaned, vectors, head }) {
  const line = lineOf(cleaned);
  const query = (/** @type {string} */ text) => ({
    line: line(text),
    spoken: line(text),
    slotLine: line(text),
    slotSpoken: line(text),
  });
  const fieldTexts = texts.map(({ question, text }) => ({
    ...{ question, line: line(text), spoken: line(text), hasSlots: false, hasGap: false },
  }));
  const field = finished(TextField.of(fieldTexts, vectors));
  const ofQuestion = new Map();
  for (const [index, { question }] of texts.entries()) {
    if (!ofQuestion.has(question)) ofQuestion.set(question, []);
    ofQuestion.get(question).push(index);
  }
  const learnt = learnScope(fieldTexts, vectors, { withHead: head });
  const scopeHead = learnt.head && { head: new Head(learnt.head.weights), questions: learnt.head.questions };
  const ranker = new ScopeRanker(field, ofQuestion, scopeHead, finished(vocabularyIn(ofQuestion, field)));
  return (text) => {
    const ranking = ranker.rank(field.read(query(text)));
    if (ranking === undefined) return { order: [], confidence: 0 };
    const sure = scores(ranking, learnt.calibration, ranker.hasHead);
    return { order: ranking.ranked.map(({ question }) => question), confidence: sure[0] ?? 0 };
  };
}

/** @param {number} share */
export const percent = (share) => (100 * share).toFixed(1);
/** @param {readonly number[]} values */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
