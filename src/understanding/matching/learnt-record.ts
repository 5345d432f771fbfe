// What was learnt of a scope as a record of a package: arrays of numbers as base64.
import type { MatchingRecord } from '../package/records.js';
import type { Scope } from './hit.js';
import type { LearntScope } from './learn-scope.js';

const encoded = (array: Uint32Array | Float32Array | Int8Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

/** Copied, so that numbers of four bytes begin where they must. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes).buffer;
}

/** `idOf`: the id of a question. */
export function recordOf(
  scope: Scope,
  { head, calibration }: LearntScope,
  from: Pick<MatchingRecord, 'vectors' | 'texts'>,
  idOf: (question: number) => number,
): MatchingRecord {
  if (head === undefined) return { scope, ...from, calibration, head: null };
  const { labels, vectorShare, firsts, seconds, rarities, weights, steps, biases } = head.weights;
  return {
    ...{ scope, ...from, calibration },
    head: {
      ...{ questionIds: head.questions.map(idOf), labels, vectorShare },
      ...{ firsts: encoded(firsts), seconds: encoded(seconds), rarities: encoded(rarities) },
      ...{ weights: encoded(weights), steps: encoded(steps), biases: encoded(biases) },
    },
  };
}

/** undefined: the record is of other questions. */
export function learntOf(
  { head, calibration }: MatchingRecord,
  questionOf: (id: number) => number | undefined,
): LearntScope | undefined {
  if (head === null) return { head: undefined, calibration };
  const questions = head.questionIds.flatMap((id) => questionOf(id) ?? []);
  if (questions.length !== head.labels) return undefined;
  const { labels, vectorShare } = head;
  const weights = {
    ...{ labels, vectorShare, firsts: new Uint32Array(bytesOf(head.firsts)) },
    ...{ seconds: new Uint32Array(bytesOf(head.seconds)), rarities: new Float32Array(bytesOf(head.rarities)) },
    ...{ weights: new Int8Array(bytesOf(head.weights)), steps: new Float32Array(bytesOf(head.steps)) },
    biases: new Float32Array(bytesOf(head.biases)),
  };
  return { head: { weights, questions }, calibration };
}
