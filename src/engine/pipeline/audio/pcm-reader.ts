// Reads converted audio from the disk in blocks of a second, with a row of samples for each channel. Memory holds only
// one block, whatever the length of the file.
import type { PcmFile } from '../../../protocol/engine/transcription.js';
import { type PlainBytes, plainBytesOf } from '../../../trust/plain-bytes.js';

const blockMs = 1_000;
const sampleBytes = 2;

export class PcmReader {
  readonly #file: PlainBytes;
  readonly #channels: number;
  readonly #samplesPerMs: number;
  readonly #totalSamples: number;
  readonly #block: Int16Array;
  /** Samples of each channel that were read. */
  #readSamples = 0;

  private constructor(file: PlainBytes, { channels, sampleRateHz }: PcmFile) {
    this.#file = file;
    this.#channels = channels;
    this.#samplesPerMs = sampleRateHz / 1_000;
    this.#totalSamples = Math.floor(file.bytes / (sampleBytes * channels)); // half a sample is dropped
    this.#block = new Int16Array(channels * blockMs * this.#samplesPerMs);
  }

  static async open(pcm: PcmFile): Promise<PcmReader> {
    return new PcmReader(await plainBytesOf(pcm.path, pcm.key), pcm);
  }

  get durationMs(): number {
    return this.#totalSamples / this.#samplesPerMs;
  }

  get readMs(): number {
    return this.#readSamples / this.#samplesPerMs;
  }

  /** The next block, channel by channel; undefined at the end. */
  async next(): Promise<readonly Int16Array[] | undefined> {
    const samples = await this.#fill();
    if (samples === 0) return undefined;
    this.#readSamples += samples;
    const block = this.#block.subarray(0, samples * this.#channels);
    return Array.from({ length: this.#channels }, (_, channel) => channelOf(block, channel, this.#channels));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Fills the block. Returns the number of whole samples of each channel. */
  async #fill(): Promise<number> {
    const frameBytes = sampleBytes * this.#channels;
    const left = (this.#totalSamples - this.#readSamples) * frameBytes;
    const room = new Uint8Array(this.#block.buffer, 0, Math.min(this.#block.byteLength, left));
    const from = this.#readSamples * frameBytes;
    let filled = 0;
    while (filled < room.length) {
      const bytesRead = await this.#file.read(room.subarray(filled), from + filled);
      if (bytesRead === 0) throw new Error('the file of converted audio became shorter while it was read');
      filled += bytesRead;
    }
    return filled / frameBytes;
  }
}

function channelOf(block: Int16Array, channel: number, channels: number): Int16Array {
  const samples = new Int16Array(block.length / channels);
  for (let at = 0; at < samples.length; at++) samples[at] = block[at * channels + channel] ?? 0;
  return samples;
}
