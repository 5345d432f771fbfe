// The thread's side of OnDemandThread.
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadJob } from './thread.js';

/** Answers each job with what `work` returns. */
export function answerJobs<Job, Result>(work: (job: Job) => Result): void {
  const outcome = (job: Job): Omit<ThreadAnswer<Result>, 'number'> => {
    try {
      return { result: work(job) };
    } catch (fault) {
      return { fault: fault instanceof Error ? fault.message : 'unknown' };
    }
  };
  parentPort?.on('message', ({ number, job }: ThreadJob<Job>) => {
    parentPort?.postMessage({ number, ...outcome(job) } satisfies ThreadAnswer<Result>);
  });
}
