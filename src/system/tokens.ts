// Access tokens (specification 1, section 2.1): a day long, bound to the appkey that obtained them, several per appkey.
// A renewal leaves the old token at most five minutes. Kept as hashes; recent ones also in memory, so that a screening
// call costs no SQL. This process is the table's only writer, which keeps the memory true.
import { limits } from '../protocol/limits.js';
import { hashOf, newSecret, type Random } from './secret.js';
import type { SystemTable, TokenRow } from './table.js';

export interface IssuedToken {
  readonly token: string;
  readonly refresh_token: string;
  /** seconds */
  readonly life: number;
}

export interface TokensOptions {
  readonly table: SystemTable;
  /** ms UTC */
  readonly now: () => number;
  readonly random: Random;
  readonly lifeS: number;
  readonly perAppkey?: number;
  readonly cacheEntries?: number;
}

export type TokenVerdict = 'valid' | 'expired' | 'unknown';

interface Remembered {
  readonly appkey: string;
  expiresAt: number;
}

export class Tokens {
  readonly #options: TokensOptions;
  readonly #perAppkey: number;
  readonly #cacheEntries: number;
  /** By the token's hash; the oldest use comes first. */
  readonly #cache = new Map<string, Remembered>();

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#perAppkey = options.perAppkey ?? limits.token.perAppkey;
    this.#cacheEntries = options.cacheEntries ?? limits.token.cacheEntries;
  }

  /** With a refresh token: a renewal. One that is not known (or of another appkey) does not fail. */
  issue(appkey: string, refreshToken?: string): IssuedToken {
    const { table, now, random, lifeS } = this.#options;
    const token = newSecret(random);
    const refresh = newSecret(random);
    const at = now();
    const changed: TokenRow[] = [];
    const dropped: TokenRow[] = [];
    table.db.transaction(() => {
      if (refreshToken !== undefined) {
        changed.push(...table.shorten(hashOf(refreshToken), appkey, at + limits.token.renewedLifeS * 1000));
      }
      const over = table.countTokens(appkey) + 1 - this.#perAppkey;
      if (over > 0) dropped.push(...table.dropSoonest(appkey, over));
      table.addToken(hashOf(token), hashOf(refresh), appkey, at, at + lifeS * 1000);
    })();
    for (const row of changed) this.#remember(keyOf(row.token_hash), row);
    for (const row of dropped) this.#cache.delete(keyOf(row.token_hash));
    return { token, refresh_token: refresh, life: lifeS };
  }

  check(appkey: string, token: string): TokenVerdict {
    const hash = hashOf(token);
    const key = keyOf(hash);
    let known = this.#cache.get(key);
    if (known === undefined) {
      const row = this.#options.table.token(hash);
      if (row === undefined) return 'unknown';
      known = this.#remember(key, row);
    } else {
      this.#cache.delete(key); // back in at the end: most recently used
      this.#cache.set(key, known);
    }
    if (known.appkey !== appkey) return 'unknown';
    return this.#options.now() < known.expiresAt ? 'valid' : 'expired';
  }

  forgetApp(appkey: string): void {
    for (const [key, known] of this.#cache) if (known.appkey === appkey) this.#cache.delete(key);
  }

  /** Removes what has expired. */
  sweep(): number {
    const now = this.#options.now();
    for (const [key, known] of this.#cache) if (known.expiresAt <= now) this.#cache.delete(key);
    return this.#options.table.sweep(now);
  }

  #remember(key: string, row: TokenRow): Remembered {
    const known = { appkey: row.appkey, expiresAt: row.expires_at };
    this.#cache.delete(key);
    this.#cache.set(key, known);
    if (this.#cache.size > this.#cacheEntries) {
      const oldest = this.#cache.keys().next();
      if (oldest.done !== true) this.#cache.delete(oldest.value);
    }
    return known;
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64');
