// Access tokens (specification 1, section 2.1). A token lives for a day and is bound to the appkey that obtained it; an
// appkey may have several. After a renewal the old token lives for at most five more minutes. Tokens are stored as
// hashes. Recent ones are also kept in memory, so that a screening call costs no SQL; this process is the table's only
// writer, which keeps the memory correct. When the disk is full, tokens that the table cannot take are held in memory
// until it can.

import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { Lru } from '../storage/lru.js';
import { HeldTokens } from './held-tokens.js';
import { hashOf, newSecret, type Random } from './secret.js';
import type { SystemTable, TokenRow } from './table.js';

export interface IssuedToken {
  readonly token: string;
  readonly refresh_token: string;
  /** remaining life, s */
  readonly life: number;
}

export interface TokensOptions {
  readonly table: SystemTable;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly now: () => number;
  /** false: `sweep` must not delete expired rows now. */
  readonly maySweep?: () => boolean;
  readonly random: Random;
  readonly lifeS: number;
  readonly perAppkey?: number;
  readonly cacheEntries?: number;
  /** Called when a write found the disk full. Returns true if it freed a little room. */
  readonly makeRoom?: (fault: unknown) => boolean;
}

export type TokenVerdict = 'valid' | 'expired' | 'unknown';

interface FreshToken {
  readonly hash: Buffer;
  readonly refreshHash: Buffer;
  readonly appkey: string;
  /** elapsed time at the issue, ms */
  readonly at: number;
  readonly expiresAt: number;
  /** Hash of the refresh token whose access tokens this one replaces. */
  readonly renewed?: Buffer;
}

interface Remembered {
  readonly appkey: string;
  expiresAt: number;
}

export class Tokens {
  readonly #options: TokensOptions;
  readonly #perAppkey: number;
  /** Recent tokens, keyed by hash. */
  readonly #cache: Lru<string, Remembered>;
  readonly #held = new HeldTokens();

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#perAppkey = options.perAppkey ?? limits.token.perAppkey;
    this.#cache = new Lru({ entries: options.cacheEntries ?? limits.token.cacheEntries });
  }

  /**
   * Issues a token. With a refresh token it is a renewal; one that is unknown or belongs to another appkey is ignored.
   */
  issue(appkey: string, refreshToken?: string): IssuedToken {
    const { now, random, lifeS } = this.#options;
    const token = newSecret(random);
    const refresh = newSecret(random);
    const at = now();
    const fresh: FreshToken = {
      ...{ hash: hashOf(token), refreshHash: hashOf(refresh), appkey, at, expiresAt: at + lifeS * 1000 },
      ...(refreshToken !== undefined && { renewed: hashOf(refreshToken) }),
    };
    this.#keep(fresh);
    return { token, refresh_token: refresh, life: lifeS };
  }

  #keep(fresh: FreshToken): void {
    try {
      this.#store(fresh);
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
      if (this.#options.makeRoom?.(fault) === true) this.#keep(fresh);
      else if (this.#held.isFull) throw fault;
      else this.#hold(fresh);
    }
  }

  #store({ hash, refreshHash, appkey, at, expiresAt, renewed }: FreshToken): void {
    const { table } = this.#options;
    const changed: TokenRow[] = [];
    const dropped: TokenRow[] = [];
    table.db.transaction(() => {
      if (renewed !== undefined) {
        const atMost = at + limits.token.renewedLifeS * 1000;
        this.#held.shorten(renewed, appkey, atMost);
        changed.push(...table.shorten(renewed, appkey, atMost));
      }
      dropped.push(...this.#addRow(hash, refreshHash, appkey, at, expiresAt));
    })();
    for (const row of changed) this.#remember(keyOf(row.token_hash), row);
    for (const row of dropped) this.#cache.delete(keyOf(row.token_hash));
  }

  /** Adds the row of a new token. Returns the rows that it pushed out because the appkey had too many. */
  #addRow(hash: Buffer, refreshHash: Buffer, appkey: string, at: number, expiresAt: number): TokenRow[] {
    const { table } = this.#options;
    const over = table.countTokens(appkey) + 1 - this.#perAppkey;
    const dropped = over > 0 ? table.dropSoonest(appkey, over) : [];
    table.addToken(hash, refreshHash, appkey, at, expiresAt);
    return dropped;
  }

  #hold({ hash, refreshHash, appkey, at, expiresAt, renewed }: FreshToken): void {
    if (renewed !== undefined) {
      const atMost = at + limits.token.renewedLifeS * 1000;
      this.#held.shorten(renewed, appkey, atMost);
      for (const row of this.#options.table.tokensOfRefresh(renewed, appkey)) {
        const { token_hash, expires_at } = row;
        this.#held.hold({ hash: token_hash, appkey, expiresAt: Math.min(expires_at, atMost) });
      }
    }
    this.#held.hold({ hash, appkey, expiresAt, issued: { refreshHash, at } });
  }

  /** Stores the tokens held in memory. Returns false if the disk is still full. */
  storeHeld(): boolean {
    if (this.#held.size === 0) return true;
    const { table } = this.#options;
    const dropped: TokenRow[] = [];
    try {
      table.db.transaction(() => {
        for (const { hash, appkey, expiresAt, issued } of this.#held.all()) {
          if (issued === undefined) table.shortenToken(hash, expiresAt);
          else dropped.push(...this.#addRow(hash, issued.refreshHash, appkey, issued.at, expiresAt));
        }
      })();
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
      return false;
    }
    for (const { hash } of this.#held.all()) this.#cache.delete(keyOf(hash)); // later lookups read them from the table
    for (const row of dropped) this.#cache.delete(keyOf(row.token_hash));
    this.#held.clear();
    return true;
  }

  /** Judges a token. A token of another appkey is `unknown`. */
  check(appkey: string, token: string): TokenVerdict {
    const known = this.#find(token);
    return known === undefined ? 'unknown' : this.#judge(known, appkey);
  }

  /**
   * The appkey that obtained a token, while the token is remembered. `check` tells whether the token is still valid.
   */
  ownerOf(token: string): string | undefined {
    return this.#find(token)?.appkey;
  }

  #find(token: string): Pick<Remembered, 'appkey' | 'expiresAt'> | undefined {
    const hash = hashOf(token);
    const key = keyOf(hash);
    const known = this.#held.get(key) ?? this.#cache.get(key);
    if (known !== undefined) return known;
    const row = this.#options.table.token(hash);
    return row && this.#remember(key, row);
  }

  #judge(known: Pick<Remembered, 'appkey' | 'expiresAt'>, appkey: string): TokenVerdict {
    if (known.appkey !== appkey) return 'unknown';
    return this.#options.now() < known.expiresAt ? 'valid' : 'expired';
  }

  forgetApp(appkey: string): void {
    this.#held.forgetApp(appkey);
    this.#cache.deleteWhere((known) => known.appkey === appkey);
  }

  /**
   * Removes expired tokens and returns the number of removed rows. On a full disk the rows stay until the next sweep.
   */
  sweep(): number {
    const now = this.#options.now();
    this.#cache.deleteWhere((known) => known.expiresAt <= now);
    this.#held.sweep(now);
    try {
      this.storeHeld();
      return this.#options.maySweep?.() === false ? 0 : this.#options.table.sweep(now);
    } catch (fault) {
      if (!isDiskFull(fault)) throw fault;
      this.#options.makeRoom?.(fault);
      return 0;
    }
  }

  #remember(key: string, row: TokenRow): Remembered {
    const known = { appkey: row.appkey, expiresAt: row.expires_at };
    this.#cache.set(key, known);
    return known;
  }
}

const keyOf = (hash: Buffer): string => hash.toString('base64');
