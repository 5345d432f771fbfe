// A robot in memory: the records of its package, and the finders of words and questions.

import { finished, type Steps } from '../../protocol/steps.js';
import { EntityFinder } from '../entities/finder.js';
import { yesOrNo } from '../entities/yes-no.js';
import type { Matcher } from '../matching/hit.js';
import { trainedOf } from '../matching/learnt-record.js';
import { type LearntMatcher, matcherOf } from '../matching/matcher.js';
import type { Learns } from '../matching/near-questions.js';
import type { WordVectors } from '../matching/word-vectors.js';
import { PatternRoom } from '../notation/pattern.js';
import type { PackageRecord } from '../package/records.js';
import { PackageRecords, type RobotContents, robotContents } from './contents.js';

export interface LoadedRobot {
  readonly contents: RobotContents;
  readonly matcher: Matcher & Pick<LearntMatcher, 'records'>;
  readonly finder: Pick<EntityFinder, 'find' | 'findNearly' | 'settle'>;
  /** True: the caller said yes. False: the caller said no. Undefined: neither. */
  readonly yesOrNo: (text: string) => boolean | undefined;
}

/**
 * Loads a robot. `vectors` holds the meanings of words, which all robots share. Data that publishing did not learn is
 * learnt now. @throws PackageFault if the records hold no robot
 */
export const loadRobot = (records: Iterable<PackageRecord>, vectors?: WordVectors): LoadedRobot =>
  finished(robotOf(records, { vectors, learns: 'all' }));

export interface LoadOptions {
  readonly vectors: WordVectors | undefined;
  readonly learns: Learns;
}

/** Loads a robot step by step. @throws PackageFault if the records hold no robot, RobotTooLarge */
export function* robotOf(records: Iterable<PackageRecord>, { vectors, learns }: LoadOptions): Steps<LoadedRobot> {
  const sorted = new PackageRecords();
  for (const record of records) {
    sorted.add(record);
    yield;
  }
  const patternRoom = new PatternRoom();
  const contents = yield* robotContents(sorted, patternRoom);
  const finder = new EntityFinder(sorted.of('lexicons'), sorted.of('entries'));
  const { scopes, slotLexicon } = contents;
  yield;
  const matcher = yield* matcherOf({
    ...{ questions: contents.questions.values(), scopes, finder, slotLexicon, vectors, learns },
    ...{ patternRoom, learnt: sorted.of('matching') },
    trained: [...sorted.of('model')].flatMap(({ trained }) => (trained ? [trainedOf(trained)] : []))[0],
  });
  return { contents, matcher, finder, yesOrNo };
}
