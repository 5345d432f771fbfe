// Access tokens (specification 1, section 2.1): a day long, bound to the appkey that obtained them, several per appkey.
// A renewal leaves the old token at most five minutes. Kept as hashes; recent ones also in memory, so that a screening
// call costs no SQL. This process is the table's only writer, which keeps the memory true. A full disk stops no client:
// what the table cannot take is held in memory until it can.

import { isDiskFull } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { Lru } from '../storage/lru.js';
import { HeldTokens } from './held-tokens.js';
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
  /** ms of elapsed time */
  readonly now: () => number;
  /** False: rows that have expired stay. */
  readonly maySweep?: () => boolean;
  readonly random: Random;
  readonly lifeS: number;
  readonly perAppkey?: number;
  readonly cacheEntries?: number;
  /** Told that a write found the disk full. True: there is a little room now. */
  readonly makeRoom?: (fault: unknown) => boolean;
}

export type TokenVerdict = 'valid' | 'expired' | 'unknown';

interface FreshToken {
  readonly hash: Buffer;
  readonly refreshHash: Buffer;
  readonly appkey: string;
  /** ms of elapsed time */
  readonly at: number;
  readonly expiresAt: number;
  /** Hash of the refresh token whose tokens it replaces. */
  readonly renewed?: Buffer;
}

interface Remembered {
  readonly appkey: string;
  expiresAt: number;
}

export class Tokens {
  readonly #options: TokensOptions;
  readonly #perAppkey: number;
  /** Tokens by their hash. */
  readonly #cache: Lru<string, Remembered>;
  readonly #held = new HeldTokens();

  constructor(options: TokensOptions) {
    this.#options = options;
    this.#perAppkey = options.perAppkey ?? limits.token.perAppkey;
    this.#cache = new Lru({ entries: options.cacheEntries ?? limits.token.cacheEntries });
  }

  /**
   * Issues a token; with a refresh token it is a renewal. An unknown refresh token (or another appkey's) does not fail.
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

  /** The rows that the new token pushed out. */
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

  /** Stores what is held in memory; false: the disk is still full. */
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
    for (const { hash } of this.#held.all()) this.#cache.delete(keyOf(hash)); // read anew
    for (const row of dropped) this.#cache.delete(keyOf(row.token_hash));
    this.#held.clear();
    return true;
  }

  check(appkey: string, token: string): TokenVerdict {
    const known = this.#find(token);
    return known === undefined ? 'unknown' : this.#judge(known, appkey);
  }

  /** The appkey that a token was obtained with, while it is remembered; whether it still holds `check` says. */
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

  /** Removes what has expired. On a full disk its rows stay until the next time. */
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
