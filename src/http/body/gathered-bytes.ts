// The bytes of a body as they arrive. Those of a large body go straight into reusable memory: pieces that wait for the
// last one outlive the young generation, and only a collection of the old generation would free them.
import { limits } from '../../protocol/limits.js';
import { slabs } from './slabs.js';

const { largeBodyBytes, slabStepBytes } = limits.shares;
/** Size of new memory, as a multiple of the bytes that have arrived. */
const growth = 4;

export class GatheredBytes {
  readonly #intoSlab: boolean;
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #slab: Buffer | undefined;
  #bytes = 0;

  /**
   * `mostBytes` is the most that can arrive. With `intoSlab` the reader of a large body gives its memory back to
   * `slabs`.
   */
  constructor({ intoSlab, mostBytes }: { readonly intoSlab: boolean; readonly mostBytes: number }) {
    this.#intoSlab = intoSlab;
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    const from = this.#bytes;
    this.#bytes += piece.length;
    if (!this.#intoSlab || this.#bytes < largeBodyBytes) {
      this.#pieces.push(piece);
      return;
    }
    piece.copy(this.#room(from), from);
  }

  /** Gives all bytes. */
  take(): Buffer {
    if (this.#slab !== undefined) return this.#slab.subarray(0, this.#bytes);
    const [first] = this.#pieces;
    return first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#bytes);
  }

  /** Discards the bytes, which are no longer needed. */
  drop(): void {
    this.#pieces = [];
    if (this.#slab !== undefined) slabs.give(this.#slab);
    this.#slab = undefined;
  }

  /**
   * Memory for all bytes so far, with those before `from` copied into it. It grows with the bytes that arrive, whatever
   * length the client announced.
   */
  #room(from: number): Buffer {
    const old = this.#slab;
    if (old !== undefined && old.length >= this.#bytes) return old;
    const wanted = Math.min(this.#mostBytes, Math.max(slabStepBytes, growth * this.#bytes));
    const slab = slabs.take(Math.max(wanted, this.#bytes));
    if (old === undefined) this.#copyPieces(slab);
    else old.copy(slab, 0, 0, from);
    if (old !== undefined) slabs.give(old);
    this.#slab = slab;
    return slab;
  }

  #copyPieces(slab: Buffer): void {
    let at = 0;
    for (const piece of this.#pieces) at += piece.copy(slab, at);
    this.#pieces = [];
  }
}
