// Reads word lists in a thread, one after the other. Most boxes get the same few lists all day, and the dictionary of
// readings is large: the thread ends when no list has come for a while.
import { builtProgram } from '../../child/program.js';
import { OnDemandThread } from '../../child/thread.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { ListKind, ListReader, ReadLists } from './read.js';
import type { ListJob } from './thread-main.js';

const { threadIdleMs, threadHeapMiB: heapMiB, waitingLists } = limits.wordList;

export class ListThread implements ListReader {
  readonly #thread: OnDemandThread<ListJob, ReadLists[ListKind]>;

  constructor(idleMs: number = threadIdleMs) {
    this.#thread = new OnDemandThread({
      program: builtProgram('./thread-main.js', import.meta.url),
      ...{ does: 'reads word lists', idleMs, heapMiB },
    });
  }

  get isRunning(): boolean {
    return this.#thread.isRunning;
  }

  /** Reads a list in the thread. Rejects with OVERLOADED if too many lists wait: each of them is up to 100K. */
  async read<K extends ListKind>(kind: K, content: Uint8Array, ignoreTone: boolean): Promise<ReadLists[K]> {
    if (this.#thread.size >= waitingLists) throw new ServiceError('OVERLOADED');
    return (await this.#thread.run({ kind, content, ignoreTone })) as ReadLists[K];
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
