// Packed slices of Opus, made with the optional package @discordjs/opus.
import { UsageError } from './errors.js';

interface Encoder {
  encode(samples: Buffer): Buffer;
  setBitrate(bitsPerSecond: number): void;
}
type EncoderClass = new (rate: number, channels: number) => Encoder;

const frameMs = 20;

async function loadOpus(): Promise<EncoderClass> {
  try {
    const loaded = (await import('@discordjs/opus')) as unknown as {
      OpusEncoder?: EncoderClass;
      default?: { OpusEncoder: EncoderClass };
    };
    const found = loaded.OpusEncoder ?? loaded.default?.OpusEncoder;
    if (found !== undefined) return found;
  } catch (cause) {
    throw new UsageError('svc_opus needs the package @discordjs/opus: npm install @discordjs/opus', { cause });
  }
  throw new UsageError('svc_opus needs the package @discordjs/opus with OpusEncoder: version 0.10');
}

export class OpusPacker {
  readonly #encoder: Encoder;
  readonly #frameBytes: number;

  private constructor(encoder: Encoder, rate: number) {
    this.#encoder = encoder;
    this.#frameBytes = ((rate * frameMs) / 1_000) * 2;
  }

  static async open(rate: number, bitsPerSecond: number): Promise<OpusPacker> {
    const OpusEncoder = await loadOpus();
    const encoder = new OpusEncoder(rate, 1);
    encoder.setBitrate(bitsPerSecond);
    return new OpusPacker(encoder, rate);
  }

  /**
   * Packs a slice: its length in bytes, then each frame after its own length. Silence fills the last frame of a short
   * slice.
   */
  pack(slice: Buffer): Buffer {
    const frames = Math.ceil(slice.length / this.#frameBytes);
    const whole = Buffer.concat([slice, Buffer.alloc(frames * this.#frameBytes - slice.length)]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(whole.length);
    const parts: Buffer[] = [head];
    for (let at = 0; at < whole.length; at += this.#frameBytes) {
      const frame = this.#encoder.encode(whole.subarray(at, at + this.#frameBytes));
      const length = Buffer.alloc(2);
      length.writeUInt16BE(frame.length);
      parts.push(length, frame);
    }
    return Buffer.concat(parts);
  }
}
