// Learnt numbers as records of a package; arrays of numbers are stored in base64.
import type { HeadRecord, MatchingRecord, TrainedRecord } from '../package/records.js';
import type { HeadWeights } from './head/training.js';
import type { Scope } from './hit.js';
import type { LearntScope } from './learn-scope.js';
import { adapterOf } from './trained/adapter.js';
import type { TrainedModel } from './trained/model.js';

const encoded = (array: Uint32Array | Float32Array | Int8Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

/** Copies the bytes, so that four-byte numbers are aligned. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes).buffer;
}

function headRecord(head: HeadWeights): HeadRecord {
  const { labels, vectorShare, firsts, seconds, rarities, weights, steps, biases } = head;
  return {
    ...{ labels, vectorShare, firsts: encoded(firsts), seconds: encoded(seconds), rarities: encoded(rarities) },
    ...{ weights: encoded(weights), steps: encoded(steps), biases: encoded(biases) },
  };
}

function weightsOf({ labels, vectorShare, ...arrays }: HeadRecord): HeadWeights {
  return {
    ...{ labels, vectorShare, firsts: new Uint32Array(bytesOf(arrays.firsts)) },
    ...{ seconds: new Uint32Array(bytesOf(arrays.seconds)), rarities: new Float32Array(bytesOf(arrays.rarities)) },
    ...{ weights: new Int8Array(bytesOf(arrays.weights)), steps: new Float32Array(bytesOf(arrays.steps)) },
    biases: new Float32Array(bytesOf(arrays.biases)),
  };
}

/** The record of a learnt scope. `idOf` returns the id of a question. */
export function recordOf(
  scope: Scope,
  { head, calibration }: LearntScope,
  from: Pick<MatchingRecord, 'vectors' | 'texts' | 'trained'>,
  idOf: (question: number) => number,
): MatchingRecord {
  const record = { scope, ...from, calibration };
  if (head === undefined) return { ...record, head: null };
  return { ...record, head: { questionIds: head.questions.map(idOf), ...headRecord(head.weights) } };
}

/**
 * Adds the words of the scope's vocabulary to a record, because finding them anew takes longer than reading them in a
 * large scope.
 */
export const withVocabulary = (record: MatchingRecord, words: Uint32Array): MatchingRecord => ({
  ...record,
  vocabulary: encoded(words),
});

export const vocabularyOf = ({ vocabulary }: MatchingRecord): Uint32Array | undefined =>
  vocabulary === undefined ? undefined : new Uint32Array(bytesOf(vocabulary));

/** Reads a learnt scope from its record; undefined: the record belongs to other questions. */
export function learntOf(
  { head, calibration }: MatchingRecord,
  questionOf: (id: number) => number | undefined,
): LearntScope | undefined {
  if (head === null) return { head: undefined, calibration };
  const questions = head.questionIds.flatMap((id) => questionOf(id) ?? []);
  if (questions.length !== head.labels) return undefined;
  return { head: { weights: weightsOf(head), questions }, calibration };
}

/** The record of a trained model. */
export function trainedRecord({ head, adapter, ...model }: TrainedModel): TrainedRecord {
  const adapted = adapter === undefined ? null : { dims: adapter.dims, weights: encoded(adapter.weights) };
  return { ...model, head: headRecord(head), adapter: adapted };
}

/** Reads a trained model from its record. */
export function trainedOf({ head, adapter, ...model }: TrainedRecord): TrainedModel {
  const weights = adapter === null ? undefined : new Float32Array(bytesOf(adapter.weights));
  return {
    ...{ ...model, head: weightsOf(head) },
    adapter: adapter === null || weights === undefined ? undefined : adapterOf(adapter.dims, weights),
  };
}
