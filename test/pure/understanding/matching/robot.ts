// A matcher over a few questions, with a finder that knows words by heart.

import { finished } from '../../../../src/protocol/steps.js';
import type { Entity } from '../../../../src/understanding/entities/entity.js';
import type { Reading, Scope } from '../../../../src/understanding/matching/hit.js';
import { type Finder, matcherOf as stepsOf } from '../../../../src/understanding/matching/matcher.js';
import type { TrainedModel } from '../../../../src/understanding/matching/trained/model.js';
import type { SentenceVectors } from '../../../../src/understanding/matching/word-vectors.js';
import type { MatchingRecord, QuestionRecord } from '../../../../src/understanding/package/records.js';

export const moment = { nowMs: Date.UTC(2026, 10, 22, 4), timeZone: 'Asia/Shanghai' };

/** Questions in the order of their ids, which begin at 1; extended questions have ids from 100 times that on. */
export const questions = (...texts: readonly (string | readonly [string, ...string[]])[]): QuestionRecord[] =>
  texts.map((each, index) => {
    const [text, ...ext] = typeof each === 'string' ? [each] : each;
    const id = index + 1;
    return { id, text, plain: text, ext: ext.map((extText, at) => ({ id: id * 100 + at, text: extText })) };
  });

/** Finds these words wherever they stand; the standard word is the first of each list. */
export function wordFinder(words: Readonly<Record<string, readonly (readonly string[])[]>>): Finder {
  return {
    find: (text, lexicons) =>
      lexicons
        .flatMap((lexicon) =>
          (words[lexicon] ?? []).flatMap((entry) => entry.flatMap((word) => found(text, lexicon, entry, word))),
        )
        .sort((a, b) => a.start - b.start || b.end - a.end),
    settle: (entities) => {
      const settled: Entity[] = [];
      for (const each of entities) if (each.start >= (settled.at(-1)?.end ?? 0)) settled.push(each);
      return settled;
    },
    representWord: (lexicon) => words[lexicon]?.[0]?.[0] ?? '',
  };
}

function found(text: string, lexicon: string, entry: readonly string[], word: string): Entity[] {
  const places: Entity[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    places.push({ lexicon, start, end: start + word.length, value: word, normValue: entry[0] ?? '' });
  }
  return places;
}

export interface Told {
  readonly records: readonly QuestionRecord[];
  readonly scopes?: Readonly<Record<Scope, readonly number[]>>;
  readonly finder?: Finder;
  readonly slots?: Readonly<Record<string, string>>;
  readonly learnt?: readonly MatchingRecord[];
  readonly trained?: TrainedModel;
  readonly vectors?: SentenceVectors;
}

/** Without scopes, skill:1 has all questions. */
export function matcherOf({
  records,
  scopes,
  finder = wordFinder({}),
  slots = {},
  learnt = [],
  trained,
  vectors,
}: Told) {
  const steps = stepsOf({
    ...{ questions: records, finder, learnt, slotLexicon: (id, name) => slots[`${id}.${name}`] },
    ...(trained !== undefined && { trained }),
    ...(vectors !== undefined && { vectors }),
    scopes: new Map(
      Object.entries(scopes ?? { 'skill:1': records.map(({ id }) => id) }) as [Scope, readonly number[]][],
    ),
  });
  const matcher = finished(steps);
  const read = (text: string): ReturnType<typeof matcher.read> & Reading =>
    matcher.read({ text, moment, variables: () => undefined });
  return {
    matcher,
    read,
    hits: (text: string, count = 5, scope: Scope = 'skill:1', isOpen?: (id: number) => boolean) =>
      matcher.hits(read(text), scope, count, isOpen),
  };
}
