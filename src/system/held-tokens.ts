// Tokens that the database could not store while the disk was full: issued tokens, and the shortened lives of renewed
// ones. They are valid like stored tokens until they are stored or this process ends. A client whose token is refused
// then asks for another one, as it does every day.
import { limits } from '../protocol/limits.js';

export interface HeldToken {
  readonly hash: Buffer;
  readonly appkey: string;
  expiresAt: number;
  /** Data of an issued token; undefined: an existing token whose life was shortened. */
  readonly issued?: { readonly refreshHash: Buffer; readonly at: number };
}

export class HeldTokens {
  /** Keyed by the token's hash in BASE64; the oldest entry comes first. */
  readonly #held = new Map<string, HeldToken>();

  get size(): number {
    return this.#held.size;
  }

  get isFull(): boolean {
    return this.#held.size >= limits.token.heldEntries;
  }

  get(key: string): HeldToken | undefined {
    return this.#held.get(key);
  }

  all(): HeldToken[] {
    return [...this.#held.values()];
  }

  hold(token: HeldToken): void {
    this.#held.set(token.hash.toString('base64'), token);
  }

  /** Shortens the lives of the held tokens of a refresh token; `atMost` is the latest expiry in elapsed time, ms. */
  shorten(refreshHash: Buffer, appkey: string, atMost: number): void {
    for (const token of this.#held.values()) {
      if (token.appkey === appkey && token.issued?.refreshHash.equals(refreshHash) === true)
        token.expiresAt = Math.min(token.expiresAt, atMost);
    }
  }

  forgetApp(appkey: string): void {
    for (const [key, token] of this.#held) if (token.appkey === appkey) this.#held.delete(key);
  }

  /** Removes issued tokens that have expired. Shortened lives stay until they are stored. */
  sweep(now: number): void {
    for (const [key, token] of this.#held) {
      if (token.expiresAt <= now && token.issued !== undefined) this.#held.delete(key);
    }
  }

  clear(): void {
    this.#held.clear();
  }
}
