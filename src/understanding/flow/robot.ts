// A robot in memory: the records of its package, and what finds words and questions in an input.
import type { Entity, Moment } from '../entities/entity.js';
import type { Matcher } from '../matching/hit.js';
import type { Value } from '../notation/expression.js';
import type { RobotContents } from './contents.js';

export interface Finder {
  find(
    text: string,
    lexicons: readonly string[],
    given: { readonly moment: Moment; readonly variables: (path: readonly string[]) => Value },
  ): readonly Entity[];
  settle(entities: readonly Entity[], wanted?: readonly string[]): readonly Entity[];
}

export interface LoadedRobot {
  readonly contents: RobotContents;
  readonly matcher: Matcher;
  readonly finder: Finder;
  /** Whether the caller said yes (true) or no (false); undefined: neither. */
  readonly yesOrNo: (text: string) => boolean | undefined;
}
