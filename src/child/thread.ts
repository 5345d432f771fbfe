// A thread for work that would block the event loop. It starts with the first job and ends when none has come for a while.
import { Worker } from 'node:worker_threads';

export interface ThreadJob<Job> {
  readonly number: number;
  readonly job: Job;
}

export interface ThreadAnswer<Result> {
  readonly number: number;
  readonly result?: Result;
  /** the text of what the job threw */
  readonly fault?: string;
}

export interface ThreadOptions {
  /** Path of the built file (builtProgram). */
  readonly program: string;
  /** The work of the thread, for errors: "reads word lists". */
  readonly does: string;
  /** The time without a job after which the thread ends. */
  readonly idleMs: number;
  /** MiB of JavaScript objects that it may hold. */
  readonly heapMiB: number;
}

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

export class OnDemandThread<Job, Result> {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting<Result>>();
  #worker: Worker | undefined;
  #lastNumber = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Jobs that wait or run. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Does a job after those before it. Rejects if the job throws or the thread stops. */
  run(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#idle);
      this.#worker ??= this.#start();
      const number = ++this.#lastNumber;
      this.#waiting.set(number, { resolve, reject });
      this.#worker.postMessage({ number, job } satisfies ThreadJob<Job>);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { program, does, heapMiB } = this.#options;
    const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMiB } });
    worker.unref(); // a caller that waits for a result keeps the process alive by other means
    worker.on('message', ({ number, result, fault }: ThreadAnswer<Result>) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (fault === undefined) waiting?.resolve(result as Result);
      else waiting?.reject(new Error(`the thread that ${does}: ${fault}`));
      if (this.#waiting.size > 0) return;
      this.#idle = setTimeout(() => this.#retire(worker), this.#options.idleMs);
      this.#idle.unref();
    });
    worker.on('error', () => {}); // 'exit' follows
    worker.on('exit', () => {
      if (this.#worker !== worker) return; // the worker was retired, and nobody waits for it
      this.#worker = undefined;
      const lost = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of lost) reject(new Error(`the thread that ${does} stopped`));
    });
    return worker;
  }

  #retire(worker: Worker): void {
    this.#worker = undefined;
    void worker.terminate();
  }
}
