// What was said before, as samples: the same text in the same voice is not made again. Only whole syntheses are kept.
export interface SpokenCacheLimits {
  readonly cacheBytes: number;
  readonly cacheEntries: number;
  readonly cacheEntryBytes: number;
}

/** In the pieces in which it was made: coding takes one at a time. */
export type SpokenPieces = readonly Int16Array[];

export class SpokenCache {
  /** the one that was wanted last stands last */
  readonly #entries = new Map<string, { readonly pieces: SpokenPieces; readonly bytes: number }>();
  #bytes = 0;

  constructor(readonly limits: SpokenCacheLimits) {}

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return this.#entries.size;
  }

  get(key: string): SpokenPieces | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.pieces;
  }

  put(key: string, pieces: SpokenPieces): void {
    const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    if (bytes > Math.min(this.limits.cacheEntryBytes, this.limits.cacheBytes)) return;
    this.#drop(key);
    this.#entries.set(key, { pieces, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.limits.cacheBytes && this.#entries.size <= this.limits.cacheEntries) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
