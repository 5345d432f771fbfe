// The bytes of a body as they arrive. Those of a large one go at once into memory that is used again: pieces that waited for the last
// one would live too long for the young generation, and only a collection of the old one would give them back.
import { limits } from '../../protocol/limits.js';
import { slabs } from './slabs.js';

const { largeBodyBytes, slabStepBytes } = limits.shares;
/** Memory for what has come and for what may come, as a multiple of the first. */
const growth = 4;

export class GatheredBytes {
  readonly #intoSlab: boolean;
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #slab: Buffer | undefined;
  #bytes = 0;

  /** `mostBytes`: never more come. `intoSlab`: who reads a large body gives its memory back to `slabs`. */
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

  /** All of them. */
  take(): Buffer {
    if (this.#slab !== undefined) return this.#slab.subarray(0, this.#bytes);
    const [first] = this.#pieces;
    return first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces, this.#bytes);
  }

  /** Nobody wants them. */
  drop(): void {
    this.#pieces = [];
    if (this.#slab !== undefined) slabs.give(this.#slab);
    this.#slab = undefined;
  }

  /** Memory for all bytes so far, with those before `from` in it. It grows as they come, whatever a client has announced. */
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
