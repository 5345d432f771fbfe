// Cuts pieces of audio of any size into the slices of a session: 100 ms each, in a format of the protocol.
import { UsageError } from './errors.js';
import { OpusPacker } from './opus.js';
import { Resampler } from './resample.js';

export interface SourceAudio {
  /** Coding of the pieces. Default `pcm_s16le`: signed 16 bit, little-endian. */
  readonly coding?: 'pcm_s16le' | 'alaw' | 'ulaw' | undefined;
  /**
   * Sample rate of the pieces in Hz. Default 8000. A rate other than 8000 and 16000 is resampled (`speex-resampler`).
   */
  readonly rate?: number | undefined;
  /**
   * `svc_opus`: 20 ms frames of Opus, packed for the protocol (`@discordjs/opus`). Default: the coding of the source.
   */
  readonly send?: 'plain' | 'svc_opus' | undefined;
  /** Bit rate of Opus in bits per second. Default 24,000. */
  readonly opusBitsPerSecond?: number | undefined;
}

export interface StreamFormat {
  readonly audioFormat: string;
  readonly encParams?: string;
}

const sliceMs = 100;
const plainRates = [8_000, 16_000];

/** The stages through which every piece goes. A caller owns one for each session and closes it. */
export class AudioSlicer {
  readonly format: StreamFormat;
  readonly #sliceBytes: number;
  readonly #resampler: Resampler | undefined;
  readonly #packer: OpusPacker | undefined;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(
    format: StreamFormat,
    bytesPerMs: number,
    resampler: Resampler | undefined,
    packer: OpusPacker | undefined,
  ) {
    this.format = format;
    this.#sliceBytes = bytesPerMs * sliceMs;
    this.#resampler = resampler;
    this.#packer = packer;
  }

  /** A property such as cn_8k_common. Audio is resampled to its rate. */
  static async open(source: SourceAudio, property: string): Promise<AudioSlicer> {
    const { coding = 'pcm_s16le', rate = 8_000, send = 'plain', opusBitsPerSecond = 24_000 } = source;
    if (!Number.isInteger(rate) || rate < 4_000 || rate > 192_000) {
      throw new UsageError(`rate ${rate}: must be a whole number of Hz in [4000-192000]`);
    }
    const isPlainRate = plainRates.includes(rate);
    if (coding !== 'pcm_s16le') {
      if (!isPlainRate || send !== 'plain') {
        throw new UsageError(`${coding} at ${rate} Hz: A-law and mu-law are sent as they are, at 8000 or 16000 Hz`);
      }
      return new AudioSlicer({ audioFormat: `${coding}_${rate / 1_000}k` }, rate / 1_000, undefined, undefined);
    }
    const sentRate = isPlainRate ? rate : /_16k_/i.test(property) ? 16_000 : 8_000;
    const resampler = sentRate === rate ? undefined : await Resampler.open(rate, sentRate);
    const bytesPerMs = (sentRate / 1_000) * 2;
    if (send === 'plain') {
      return new AudioSlicer({ audioFormat: `pcm_s16le_${sentRate / 1_000}k` }, bytesPerMs, resampler, undefined);
    }
    const packer = await OpusPacker.open(sentRate, opusBitsPerSecond);
    return new AudioSlicer(
      { audioFormat: 'svc_opus', encParams: `ar:${sentRate};ac:1` },
      bytesPerMs,
      resampler,
      packer,
    );
  }

  push(piece: Uint8Array): Buffer[] {
    return this.#cut(this.#resampler === undefined ? piece : this.#resampler.push(piece));
  }

  /** Returns the remaining audio, which may be shorter than a slice. Half a sample is dropped. */
  flush(): Buffer[] {
    const slices = this.#resampler === undefined ? [] : this.#cut(this.#resampler.flush());
    const bytes = this.#rest.length - (this.#isSixteenBits() ? this.#rest.length % 2 : 0);
    const last = this.#rest.subarray(0, bytes);
    this.#rest = Buffer.alloc(0);
    return last.length === 0 ? slices : [...slices, this.#packed(last)];
  }

  close(): void {
    this.#resampler?.close();
  }

  #isSixteenBits(): boolean {
    return !/^[au]law/.test(this.format.audioFormat);
  }

  #cut(bytes: Uint8Array): Buffer[] {
    let left = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    const slices: Buffer[] = [];
    for (; left.length >= this.#sliceBytes; left = left.subarray(this.#sliceBytes)) {
      slices.push(this.#packed(left.subarray(0, this.#sliceBytes)));
    }
    this.#rest = Buffer.from(left);
    return slices;
  }

  #packed(slice: Buffer): Buffer {
    return this.#packer === undefined ? slice : this.#packer.pack(slice);
  }
}
