// The records that matching learns from a robot, for its package.
import { readFileSync } from 'node:fs';
import { finished } from '../../protocol/steps.js';
import { realDisk } from '../../storage/disk.js';
import type { AreaKey } from '../../trust/area-key.js';
import { KeyedFiles } from '../../trust/keyed-files.js';
import { robotOf } from '../../understanding/flow/robot.js';
import { trainedRecord } from '../../understanding/matching/learnt-record.js';
import type { Learns } from '../../understanding/matching/near-questions.js';
import { WordVectors } from '../../understanding/matching/word-vectors.js';
import type { PackageRecord, TrainedRecord } from '../../understanding/package/records.js';
import { openModelDirectory } from '../../understanding/trained/directory.js';
import { ModelFault } from '../../understanding/trained/fault.js';

export interface Learning {
  /** The file of word vectors; undefined if there is none. */
  readonly vectors: string | undefined;
  readonly learns: Learns;
}

const meaningsIn = (vectors: string | undefined): WordVectors | undefined =>
  vectors === undefined ? undefined : new WordVectors(readFileSync(vectors));

/** @throws ModelFault */
export function modelIn(directory: string, vectors: string | undefined, key: AreaKey | undefined): TrainedRecord {
  const { model } = openModelDirectory(directory, new KeyedFiles(realDisk, key));
  if (model.vectors !== meaningsIn(vectors)?.fingerprint) {
    throw new ModelFault('was trained with other word vectors than those of this service; train it again');
  }
  return trainedRecord(model);
}

export function learntFrom(records: readonly PackageRecord[], { vectors, learns }: Learning): PackageRecord[] {
  const meanings = meaningsIn(vectors);
  const { matcher } = finished(robotOf(records, { vectors: meanings, learns }));
  return Array.from(matcher.records(), (record) => ({ section: 'matching', record }));
}
