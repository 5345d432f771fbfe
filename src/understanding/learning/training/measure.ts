// Measures a model: it finds the standard question that a robot with this model would choose for each text of a test
// set.

import { finished } from '../../../protocol/steps.js';
import { matcherOf } from '../../matching/matcher.js';
import type { TrainedModel } from '../../matching/trained/model.js';
import type { SentenceVectors } from '../../matching/word-vectors.js';
import { rates } from '../../trained/manifest.js';
import type { AskedText, TrainMaterial } from './material.js';

const scope = 'skill:0';
const context = { moment: { nowMs: 0, timeZone: 'UTC' }, variables: () => null };
/** A finder that finds nothing, because slots already show their samples. */
const finder = { find: () => [], settle: () => [], representWord: () => '' };

/**
 * Measures a model. Returns the shares of texts whose question is the first, one of the first two, and so on. `trained`
 * undefined: nearness alone is measured.
 */
export type Measure = (trained: TrainedModel | undefined) => number[];

/** Prepares the measurement. It reads the texts once for all models. */
export function measureOf(
  { questions, records }: Pick<TrainMaterial, 'questions' | 'records'>,
  vectors: SentenceVectors,
  asked: readonly AskedText[],
): Measure {
  const near = finished(
    matcherOf({
      ...{ questions: records, scopes: new Map([[scope, questions.map((_, label) => label)]]), finder },
      ...{ slotLexicon: () => undefined, vectors, learns: 'nothing' },
    }),
  );
  const readings = asked.map(({ text, label }) => ({ reading: near.read({ text, ...context }), label }));
  return (trained) => {
    // a robot knows a question by its notation, which here is its text with sample words
    const named = trained && { ...trained, questions: records.map(({ text }) => text) };
    const matcher = named === undefined ? near : near.orderedBy(named);
    const counts = new Array<number>(rates).fill(0);
    for (const { reading, label } of readings) {
      const hits = matcher.hits(reading, scope, rates);
      const place = hits.findIndex(({ questionId }) => questionId === label);
      if (place >= 0) for (let at = place; at < rates; at++) counts[at] = (counts[at] as number) + 1;
    }
    return counts.map((count) => Math.round((1e4 * count) / asked.length) / 1e4);
  };
}
