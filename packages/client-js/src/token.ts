// The access token: fetched once for all concurrent callers, renewed before it expires, and replaced after a 401.
import { UsageError } from './errors.js';
import { call, refusalOf, type Trust } from './http.js';
import { type RetryOptions, untilAborted, withRetries } from './retry.js';
import type { IssuedToken } from './wire.js';

export interface TokenOptions extends Trust {
  /** The address that issues tokens, over https only: `https://gateway:8443`. */
  readonly url: string;
  readonly appkey: string;
  readonly secret: string;
  readonly idleMs: number;
  readonly retry: RetryOptions;
  /** The clock, ms; it need not show the time of day. */
  readonly nowMs?: (() => number) | undefined;
}

/** Fraction of its lifetime after which a token is renewed. */
const renewedAfter = 0.8;

export class AccessToken {
  readonly #options: TokenOptions;
  readonly #nowMs: () => number;
  #kept: { readonly issued: IssuedToken; readonly renewAtMs: number } | undefined;
  #underWay: Promise<string> | undefined;

  constructor(options: TokenOptions) {
    if (!options.url.startsWith('https:')) {
      throw new UsageError(`${options.url}: tokens are issued over https only; tokenUrl must begin with https:`);
    }
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  /** A token that is valid for some time. */
  async current(signal?: AbortSignal): Promise<string> {
    const kept = this.#kept;
    if (kept !== undefined && this.#nowMs() < kept.renewAtMs) return kept.issued.token;
    this.#underWay ??= this.#issue(kept?.issued.refresh_token).finally(() => {
      this.#underWay = undefined;
    });
    return untilAborted(this.#underWay, signal);
  }

  /** Drops a refused token, so that the next call fetches another. Does nothing if it was dropped already. */
  refuse(token: string): void {
    if (this.#kept?.issued.token === token) this.#kept = undefined;
  }

  async #issue(refreshToken: string | undefined): Promise<string> {
    const { url, appkey, secret, idleMs, retry } = this.#options;
    const address = new URL('/v10/auth/get-access-token', url);
    address.searchParams.set('appkey', appkey);
    // The renewed token expires soon, so that no unused tokens remain.
    if (refreshToken !== undefined) address.searchParams.set('refresh_token', refreshToken);
    const authorization = `Basic ${Buffer.from(`${appkey}:${secret}`, 'utf8').toString('base64')}`;
    const issued = await withRetries(
      async () => {
        const reply = await call(address, this.#options, { headers: { authorization }, idleMs });
        if (reply.status !== 200) throw refusalOf(reply);
        return JSON.parse(reply.body.toString('utf8')) as IssuedToken;
      },
      retry,
      undefined,
    );
    this.#kept = { issued, renewAtMs: this.#nowMs() + issued.life * 1_000 * renewedAfter };
    return issued.token;
  }
}
