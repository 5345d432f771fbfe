// The measurements of a sentence that `sa` requests besides its text (specification 2, 2.3 and 2.4).
// docs/recognition.md describes how each is measured.
import type { Analysis, AnalysisParams, Emotion } from '../../../protocol/engine/recognition.js';

const frameMs = 10;
/** Mean square of a sine at full scale. */
const fullScale = 32_768 ** 2 / 2;
/** Level of volume 0; volume 100 is full scale. */
const quietestDb = -60;
/** Shortest stretch whose speed is measured. */
const shortestMs = 200;

/** Power of each 10 ms of a session's audio. */
export class Loudness {
  readonly #samplesPerFrame: number;
  #powers: number[] = [];
  #base = 0;
  #sum = 0;
  #filled = 0;

  constructor(sampleRateHz: number) {
    this.#samplesPerFrame = (sampleRateHz * frameMs) / 1_000;
  }

  push(samples: Int16Array): void {
    for (const sample of samples) {
      this.#sum += sample * sample;
      if (++this.#filled === this.#samplesPerFrame) this.#close();
    }
  }

  /** Mean and loudest 10 ms of a stretch, 0-100; undefined if nothing was heard. */
  between(fromMs: number, toMs: number): { average: number; maximum: number } | undefined {
    const from = Math.max(0, Math.floor(fromMs / frameMs) - this.#base);
    const to = Math.min(this.#powers.length, Math.max(from + 1, Math.ceil(toMs / frameMs) - this.#base));
    if (to <= from) return undefined;
    let sum = 0;
    let most = 0;
    for (let at = from; at < to; at++) {
      const power = this.#powers[at] ?? 0;
      sum += power;
      most = Math.max(most, power);
    }
    return { average: volumeOf(sum / (to - from)), maximum: volumeOf(most) };
  }

  forget(beforeMs: number): void {
    const gone = Math.floor(beforeMs / frameMs) - this.#base;
    if (gone <= 0) return;
    this.#powers.splice(0, gone);
    this.#base += gone;
  }

  #close(): void {
    this.#powers.push(this.#sum / this.#samplesPerFrame);
    this.#sum = 0;
    this.#filled = 0;
  }
}

/** Maps dB relative to full scale, -60 (or less) to 0, to 0-100. */
function volumeOf(meanSquare: number): number {
  const db = 10 * Math.log10(Math.max(meanSquare, 1e-9) / fullScale);
  return Math.round(Math.min(100, Math.max(0, ((db - quietestDb) / -quietestDb) * 100)));
}

export interface SpokenStretch {
  readonly syllables: number;
  /** Times of the first and the last syllable. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Words a minute: syllables a second × 60. */
export function speedOf({ syllables, fromMs, toMs }: SpokenStretch): number | undefined {
  if (syllables === 0 || toMs - fromMs < shortestMs) return undefined;
  return Math.round((syllables * 60_000) / (toMs - fromMs));
}

export interface Measured {
  readonly spoken: SpokenStretch;
  readonly volume: { average: number; maximum: number } | undefined;
  readonly gender: Analysis['gender'] | undefined;
  readonly emotion: Emotion | undefined;
}

const thousandths = (value: number): number => Math.round(value * 1_000) / 1_000;

/** The analysis; undefined if nothing was requested, `{}` if nothing was found. */
export function analysisOf(params: AnalysisParams | undefined, measured: Measured): Analysis | undefined {
  if (params === undefined) return undefined;
  const speed = params.speed ? speedOf(measured.spoken) : undefined;
  const volume = params.volume ? measured.volume : undefined;
  const gender =
    params.gender && measured.gender
      ? { ...measured.gender, confidence: thousandths(measured.gender.confidence) }
      : undefined;
  const emotion =
    params.emotion && measured.emotion
      ? { ...measured.emotion, confidence: thousandths(measured.emotion.confidence) }
      : undefined;
  return {
    ...(emotion && { emotions: [emotion] }),
    ...(gender && { gender }),
    ...(speed !== undefined && { speed }),
    ...(volume && { averageVolume: volume.average, maximumVolume: volume.maximum }),
  };
}
