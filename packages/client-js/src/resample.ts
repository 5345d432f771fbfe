// Resampling with the optional package speex-resampler. Its resamplers cannot be freed, so finished ones are reused.
import { UsageError } from './errors.js';

interface SpeexResampler {
  processChunk(chunk: Buffer): Buffer;
}
interface SpeexClass {
  new (channels: number, inRate: number, outRate: number, quality: number): SpeexResampler;
  readonly initPromise: Promise<unknown>;
}

const quality = 7;
/** Taps of the filter at this quality; half of them are its delay, at the lower of the two rates. */
const taps = 128;
const blockMs = 20;

const idle = new Map<string, SpeexResampler[]>();

async function loadSpeex(): Promise<SpeexClass> {
  let loaded: { default: unknown };
  try {
    loaded = await import('speex-resampler');
  } catch (cause) {
    throw new UsageError('audio at this rate needs the package speex-resampler: npm install speex-resampler', {
      cause,
    });
  }
  // A CommonJS module: its own default export is inside the one that Node provides.
  const outer = loaded.default as { default?: unknown };
  const Speex = (outer.default ?? outer) as SpeexClass;
  await Speex.initPromise;
  return Speex;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** Resamples mono audio with 16 bits. Pieces may have any size, even half samples. */
export class Resampler {
  readonly #speex: SpeexResampler;
  readonly #key: string;
  readonly #ratio: number;
  readonly #delaySamples: number;
  /** Bytes of a block, which gives a whole number of samples: the resampler would drop a remainder. */
  readonly #blockBytes: number;
  #rest: Buffer = Buffer.alloc(0);
  #takenSamples = 0;
  #givenSamples = 0;
  #isClosed = false;

  private constructor(speex: SpeexResampler, inRate: number, outRate: number) {
    this.#speex = speex;
    this.#key = `${inRate} ${outRate}`;
    this.#ratio = outRate / inRate;
    this.#delaySamples = Math.ceil((taps / 2) * Math.max(1, outRate / inRate));
    const unit = inRate / greatestCommonDivisor(inRate, outRate);
    this.#blockBytes = 2 * unit * Math.max(1, Math.round((inRate * blockMs) / 1_000 / unit));
  }

  static async open(inRate: number, outRate: number): Promise<Resampler> {
    const Speex = await loadSpeex();
    const kept = idle.get(`${inRate} ${outRate}`)?.pop();
    return new Resampler(kept ?? new Speex(1, inRate, outRate, quality), inRate, outRate);
  }

  push(piece: Uint8Array): Buffer {
    const bytes = Buffer.concat([this.#rest, piece]);
    const whole = bytes.length - (bytes.length % this.#blockBytes);
    this.#rest = bytes.subarray(whole);
    this.#takenSamples += whole / 2;
    const given = this.#process(bytes.subarray(0, whole));
    this.#givenSamples += given.length / 2;
    return given;
  }

  /** The last samples, including those that the filter still holds. */
  flush(): Buffer {
    const samples = this.#takenSamples + Math.floor(this.#rest.length / 2);
    const whole = this.#rest.subarray(0, this.#rest.length - (this.#rest.length % 2));
    const wanted = Math.ceil(samples * this.#ratio) + this.#delaySamples - this.#givenSamples;
    const padding = Buffer.alloc(Math.ceil(wanted / this.#ratio) * 2 + this.#blockBytes);
    const padded = Buffer.concat([whole, padding]);
    this.#rest = Buffer.alloc(0);
    return this.#process(padded.subarray(0, padded.length - (padded.length % this.#blockBytes))).subarray(
      0,
      wanted * 2,
    );
  }

  /** Returns the resampler for reuse; silence removes the last call from its filter. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const filterBytes = 2 * Math.ceil(taps * Math.max(1, 1 / this.#ratio));
    this.#process(Buffer.alloc(Math.ceil((2 * filterBytes) / this.#blockBytes) * this.#blockBytes));
    const kept = idle.get(this.#key) ?? [];
    kept.push(this.#speex);
    idle.set(this.#key, kept);
  }

  #process(whole: Buffer): Buffer {
    const given: Buffer[] = [];
    for (let at = 0; at < whole.length; at += this.#blockBytes) {
      given.push(this.#speex.processChunk(whole.subarray(at, at + this.#blockBytes)));
    }
    return Buffer.concat(given);
  }
}
