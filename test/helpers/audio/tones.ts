// Call-progress tones for tests of everything around the screener. The screener's own tests and the benchmark have
// generators with impairments; these tones are clean and the same on every run.

export interface Cadence {
  readonly frequenciesHz: readonly number[];
  /** on, off, on, off … in ms, repeated */
  readonly pattern: readonly number[];
}

export const cadences = {
  busy: { frequenciesHz: [450], pattern: [350, 350] },
  ringback: { frequenciesHz: [450], pattern: [1_000, 4_000] },
  congestion: { frequenciesHz: [450], pattern: [700, 700] },
  unobtainable: { frequenciesHz: [450], pattern: [100, 100, 100, 100, 100, 100, 400, 400] },
  dial: { frequenciesHz: [450], pattern: [1_000, 0] },
  cng: { frequenciesHz: [1_100], pattern: [500, 3_000] },
  usRingback: { frequenciesHz: [440, 480], pattern: [2_000, 4_000] },
} as const satisfies Record<string, Cadence>;

export interface ToneOptions {
  readonly rateHz?: number;
  readonly levelDbm0?: number;
  /** Level of white noise; none by default, because digital silence is the harder case. */
  readonly noiseDbm0?: number;
}

/** A full-scale sine is +3.14 dBm0. */
const amplitudeOf = (levelDbm0: number): number => 32_767 * 10 ** ((levelDbm0 - 3.14) / 20);

export function tone(cadence: Cadence, ms: number, options: ToneOptions = {}): Int16Array {
  const { rateHz = 8_000, levelDbm0 = -15, noiseDbm0 } = options;
  const samples = new Int16Array(Math.round((ms * rateHz) / 1_000));
  const peak = amplitudeOf(levelDbm0) / Math.sqrt(cadence.frequenciesHz.length);
  const noise = noiseDbm0 === undefined ? undefined : whiteNoise(noiseDbm0);
  const periodMs = cadence.pattern.reduce((sum, part) => sum + part, 0);
  for (let index = 0; index < samples.length; index++) {
    const atMs = (index * 1_000) / rateHz;
    let value = noise?.() ?? 0;
    if (isOn(cadence.pattern, atMs % periodMs)) {
      for (const hz of cadence.frequenciesHz) value += peak * Math.sin((2 * Math.PI * hz * index) / rateHz);
    }
    samples[index] = Math.max(-32_768, Math.min(32_767, Math.round(value)));
  }
  return samples;
}

export const silence = (ms: number, rateHz = 8_000): Int16Array => new Int16Array(Math.round((ms * rateHz) / 1_000));

export function joined(...parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const bytesOf = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

/** A plain RIFF file around 16-bit mono samples. */
export function wavOf(samples: Int16Array, rateHz = 8_000): Buffer {
  const data = bytesOf(samples);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(1, 22); // mono
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE(rateHz * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** A stereo file; the shorter channel ends in silence. */
export function stereoOf(left: Int16Array, right: Int16Array, rateHz = 8_000): Buffer {
  const pairs = new Int16Array(2 * Math.max(left.length, right.length));
  for (const [at, sample] of left.entries()) pairs[2 * at] = sample;
  for (const [at, sample] of right.entries()) pairs[2 * at + 1] = sample;
  const file = wavOf(pairs, rateHz);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(rateHz * 4, 28);
  file.writeUInt16LE(4, 32);
  return file;
}

/** Slices of `sliceMs`; the last one may be shorter. */
export function sliced(bytes: Buffer, bytesPerMs: number, sliceMs: number): Buffer[] {
  const step = Math.round(sliceMs * bytesPerMs);
  const slices: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += step) slices.push(bytes.subarray(from, from + step));
  return slices;
}

function isOn(pattern: readonly number[], atMs: number): boolean {
  let edge = 0;
  for (const [index, part] of pattern.entries()) {
    edge += part;
    if (atMs < edge) return index % 2 === 0;
  }
  return false;
}

/** A 32-bit linear congruential generator: the same noise on every machine. */
function whiteNoise(levelDbm0: number): () => number {
  const rms = amplitudeOf(levelDbm0) / Math.SQRT2;
  let seed = 12_345;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 31 - 1) * rms * Math.sqrt(3);
  };
}
