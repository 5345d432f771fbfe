// Posts final verdicts to an address: a limited number at once, each with a few tries, and none kept over a restart. An
// application whose receiver is dead delays only its own posts, and cannot use up the places of the others.

import type { Logger } from 'pino';
import type { Chance } from '../../jobs/backoff.js';
import { FairSlots } from '../../jobs/fair-slots.js';
import { final, retryWaitMs } from '../../jobs/retry.js';
import { NetFault } from '../../net/fault.js';
import { withinTime } from '../../net/time-limit.js';
import { limits } from '../../protocol/limits.js';
import { type Booking, Share } from '../../shares/share.js';
import type { ScreeningData } from '../screening-data.js';

export type PostOutcome = 'delivered' | 'refused' | 'failed' | 'dropped';

export interface PostParts {
  /** Throws a NetFault. */
  readonly send: (url: string, json: string, signal: AbortSignal) => Promise<unknown>;
  readonly log: Logger;
  readonly onOutcome: (outcome: PostOutcome) => void;
  readonly chance?: Chance;
  readonly own?: PostLimits;
}

export interface PostLimits {
  /** Number of posts sent at once, in total and for one application. */
  readonly atOnce: number;
  readonly atOncePerApplication: number;
  /** Number of posts that are being sent, wait, or wait for another try. */
  readonly most: number;
}

const { tries: mostTries, timeoutMs, backoff } = limits.verdicts.posts;

interface Delivery {
  readonly appkey: string;
  readonly url: string;
  readonly json: string;
  /** for the log */
  readonly facts: object;
}

export class VerdictPosts {
  readonly #parts: PostParts;
  readonly #slots: FairSlots;
  readonly #places: Share;
  readonly #stopping = new AbortController();

  constructor(parts: PostParts) {
    this.#parts = parts;
    const { atOnce, atOncePerApplication: atOncePerOwner, most: limit } = parts.own ?? limits.verdicts.posts;
    this.#slots = new FairSlots({ atOnce, atOncePerOwner });
    const advice = 'make sure that the receiver answers';
    this.#places = new Share({ name: 'posts', what: 'verdicts that wait to be posted', limit, advice });
  }

  /** Number of posts that are being sent or wait. */
  get open(): number {
    return this.#places.used;
  }

  /** Posts a verdict. `appkey` is that of the application that owns the call. */
  post(appkey: string, url: string, verdict: ScreeningData): void {
    const { log, onOutcome } = this.#parts;
    const facts = { call: verdict.uuid, appkey };
    let place: Booking;
    try {
      if (this.#stopping.signal.aborted) throw new Error('the gateway is stopping');
      place = this.#places.take({ address: appkey });
    } catch (fault) {
      onOutcome('dropped');
      log.warn({ ...facts, open: this.open, reason: (fault as Error).message }, 'a verdict was not posted');
      return;
    }
    void this.#deliver({ appkey, url, json: JSON.stringify(verdict), facts }).then((outcome) => {
      place.release();
      onOutcome(outcome);
    });
  }

  /** Gives up the posts that wait. */
  stop(): void {
    if (this.open > 0) this.#parts.log.warn({ open: this.open }, 'verdicts were not posted: the gateway is stopping');
    this.#stopping.abort();
  }

  async #deliver({ appkey, url, json, facts }: Delivery): Promise<PostOutcome> {
    const { log, chance = Math.random } = this.#parts;
    for (let tries = 0; ; tries++) {
      const fault = await this.#slots.run(appkey, () => this.#try(url, json));
      if (fault === undefined) return 'delivered';
      if (this.#stopping.signal.aborted) return 'dropped';
      const isFinal = fault instanceof NetFault && fault.kind !== 'passing';
      const reason = fault.message;
      const waitMs = retryWaitMs(isFinal ? final : { weight: 1, most: mostTries }, tries, backoff, chance);
      if (waitMs === undefined) {
        log.warn({ ...facts, reason, tries: tries + 1 }, 'a verdict could not be posted; no more tries');
        return isFinal ? 'refused' : 'failed';
      }
      log.info({ ...facts, reason, waitMs }, 'a verdict could not be posted; the gateway will try again');
      if (!(await this.#wait(waitMs))) return 'dropped';
    }
  }

  async #try(url: string, json: string): Promise<Error | undefined> {
    if (this.#stopping.signal.aborted) return new Error('the gateway is stopping');
    try {
      await withinTime(this.#stopping.signal, timeoutMs, (until) => this.#parts.send(url, json, until));
      return undefined;
    } catch (fault) {
      return fault as Error;
    }
  }

  /** False if the gateway stops meanwhile. */
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
