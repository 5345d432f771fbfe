// Cuts audio that comes in pieces of any length into slices of whole samples, no shorter than the shortest slice and no
// longer than the longest.
import { type AudioCoding, bytesPerMs } from '../protocol/engine/audio.js';
import { limits } from '../protocol/limits.js';

export class SliceCutter {
  readonly #sampleBytes: number;
  readonly #leastBytes: number;
  readonly #mostBytes: number;
  /**
   * The rest that is not yet a slice. It is a copy, because a view would keep everything that was read with it in
   * memory.
   */
  readonly #rest: Buffer;
  #restBytes = 0;

  constructor(coding: AudioCoding) {
    const perMs = bytesPerMs(coding);
    this.#sampleBytes = (perMs * 1_000) / coding.sampleRateHz;
    this.#leastBytes = perMs * limits.fork.sliceMs;
    this.#mostBytes = perMs * limits.stream.maxSliceMs;
    this.#rest = Buffer.allocUnsafeSlow(this.#leastBytes);
  }

  /**
   * The slices that are complete with this frame. The rest waits; what of it is left at the end of a call is shorter than
   * the shortest slice and decides nothing.
   */
  push(frame: Uint8Array): readonly Uint8Array[] {
    if (this.#restBytes + frame.length < this.#leastBytes) {
      this.#keep(frame);
      return none;
    }
    const all = this.#withRest(frame);
    const slices: Uint8Array[] = [];
    let from = 0;
    while (all.length - from >= this.#leastBytes) {
      const bytes = Math.min(all.length - from, this.#mostBytes);
      const to = from + bytes - (bytes % this.#sampleBytes);
      slices.push(all.subarray(from, to));
      from = to;
    }
    if (from < all.length) this.#keep(all.subarray(from));
    return slices;
  }

  #withRest(frame: Uint8Array): Uint8Array {
    if (this.#restBytes === 0) return frame;
    const all = Buffer.allocUnsafe(this.#restBytes + frame.length);
    all.set(this.#rest.subarray(0, this.#restBytes));
    all.set(frame, this.#restBytes);
    this.#restBytes = 0;
    return all;
  }

  #keep(bytes: Uint8Array): void {
    this.#rest.set(bytes, this.#restBytes);
    this.#restBytes += bytes.length;
  }
}

const none: readonly Uint8Array[] = [];
