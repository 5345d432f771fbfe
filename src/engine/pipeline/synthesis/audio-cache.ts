// A cache of synthesised samples, so that the same text in the same voice is made only once. Only whole syntheses are
// kept.
import { Lru, type LruLimits } from '../../../storage/lru.js';

/** The pieces in which a synthesis was made: encoding takes one at a time. */
export type SpokenPieces = readonly Int16Array[];

export class AudioCache {
  readonly #kept: Lru<string, SpokenPieces>;

  constructor(limits: LruLimits) {
    this.#kept = new Lru(limits);
  }

  get bytes(): number {
    return this.#kept.bytes;
  }

  get entries(): number {
    return this.#kept.size;
  }

  get(key: string): SpokenPieces | undefined {
    return this.#kept.get(key);
  }

  put(key: string, pieces: SpokenPieces): void {
    this.#kept.set(
      key,
      pieces,
      pieces.reduce((sum, piece) => sum + piece.byteLength, 0),
    );
  }
}
