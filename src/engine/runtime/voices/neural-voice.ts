// A neural voice: the encoder runs once for a sentence, and the frames follow in chunks of a fixed size.
import { envelopePoints, frameFloats } from '../../../native/vocoder.js';
import type { Speech, SpokenRun, Voice } from './voice.js';
import { moodSemitones } from './voice.js';
import { type Edges, edgesOf, onsetFrames, releaseFramesAt, still } from './voice-edges.js';
import {
  type Encoded,
  type FrameCaches,
  type FrameChunk,
  noiseWidth,
  tuneWidth,
  type VoiceNetwork,
} from './voice-network.js';
import { frameMs, Places, placeNumbers, type Timing, timingOf } from './voice-timing.js';
import { type UnitNames, unitsOf, type VoiceUnit } from './voice-units.js';

/** Output frames of the first chunk, which is short so that it can be heard soon. */
const firstFrames = 28;
/** Silence around a sentence for the network; only the edges of the sounds remain of it. */
const edgeMs = 140;
/** Level below anything a vocoder can produce: silence. */
const stillDb = -120;

/** One speaker, or a blend of several. */
export interface Speaker {
  readonly meanLnHz: number;
  readonly deviationLnHz: number;
  readonly manner: Float32Array;
  readonly timbre: Float32Array;
}

export type VoiceNumbers = Pick<
  Voice,
  'property' | 'hasEnglish' | 'pitchFactor' | 'formantFactor' | 'sharpness' | 'gain'
> & {
  readonly tempo: number;
  readonly swing: number;
};

export function neuralVoice(
  numbers: VoiceNumbers,
  network: VoiceNetwork,
  names: UnitNames,
  timbre: Speaker,
  manner: Speaker,
): Voice {
  const speaker: Speaker = { ...timbre, manner: manner.manner, deviationLnHz: manner.deviationLnHz * numbers.swing };
  return {
    ...numbers,
    frameMs,
    speak: (speech) => new NeuralRun({ ...speech, rate: speech.rate * numbers.tempo }, network, names, speaker),
  };
}

class NeuralRun implements SpokenRun {
  readonly #units: readonly VoiceUnit[];
  readonly #caches: FrameCaches;
  #encoded: Encoded | undefined;
  #timing: Timing | undefined;
  #edges: Edges | undefined;
  #places: Places | undefined;
  /** Number of frames that the network has taken. */
  #given = 0;

  constructor(
    readonly speech: Speech,
    readonly network: VoiceNetwork,
    readonly names: UnitNames,
    readonly speaker: Speaker,
  ) {
    this.#units = unitsOf(speech.tokens, edgeMs);
    this.#caches = network.newCaches();
  }

  async next(): Promise<Float32Array | undefined> {
    if (this.#encoded === undefined) {
      this.#encoded = await this.network.encode(this.names.columnsOf(this.#units), this.speaker.manner);
      this.#timing = timingOf(this.#units, this.#encoded.lnFrames, this.speech.rate);
      this.#edges = edgesOf(this.#units, this.#timing, this.speech.rate);
      this.#places = new Places(this.#timing, this.#units);
      return new Float32Array(0);
    }
    const { lateFrames, chunkFrames } = this.network;
    const total = (this.#timing as Timing).frames;
    const from = this.#given - lateFrames; // number of the output frame
    if (from >= total) return undefined;
    const count = this.#given === 0 ? lateFrames + firstFrames : Math.min(chunkFrames, total - from);
    const rows = this.#rows(this.#given, count);
    const valid = new Float32Array(count).fill(1, 0, Math.max(0, Math.min(count, total - this.#given)));
    this.#given += count;
    const { manner, timbre } = this.speaker;
    const chunk = await this.network.paint(rows, valid, manner, timbre, this.#caches);
    return this.#spoken(chunk, from, count);
  }

  #rows(first: number, count: number): Float32Array {
    const { frameWidth, hiddenWidth } = this.network;
    const { hidden, loudness } = this.#encoded as Encoded;
    const timing = this.#timing as Timing;
    const rows = new Float32Array(count * frameWidth);
    for (let at = 0; at < count && first + at < timing.frames; at++) {
      const unit = timing.unit[first + at] as number;
      rows.set(hidden.subarray(unit * hiddenWidth, (unit + 1) * hiddenWidth), at * frameWidth);
      this.#places?.write(first + at, rows, at * frameWidth + hiddenWidth);
      rows[at * frameWidth + hiddenWidth + placeNumbers] = loudness[unit] as number;
    }
    return rows;
  }

  /** The kept part of a chunk that begins with frame `from` of the sentence; its pauses are silenced. */
  #spoken(chunk: FrameChunk, from: number, count: number): Float32Array {
    const { stillAfter, frames: total } = this.#timing as Timing;
    const edge = edgeMs / frameMs;
    const first = Math.max(from, edge - onsetFrames);
    const end = Math.min(from + count, total - edge + releaseFramesAt(this.speech.rate));
    const stillBehind = (frame: number): number => stillAfter.get(frame) ?? 0;
    let length = Math.max(0, end - first);
    for (let frame = first; frame < end; frame++) length += stillBehind(frame);
    const spoken = stillFrames(length);
    for (let frame = first, to = 0; frame < end; to += 1 + stillBehind(frame), frame++) {
      this.#frame(chunk, frame - from, frame, spoken.subarray(to * frameFloats, (to + 1) * frameFloats));
    }
    return spoken;
  }

  /** Frame `at` of a chunk, which is frame `frame` of the sentence. */
  #frame({ envelope, aperiodicity, tune }: FrameChunk, at: number, frame: number, out: Float32Array): void {
    const { fadeDb, sounding } = this.#edges as Edges;
    const fade = fadeDb[frame] as number;
    if (fade === still) return; // as `spoken` has it
    const unit = this.#units[sounding[frame] as number] as VoiceUnit;
    const { meanLnHz, deviationLnHz } = this.speaker;
    const { pitchSemitones = 0, gainDb = 0 } = unit.token?.prosody ?? {};
    const semitones = pitchSemitones + moodSemitones(this.speech.mood, frame / (this.#timing as Timing).frames);
    const isVoiced = (tune[at * tuneWidth + 1] as number) > 0;
    const lnHz = meanLnHz + deviationLnHz * (tune[at * tuneWidth] as number) + (semitones / 12) * Math.LN2;
    out[0] = isVoiced ? Math.exp(lnHz) : 0;
    for (let point = 0; point < envelopePoints; point++) {
      out[1 + point] = (envelope[at * envelopePoints + point] as number) + gainDb + fade;
    }
    out.set(aperiodicity.subarray(at * noiseWidth, (at + 1) * noiseWidth), 1 + envelopePoints);
  }
}

/** A silent frame. */
const stillFrame: Float32Array = new Float32Array(frameFloats).fill(stillDb, 1, 1 + envelopePoints);

/** Silent frames. */
export function stillFrames(count: number): Float32Array {
  const frames = new Float32Array(count * frameFloats);
  for (let at = 0; at < count; at++) frames.set(stillFrame, at * frameFloats);
  return frames;
}
