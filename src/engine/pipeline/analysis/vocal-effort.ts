// The vocal effort of a sentence: level, pitch and the share of high frequencies in its voiced parts. A raised voice
// gets louder and higher, and the overtones above 1 kHz gain more than those below. One pass over the samples takes
// some 500 multiplications a millisecond; docs/why/emotion.md describes the use of the result.

/** Measurements over the voiced parts of a sentence. */
export interface VoiceEffort {
  readonly voicedMs: number;
  /** Level in dB relative to full scale. */
  readonly levelDb: number;
  /** Pitch in semitones above 55 Hz. */
  readonly pitchSt: number;
  /** Power from 1 to 3.4 kHz relative to the power below 1 kHz, dB. */
  readonly tiltDb: number;
}

const splitHz = 1_000;
/** Upper end of the telephone band, which applies at every sample rate. */
const topHz = 3_400;
/** Sample rate of the low band, in which pitch is searched. */
const slowHz = 4_000;
const hopMs = 20;
const hop = (slowHz * hopMs) / 1_000;
/** Lags of 500 and 70 Hz. */
const shortestLag = 8;
const longestLag = 57;
const window = 104;
const kept = window + longestLag + 1;
/** Least correlation of a voiced frame. A shorter period is preferred if it is nearly as good as the best. */
const leastVoiced = 0.6;
const nearlyAsGood = 0.87;
/** Frames further below the loudest one are reverberation or noise. */
const belowLoudestDb = 18;
/** Number of frames that are used; more do not make the result more certain. */
const longestFrames = 60_000 / hopMs;
const silence = 1e-9;

interface Frame {
  readonly levelDb: number;
  readonly tiltDb: number;
  readonly pitchSt: number;
}

/** Second-order low or high pass (Butterworth; bilinear transform). */
class Biquad {
  readonly #b0: number;
  readonly #b1: number;
  readonly #a1: number;
  readonly #a2: number;
  #z1 = 0;
  #z2 = 0;

  constructor(kind: 'low' | 'high', cutHz: number, sampleRateHz: number) {
    const turn = (2 * Math.PI * cutHz) / sampleRateHz;
    const alpha = Math.sin(turn) / Math.SQRT2;
    const cosine = Math.cos(turn);
    const a0 = 1 + alpha;
    this.#b1 = (kind === 'low' ? 1 - cosine : -(1 + cosine)) / a0;
    this.#b0 = Math.abs(this.#b1) / 2;
    this.#a1 = (-2 * cosine) / a0;
    this.#a2 = (1 - alpha) / a0;
  }

  run(x: number): number {
    const y = this.#b0 * x + this.#z1;
    this.#z1 = this.#b1 * x - this.#a1 * y + this.#z2;
    this.#z2 = this.#b0 * x - this.#a2 * y;
    return y;
  }
}

export class EffortMeter {
  readonly #low: Biquad;
  readonly #lower: Biquad;
  readonly #high: Biquad;
  readonly #higher: Biquad;
  readonly #top: Biquad;
  readonly #step: number;
  /** The newest samples of the low band at 4 kHz. */
  readonly #slow = new Float64Array(kept);
  #phase = 0;
  #fresh = 0;
  #lowPower = 0;
  #highPower = 0;
  #frames: Frame[] = [];

  constructor(sampleRateHz: 8_000 | 16_000) {
    this.#low = new Biquad('low', splitHz, sampleRateHz);
    this.#lower = new Biquad('low', splitHz, sampleRateHz);
    this.#high = new Biquad('high', splitHz, sampleRateHz);
    this.#higher = new Biquad('high', splitHz, sampleRateHz);
    this.#top = new Biquad('low', topHz, sampleRateHz);
    this.#step = sampleRateHz / slowHz;
  }

  push(samples: Int16Array): void {
    if (this.#frames.length >= longestFrames) return;
    for (const sample of samples) {
      const x = sample / 32_768;
      const low = this.#lower.run(this.#low.run(x));
      const high = this.#top.run(this.#higher.run(this.#high.run(x)));
      this.#lowPower += low * low;
      this.#highPower += high * high;
      if (++this.#phase < this.#step) continue;
      this.#phase = 0;
      this.#slow.copyWithin(0, 1);
      this.#slow[kept - 1] = low;
      if (++this.#fresh === hop) this.#close();
    }
  }

  /** The effort in the audio pushed since the last call; undefined if nothing was voiced. */
  take(): VoiceEffort | undefined {
    const loudest = this.#frames.reduce((most, { levelDb }) => Math.max(most, levelDb), Number.NEGATIVE_INFINITY);
    const frames = this.#frames.filter(({ levelDb }) => levelDb > loudest - belowLoudestDb);
    this.#frames = [];
    if (frames.length === 0) return undefined;
    return {
      voicedMs: frames.length * hopMs,
      levelDb: median(frames.map(({ levelDb }) => levelDb)),
      pitchSt: median(frames.map(({ pitchSt }) => pitchSt)),
      tiltDb: median(frames.map(({ tiltDb }) => tiltDb)),
    };
  }

  #close(): void {
    const samples = hop * this.#step;
    const low = this.#lowPower / samples + silence;
    const high = this.#highPower / samples + silence;
    this.#fresh = 0;
    this.#lowPower = 0;
    this.#highPower = 0;
    const periodSamples = periodOf(this.#slow);
    if (periodSamples === undefined) return;
    this.#frames.push({
      levelDb: 10 * Math.log10(low + high),
      tiltDb: 10 * Math.log10(high / low),
      pitchSt: 12 * Math.log2(slowHz / periodSamples / 55),
    });
  }
}

/** Lag of the best normalised correlation; undefined without a voice. */
function periodOf(slow: Float64Array): number | undefined {
  const scores = new Float64Array(longestLag + 2);
  const end = slow.length;
  let power = 0;
  let best = 0;
  for (let at = end - window; at < end; at++) power += (slow[at] as number) ** 2;
  if (power < window * silence) return undefined;
  let shifted = 0;
  for (let at = end - window; at < end; at++) shifted += (slow[at - shortestLag + 1] as number) ** 2;
  for (let lag = shortestLag - 1; lag <= longestLag + 1; lag++) {
    let sum = 0;
    for (let at = end - window; at < end; at++) sum += (slow[at] as number) * (slow[at - lag] as number);
    const score = sum / Math.sqrt(power * shifted + silence * silence);
    scores[lag] = score;
    if (lag >= shortestLag && lag <= longestLag) best = Math.max(best, score);
    shifted += (slow[end - window - lag - 1] ?? 0) ** 2 - (slow[end - lag - 1] as number) ** 2;
  }
  if (best < leastVoiced) return undefined;
  for (let lag = shortestLag; lag <= longestLag; lag++) {
    const [before, here, after] = [scores[lag - 1] as number, scores[lag] as number, scores[lag + 1] as number];
    if (here < best * nearlyAsGood || here < before || here < after) continue;
    const bend = before - 2 * here + after;
    return bend < 0 ? lag + (before - after) / (2 * bend) : lag;
  }
  return undefined;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
