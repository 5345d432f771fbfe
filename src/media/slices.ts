// Audio in pieces of any length becomes slices: whole samples, no shorter than the shortest slice and no longer than the longest.
import { type AudioCoding, bytesPerMs } from '../protocol/engine/audio.js';
import { limits } from '../protocol/limits.js';

export class SliceCutter {
  readonly #sampleBytes: number;
  readonly #leastBytes: number;
  readonly #mostBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(coding: AudioCoding) {
    const perMs = bytesPerMs(coding);
    this.#sampleBytes = (perMs * 1_000) / coding.sampleRateHz;
    this.#leastBytes = perMs * limits.fork.sliceMs;
    this.#mostBytes = perMs * limits.stream.maxSliceMs;
  }

  /**
   * The slices that are complete with this frame. The rest waits; what of it is left at the end of a call is shorter than
   * the shortest slice and decides nothing.
   */
  push(frame: Uint8Array): readonly Uint8Array[] {
    this.#pieces.push(frame);
    this.#bytes += frame.length;
    if (this.#bytes < this.#leastBytes) return [];
    const all = Buffer.concat(this.#pieces, this.#bytes);
    const slices: Uint8Array[] = [];
    let from = 0;
    while (all.length - from >= this.#leastBytes) {
      const bytes = Math.min(all.length - from, this.#mostBytes);
      const to = from + bytes - (bytes % this.#sampleBytes);
      slices.push(all.subarray(from, to));
      from = to;
    }
    this.#pieces = from === all.length ? [] : [Buffer.from(all.subarray(from))];
    this.#bytes = all.length - from;
    return slices;
  }
}
