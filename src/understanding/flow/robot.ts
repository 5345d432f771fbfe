// A robot in memory: the records of its package, and what finds words and questions in an input.
import { EntityFinder } from '../entities/finder.js';
import { yesOrNo } from '../entities/yes-no.js';
import type { Matcher } from '../matching/hit.js';
import { type LearntMatcher, makeMatcher } from '../matching/matcher.js';
import type { WordVectors } from '../matching/word-vectors.js';
import type { PackageRecord } from '../package/records.js';
import { PackageRecords, RobotContents } from './contents.js';

export interface LoadedRobot {
  readonly contents: RobotContents;
  readonly matcher: Matcher & Pick<LearntMatcher, 'records'>;
  readonly finder: Pick<EntityFinder, 'find' | 'settle'>;
  /** True: the caller said yes. False: no. Undefined: neither. */
  readonly yesOrNo: (text: string) => boolean | undefined;
}

/** `vectors`: the meanings of words, shared by all robots. @throws PackageFault when the records hold no robot */
export function loadRobot(records: Iterable<PackageRecord>, vectors?: WordVectors): LoadedRobot {
  const sorted = new PackageRecords(records);
  const contents = new RobotContents(sorted);
  const finder = new EntityFinder(sorted.of('lexicons'), sorted.of('entries'));
  const { scopes, slotLexicon } = contents;
  const matcher = makeMatcher({
    ...{ questions: contents.questions.values(), scopes, finder, slotLexicon, vectors },
    learnt: sorted.of('matching'),
  });
  return { contents, matcher, finder, yesOrNo };
}
