// The thread that reads word lists.
import { answerJobs } from '../../child/thread-side.js';
import { type ListKind, parseList } from './read.js';

export interface ListJob {
  readonly kind: ListKind;
  readonly content: Uint8Array;
  readonly ignoreTone: boolean;
}

answerJobs(({ kind, content, ignoreTone }: ListJob) => parseList(kind, content, ignoreTone));
