// Encodes samples in the requested format and cuts them into slices of the pulled length. Encoding goes on from slice
// to slice: together the slices are the same, whatever their lengths.
import { addon, encodings, type NativePacker } from '../../../native/index.js';
import type { SynthesisParams } from '../../../protocol/engine/synthesis.js';

/** Frame length: 20 ms is fixed for Speex and advised for Opus (specification 2, section 4.2). */
const frameMs = 20;
const speexQuality = 8;
/** Bits per second: a tenth of 16-bit PCM, less at high rates. */
const opusBitrates: Readonly<Record<number, number>> = {
  ...{ 8000: 16_000, 12000: 19_200, 16000: 25_600, 24000: 32_000, 48000: 48_000 },
};
const lengthBytes = 4;

export interface SpokenCoding {
  push(samples: Int16Array): void;
  /** Called when no samples follow. */
  end(): void;
  /** Length of the audio that has not been taken yet. */
  readonly waitingMs: number;
  /** The next slice of `ms`, or of the rest if that is shorter; undefined if nothing is left. */
  take(ms: number): Uint8Array | undefined;
}

export function makeSpokenCoding({
  format,
  sampleRateHz,
}: Pick<SynthesisParams, 'format' | 'sampleRateHz'>): SpokenCoding {
  switch (format) {
    case 'pcm':
      return new RawCoding(sampleRateHz, 2, bytesOf);
    case 'alaw':
    case 'ulaw': {
      const encoding = encodings[format];
      return new RawCoding(sampleRateHz, 1, (samples) => addon.encode(encoding, samples));
    }
    case 'svc_speex':
      return new PackedCoding(sampleRateHz, new addon.Packer(encodings.svc_speex, sampleRateHz, speexQuality));
    case 'svc_opus': {
      const bitrate = opusBitrates[sampleRateHz] as number;
      return new PackedCoding(sampleRateHz, new addon.Packer(encodings.svc_opus, sampleRateHz, bitrate));
    }
  }
}

/** The bytes of samples, little-endian like every machine on which this runs. */
const bytesOf = (samples: Int16Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

class RawCoding implements SpokenCoding {
  readonly #pieces: Uint8Array[] = [];
  #bytes = 0;
  #takenSamples = 0;
  /** Length of all requested slices so far: at 11,025 Hz a slice may end within a sample. */
  #askedMs = 0;

  constructor(
    readonly sampleRateHz: number,
    readonly sampleBytes: number,
    readonly code: (samples: Int16Array) => Uint8Array,
  ) {}

  get waitingMs(): number {
    return (this.#bytes / this.sampleBytes / this.sampleRateHz) * 1_000;
  }

  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    const bytes = this.code(samples);
    this.#pieces.push(bytes);
    this.#bytes += bytes.length;
  }

  end(): void {}

  take(ms: number): Uint8Array | undefined {
    if (this.#bytes === 0) return undefined;
    this.#askedMs += ms;
    const wanted = Math.round((this.#askedMs * this.sampleRateHz) / 1_000) - this.#takenSamples;
    const bytes = Math.min(this.#bytes, wanted * this.sampleBytes);
    this.#takenSamples += bytes / this.sampleBytes;
    this.#bytes -= bytes;
    return takeBytes(this.#pieces, bytes);
  }
}

class PackedCoding implements SpokenCoding {
  readonly #frameSamples: number;
  /** Samples that do not fill a frame yet. */
  #rest: Int16Array;
  #restSamples = 0;
  #frames: Uint8Array[] = [];

  constructor(
    readonly sampleRateHz: number,
    readonly packer: NativePacker,
  ) {
    this.#frameSamples = (sampleRateHz * frameMs) / 1_000;
    this.#rest = new Int16Array(this.#frameSamples);
  }

  get waitingMs(): number {
    return this.#frames.length * frameMs;
  }

  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(this.#frameSamples - this.#restSamples, samples.length - at);
      this.#rest.set(samples.subarray(at, at + count), this.#restSamples);
      this.#restSamples += count;
      at += count;
      if (this.#restSamples === this.#frameSamples) this.#pack();
    }
  }

  /** Fills up the last frame with silence. */
  end(): void {
    if (this.#restSamples === 0) return;
    this.#rest.fill(0, this.#restSamples);
    this.#pack();
  }

  take(ms: number): Uint8Array | undefined {
    const frames = this.#frames.splice(0, Math.ceil(ms / frameMs));
    if (frames.length === 0) return undefined;
    const header = Buffer.alloc(lengthBytes);
    header.writeUInt32BE(frames.length * this.#frameSamples * 2);
    return Buffer.concat([header, ...frames]);
  }

  #pack(): void {
    this.#frames.push(this.packer.pack(this.#rest).subarray(lengthBytes));
    this.#restSamples = 0;
  }
}

/** Takes `bytes` from the front of `pieces`, which hold at least that many. */
function takeBytes(pieces: Uint8Array[], bytes: number): Uint8Array {
  const taken = new Uint8Array(bytes);
  let filled = 0;
  let whole = 0;
  while (filled < bytes) {
    const piece = pieces[whole] as Uint8Array;
    const part = piece.subarray(0, bytes - filled);
    taken.set(part, filled);
    filled += part.length;
    if (part.length < piece.length) pieces[whole] = piece.subarray(part.length);
    else whole++;
  }
  pieces.splice(0, whole);
  return taken;
}
