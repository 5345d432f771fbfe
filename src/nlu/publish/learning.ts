// What matching learns of a robot, for its package.
import { readFileSync } from 'node:fs';
import { robotOf } from '../../understanding/flow/robot.js';
import type { Learns } from '../../understanding/matching/near-questions.js';
import { WordVectors } from '../../understanding/matching/word-vectors.js';
import type { PackageRecord } from '../../understanding/package/records.js';
import { finished } from '../../understanding/steps.js';

export interface Learning {
  /** The file of word vectors; undefined: there is none. */
  readonly vectors: string | undefined;
  readonly learns: Learns;
}

export function learntFrom(records: readonly PackageRecord[], { vectors, learns }: Learning): PackageRecord[] {
  const meanings = vectors === undefined ? undefined : new WordVectors(readFileSync(vectors));
  const { matcher } = finished(robotOf(records, { vectors: meanings, learns }));
  return Array.from(matcher.records(), (record) => ({ section: 'matching', record }));
}
