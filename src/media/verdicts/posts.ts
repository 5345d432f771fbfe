// Final verdicts, told to an address by POST: so many at once, each tried again a few times, and none kept over a restart.

import type { Logger } from 'pino';
import type { Chance } from '../../jobs/backoff.js';
import { final, retryWaitMs } from '../../jobs/retry.js';
import { Slots } from '../../jobs/slots.js';
import { NetFault } from '../../net/fault.js';
import { withinTime } from '../../net/time-limit.js';
import { limits } from '../../protocol/limits.js';
import type { ScreeningData } from '../screening-data.js';

export type PostOutcome = 'delivered' | 'refused' | 'failed' | 'dropped';

export interface PostParts {
  /** Throws a NetFault. */
  readonly send: (url: string, json: string, signal: AbortSignal) => Promise<unknown>;
  readonly log: Logger;
  readonly onOutcome: (outcome: PostOutcome) => void;
  readonly chance?: Chance;
}

const { atOnce, most, tries: mostTries, timeoutMs, backoff } = limits.verdicts.posts;

export class VerdictPosts {
  readonly #parts: PostParts;
  readonly #slots = new Slots(atOnce, most);
  readonly #stopping = new AbortController();
  #open = 0;

  constructor(parts: PostParts) {
    this.#parts = parts;
  }

  /** Posts that are under way or wait. */
  get open(): number {
    return this.#open;
  }

  post(url: string, verdict: ScreeningData): void {
    const { log, onOutcome } = this.#parts;
    const facts = { call: verdict.uuid };
    if (this.#open >= most || this.#stopping.signal.aborted) {
      onOutcome('dropped');
      log.warn({ ...facts, open: this.#open }, 'a verdict is not posted: too many wait, or the gateway stops');
      return;
    }
    this.#open++;
    void this.#deliver(url, JSON.stringify(verdict), facts).then((outcome) => {
      this.#open--;
      onOutcome(outcome);
    });
  }

  /** What waits is given up. */
  stop(): void {
    if (this.#open > 0) this.#parts.log.warn({ open: this.#open }, 'verdicts were not posted: the gateway stops');
    this.#stopping.abort();
  }

  async #deliver(url: string, json: string, facts: object): Promise<PostOutcome> {
    const { log, chance = Math.random } = this.#parts;
    for (let tries = 0; ; tries++) {
      const fault = await this.#slots.run(() => this.#try(url, json));
      if (fault === undefined) return 'delivered';
      if (this.#stopping.signal.aborted) return 'dropped';
      const isFinal = fault instanceof NetFault && fault.kind !== 'passing';
      const reason = fault.message;
      const waitMs = retryWaitMs(isFinal ? final : { weight: 1, most: mostTries }, tries, backoff, chance);
      if (waitMs === undefined) {
        log.warn({ ...facts, reason, tries: tries + 1 }, 'a verdict could not be posted and is given up');
        return isFinal ? 'refused' : 'failed';
      }
      log.info({ ...facts, reason, waitMs }, 'a verdict could not be posted and will be tried again');
      if (!(await this.#wait(waitMs))) return 'dropped';
    }
  }

  async #try(url: string, json: string): Promise<Error | undefined> {
    if (this.#stopping.signal.aborted) return new Error('the gateway stops');
    try {
      await withinTime(this.#stopping.signal, timeoutMs, (until) => this.#parts.send(url, json, until));
      return undefined;
    } catch (fault) {
      return fault as Error;
    }
  }

  /** False: the gateway stops. */
  #wait(ms: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      const stopped = () => done(false);
      const timer = setTimeout(() => done(true), ms);
      const done = (mayGoOn: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stopped);
        resolve(mayGoOn);
      };
      signal.addEventListener('abort', stopped, { once: true });
    });
  }
}
