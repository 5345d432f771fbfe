// The thread that reads word lists.
import { parentPort } from 'node:worker_threads';
import { type ListKind, parseList, type ReadLists } from './read.js';

export interface ListRequest {
  readonly number: number;
  readonly kind: ListKind;
  readonly content: Uint8Array;
  readonly ignoreTone: boolean;
}

export interface ListAnswer {
  readonly number: number;
  readonly list?: ReadLists[ListKind];
  readonly fault?: string;
}

parentPort?.on('message', ({ number, kind, content, ignoreTone }: ListRequest) => {
  const answer = (rest: Omit<ListAnswer, 'number'>) =>
    parentPort?.postMessage({ number, ...rest } satisfies ListAnswer);
  try {
    answer({ list: parseList(kind, content, ignoreTone) });
  } catch (fault) {
    answer({ fault: fault instanceof Error ? fault.message : 'unknown' });
  }
});
