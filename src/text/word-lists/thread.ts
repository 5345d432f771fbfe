// Reads word lists in a thread of their own, one after the other. The thread starts with the first list and ends when
// none has come for a while: most boxes get the same few lists all day, and the dictionary of readings is large.
import { Worker } from 'node:worker_threads';
import { builtProgram } from '../../child/program.js';
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { ListKind, ListReader, ReadLists } from './read.js';
import type { ListAnswer, ListRequest } from './thread-main.js';

interface Waiting {
  readonly resolve: (list: ReadLists[ListKind]) => void;
  readonly reject: (fault: unknown) => void;
}

export class ListThread implements ListReader {
  readonly #idleMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastNumber = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(idleMs: number = limits.wordList.threadIdleMs) {
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Reads a list in the thread. Rejects with OVERLOADED if too many lists wait: each of them is up to 100K. */
  read<K extends ListKind>(kind: K, content: Uint8Array, ignoreTone: boolean): Promise<ReadLists[K]> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= limits.wordList.waitingLists) throw new ServiceError('OVERLOADED');
      clearTimeout(this.#idle);
      this.#worker ??= this.#start();
      const number = ++this.#lastNumber;
      this.#waiting.set(number, { resolve: resolve as Waiting['resolve'], reject });
      this.#worker.postMessage({ number, kind, content, ignoreTone } satisfies ListRequest);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(builtProgram('./thread-main.js', import.meta.url));
    worker.unref(); // a caller that waits for a list keeps the process alive by other means
    worker.on('message', ({ number, list, fault }: ListAnswer) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (list === undefined) waiting?.reject(new Error(`a word list could not be read: ${fault}`));
      else waiting?.resolve(list);
      if (this.#waiting.size > 0) return;
      this.#idle = setTimeout(() => this.#retire(worker), this.#idleMs);
      this.#idle.unref();
    });
    worker.on('error', () => {}); // 'exit' follows
    worker.on('exit', () => {
      if (this.#worker !== worker) return; // the worker was retired, and nobody waits for it
      this.#worker = undefined;
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error('the thread that reads word lists stopped'));
    });
    return worker;
  }

  #retire(worker: Worker): void {
    this.#worker = undefined;
    void worker.terminate();
  }
}
