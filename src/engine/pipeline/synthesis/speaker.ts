// Sentences to samples at the requested rate: voice → vocoder with its effect → resampler. The output depends on the
// sentences alone, not on the times of the calls.
import { addon, type NativeResampler } from '../../../native/index.js';
import {
  frameFloats,
  gainOf,
  makeVocoder,
  type NativeVocoder,
  pitchFactorOf,
  rateOf,
  soundEffects,
  voiceRateHz,
} from '../../../native/vocoder.js';
import type { SpokenSentence, SpokenToken, SynthesisParams } from '../../../protocol/engine/synthesis.js';
import { inMandarin } from '../../../text/in-mandarin.js';
import { stillFrames } from '../../runtime/voices/neural-voice.js';
import { endQuietMs, quietMs } from '../../runtime/voices/pauses.js';
import type { SpokenRun, Voice } from '../../runtime/voices/voice.js';

/** Pause between two pieces of a sentence that was cut for its length. */
const cutPauseMs = 30;
/** Length of audio of one step; pauses of markup can be long. */
const stepMs = 400;
const nothing = new Int16Array(0);
const [lowestFactor, highestFactor, highestGain] = [0.25, 4, 8];
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The voice of a property; undefined if there is none. */
export type VoiceOf = (property: string) => Voice | undefined;

interface Part {
  readonly voice: Voice;
  readonly tokens: SpokenToken[];
}

export class Speaker {
  readonly #params: SynthesisParams;
  readonly #voice: Voice;
  readonly #voiceOf: VoiceOf;
  readonly #resampler: NativeResampler | undefined;
  #vocoder: { readonly voice: Voice; readonly native: NativeVocoder } | undefined;
  #parts: Part[] = [];
  #sentence: SpokenSentence | undefined;
  #run: SpokenRun | undefined;
  /** Vocoder frames of the current run that have not been rendered yet. */
  #frames: Float32Array = new Float32Array(0);
  /** Pause before the next sentence. */
  #pauseMs = 0;

  constructor(params: SynthesisParams, voice: Voice, voiceOf: VoiceOf) {
    this.#params = params;
    this.#voice = voice;
    this.#voiceOf = voiceOf;
    const { sampleRateHz } = params;
    this.#resampler = sampleRateHz === voiceRateHz ? undefined : new addon.Resampler(voiceRateHz, sampleRateHz);
  }

  /** Begins a sentence. REQUIRES: the sentence before is done. */
  begin(sentence: SpokenSentence): void {
    this.#sentence = sentence;
    this.#parts = [];
    for (const token of sentence.tokens) {
      const wanted = token.prosody?.voice;
      const voice = (wanted === undefined ? undefined : this.#voiceOf(wanted)) ?? this.#voice;
      const spoken = token.kind === 'english' && !voice.hasEnglish ? inMandarin(token) : [token];
      const last = this.#parts.at(-1);
      if (last?.voice === voice) last.tokens.push(...spoken);
      else this.#parts.push({ voice, tokens: [...spoken] });
    }
    this.#parts = this.#parts.filter(({ tokens }) => tokens.length > 0);
  }

  /** The next samples, after about 10 ms of work at most; undefined when the sentence is done. */
  async step(): Promise<Int16Array | undefined> {
    if (this.#run === undefined) {
      const part = this.#parts[0];
      if (part === undefined) return undefined;
      return this.#beginPart(part);
    }
    const frames = this.#frames.length > 0 ? this.#frames : await this.#run.next();
    if (frames !== undefined) {
      const most = (stepMs / (this.#parts[0] as Part).voice.frameMs) * frameFloats;
      this.#frames = frames.subarray(most);
      return this.#sound(frames.subarray(0, most));
    }
    this.#run = undefined;
    this.#parts.shift();
    const last = this.#sentence?.tokens.at(-1);
    if (this.#parts.length === 0) this.#pauseMs = (last && quietMs[last.boundary]) ?? cutPauseMs;
    return nothing;
  }

  /** The remaining samples at the end of the text. */
  finish(): Int16Array {
    const quiet = this.#vocoder === undefined ? 0 : endQuietMs / this.#vocoder.voice.frameMs;
    const silence = this.#sound(stillFrames(quiet));
    const tail = joined(silence, this.#resampled(this.#vocoder?.native.flush() ?? nothing));
    this.#vocoder = undefined;
    return this.#resampler === undefined ? tail : joined(tail, this.#resampler.flush());
  }

  #beginPart({ voice, tokens }: Part): Int16Array {
    const { mood = 'statement' } = this.#sentence ?? {};
    const rate = clamp(rateOf(this.#params.speed), lowestFactor, highestFactor);
    this.#run = voice.speak({ tokens, mood: this.#parts.length > 1 ? 'continuing' : mood, rate });
    let before: Int16Array = nothing;
    if (this.#vocoder !== undefined && this.#vocoder.voice !== voice) before = this.#vocoder.native.flush();
    if (this.#vocoder?.voice !== voice) this.#vocoder = { voice, native: this.#vocoderOf(voice) };
    const pause = stillFrames(Math.round(this.#pauseMs / rate / voice.frameMs));
    this.#pauseMs = 0;
    return joined(this.#resampled(before), this.#sound(pause));
  }

  #vocoderOf(voice: Voice): NativeVocoder {
    const { pitch, volume, soundEffect } = this.#params;
    return makeVocoder({
      frameMs: voice.frameMs,
      pitchFactor: clamp(voice.pitchFactor * pitchFactorOf(pitch), lowestFactor, highestFactor),
      formantFactor: voice.formantFactor,
      gain: clamp(voice.gain * gainOf(volume), 0, highestGain),
      sharpness: voice.sharpness,
      effect: soundEffects[soundEffect] ?? 'none',
    });
  }

  #sound(frames: Float32Array): Int16Array {
    if (frames.length < frameFloats) return nothing;
    return this.#resampled(this.#vocoder?.native.push(frames) ?? nothing);
  }

  #resampled(samples: Int16Array): Int16Array {
    return this.#resampler === undefined || samples.length === 0 ? samples : this.#resampler.push(samples);
  }
}

function joined(one: Int16Array, other: Int16Array): Int16Array {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = new Int16Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
