// The jobs of a feature put together: recovery at the start, the runners, and the alarm that kicks them.
import type { Logger } from 'pino';
import { isDiskFull } from '../protocol/errors.js';
import { Alarm } from './alarm.js';
import type { Runner } from './runner.js';

export interface JobServiceParts {
  /** The feature, at the beginning of log lines. */
  readonly name: string;
  readonly log: Logger;
  /** ms of elapsed time */
  readonly now: () => number;
  readonly runners: readonly Pick<Runner<unknown>, 'start' | 'kick' | 'stop'>[];
  /** Writes down what a process that has gone left half done. */
  readonly recover: () => void;
  /** ms of elapsed time */
  readonly nextDueAt: () => number | undefined;
  /** Longest wait for a job that waits for its time. */
  readonly mostWaitMs: number;
  /** Wait before the disk is tried again after it was full. */
  readonly diskRetryMs: number;
}

export class JobService {
  readonly #parts: JobServiceParts;
  readonly #alarm: Alarm;
  #isStopped = false;
  #again: NodeJS.Timeout | undefined;

  constructor(parts: JobServiceParts) {
    const { nextDueAt: dueAt, now, mostWaitMs: mostMs } = parts;
    this.#parts = parts;
    this.#alarm = new Alarm({ dueAt, now, mostMs, ring: () => this.kick() });
  }

  /**
   * Begins once the disk has room to write down what lies half done; that is tried again and again. `tidyUp` comes
   * between recovery and work, and is left out where the disk was full at first.
   */
  async start(tidyUp: () => Promise<void>): Promise<void> {
    if (!this.#recover()) return;
    await tidyUp();
    this.#begin();
  }

  /** Something waits that did not before, or ended. Never throws: whoever says so has done his part. */
  kick(): void {
    if (this.#isStopped) return;
    const { runners, name, log, diskRetryMs } = this.#parts;
    for (const runner of runners) runner.kick();
    try {
      this.#alarm.set();
    } catch (err) {
      log.error({ err }, `${name}: the queue cannot be read; trying again`);
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.kick(), diskRetryMs).unref();
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#alarm.stop();
    clearTimeout(this.#again);
    await Promise.all(this.#parts.runners.map((runner) => runner.stop()));
  }

  #begin(): void {
    if (this.#isStopped) return;
    for (const runner of this.#parts.runners) runner.start();
    this.#alarm.set();
  }

  #recover(): boolean {
    const { name, log, recover, diskRetryMs } = this.#parts;
    try {
      recover();
      return true;
    } catch (err) {
      if (!isDiskFull(err)) throw err;
      log.error({ err }, `${name}: the disk is full; the queue waits for free space`);
      const resume = () => {
        if (!this.#isStopped && this.#recover()) this.#begin();
      };
      setTimeout(resume, diskRetryMs).unref();
      return false;
    }
  }
}
