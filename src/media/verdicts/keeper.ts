// The verdicts on a call, beside its carrier: they are kept for those who ask, and the final one is posted.
import type { VerdictKeeping } from '../screening.js';
import type { ScreeningData } from '../screening-data.js';
import type { VerdictPosts } from './posts.js';
import type { CallKey, VerdictStore } from './store.js';

export interface BegunCall extends CallKey {
  /** The address that the final verdict is posted to, instead of the operator's. */
  readonly url?: string;
}

export class VerdictKeeper implements VerdictKeeping {
  constructor(
    readonly store: Pick<VerdictStore, 'began' | 'find'>,
    readonly posts: Pick<VerdictPosts, 'post'>,
    /** ring.verdictUrl, or empty for none */
    readonly url: string,
  ) {}

  began({ url = this.url, ...key }: BegunCall): { told(verdict: ScreeningData): void } {
    const keep = this.store.began(key);
    return {
      told: (verdict) => {
        keep(verdict);
        if (verdict.final && url !== '') this.posts.post(key.appkey, url, verdict);
      },
    };
  }
}
