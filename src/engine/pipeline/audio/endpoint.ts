// Turns probabilities of speech, one each 10 ms, into the beginnings and ends of sentences, and finds silences that are
// too long (specification 2, sections 4.2 and 6). A reducer: its time is the number of probabilities seen.
// docs/recognition.md describes the rules.
import type { EndpointParams } from '../../../protocol/engine/recognition.js';

export const frameMs = 10;
/** Least speech that begins a sentence. */
const minSpeechMs = 80;
/** The same at the end of the audio, which may have cut a word. */
const minLastSpeechMs = 40;
/** Least speech that ends a silence. */
const minResumeMs = 30;
/** A gap of up to this length within a first sound does not end that sound. */
const holeMs = 50;
/** Audio before the voice that belongs to the sentence: first consonants are too soft to be detected. */
export const preRollMs = 500;

export interface EndpointOptions extends EndpointParams {
  /** Modes with endpoints; short sessions have none. */
  readonly mode: 'utterance' | 'continue';
}

export type EndpointEvent =
  /** The voice begins at atMs; the sentence's audio begins at fromMs. */
  | { readonly type: 'voice-start'; readonly atMs: number; readonly fromMs: number }
  /** The voice ended at atMs; the sentence's audio ends at toMs, where the end was detected. */
  | { readonly type: 'voice-end'; readonly atMs: number; readonly toMs: number; readonly isForced: boolean }
  | { readonly type: 'exceeded-silence'; readonly atMs: number }
  | { readonly type: 'exceeded-end-silence'; readonly atMs: number };

/**
 * Converts vadThreshold, 1-100, to probabilities: 10 (the default) is 1/2, 20 is 2/3, 8 is 4/9. Speech goes on down to
 * half the odds.
 */
export function speechProbabilities(threshold: number): { begins: number; goesOn: number } {
  return { begins: threshold / (threshold + 10), goesOn: threshold / (threshold + 20) };
}

/** A sound that may become speech. */
interface Onset {
  readonly fromMs: number;
  speechMs: number;
  holeMs: number;
}

export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #begins: number;
  readonly #goesOn: number;
  #nowMs = 0;
  #onset: Onset | undefined;
  #voiceFromMs: number | undefined;
  /** Start of the silence that may end the current sentence. */
  #silenceFromMs: number | undefined;
  #resumedMs = 0;
  /** The ends of the voice and of the audio of the last sentence. */
  #lastVoiceMs: number | undefined;
  #takenMs = 0;
  #isOver = false;
  /** Times of the pending cuts, ascending. */
  readonly #cutsMs: number[] = [];

  constructor(options: EndpointOptions) {
    this.#options = options;
    const { begins, goesOn } = speechProbabilities(options.threshold);
    this.#begins = begins;
    this.#goesOn = goesOn;
  }

  /** True once a stop condition was met; no event follows. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Earliest end of the current sentence. */
  get earliestEndMs(): number {
    if (this.#voiceFromMs === undefined) return this.#nowMs;
    const { tailMs, maxSegmentMs } = this.#options;
    const cutMs = this.#cutsMs[0] ?? Number.POSITIVE_INFINITY;
    return Math.min((this.#silenceFromMs ?? this.#nowMs) + tailMs, this.#voiceFromMs + maxSegmentMs, cutMs);
  }

  /** Earliest end of the voice in the current sentence. */
  get earliestVoiceEndMs(): number {
    return this.#silenceFromMs ?? this.#nowMs;
  }

  /** Time before which audio belongs to no future sentence. */
  get earliestMs(): number {
    return Math.max(this.#takenMs, (this.#onset?.fromMs ?? this.#nowMs) - preRollMs);
  }

  /** Ends a current sentence at `ms`. REQUIRES: calls come in order of time, and no later audio was pushed. */
  cutAt(ms: number): void {
    this.#cutsMs.push(ms);
  }

  /** Takes the probability of the next 10 ms. */
  push(probability: number, emit: (said: EndpointEvent) => void): void {
    if (this.#isOver) return;
    const fromMs = this.#nowMs;
    this.#nowMs += frameMs;
    const isCut = (this.#cutsMs[0] ?? Number.POSITIVE_INFINITY) <= this.#nowMs;
    if (isCut) this.#cutsMs.shift();
    if (this.#voiceFromMs === undefined) this.#wait(probability, fromMs, emit);
    else this.#listen(probability, fromMs, isCut ? Number.NEGATIVE_INFINITY : this.#voiceFromMs, emit);
  }

  /** The audio has ended at `atMs`: a current sentence ends too, and a sound that was cut off may count as one. */
  flush(atMs: number, emit: (said: EndpointEvent) => void): void {
    if (this.#isOver) return;
    this.#nowMs = Math.max(this.#nowMs, atMs);
    const isCutSpeech = this.#onset !== undefined && this.#onset.speechMs >= minLastSpeechMs;
    if (this.#voiceFromMs === undefined && isCutSpeech) this.#start(emit);
    if (this.#voiceFromMs !== undefined) this.#end(this.#silenceFromMs ?? this.#nowMs, false, emit);
    this.#isOver = true;
  }

  #wait(probability: number, fromMs: number, emit: (said: EndpointEvent) => void): void {
    this.#followOnset(probability, fromMs);
    if (this.#onset === undefined) this.#checkSilence(emit);
    else if (this.#onset.speechMs >= minSpeechMs) this.#start(emit);
  }

  #followOnset(probability: number, fromMs: number): void {
    const onset = this.#onset;
    if (onset === undefined) {
      if (probability >= this.#begins) this.#onset = { fromMs, speechMs: frameMs, holeMs: 0 };
      return;
    }
    if (probability >= this.#goesOn) {
      onset.speechMs += frameMs;
      onset.holeMs = 0;
      return;
    }
    onset.holeMs += frameMs;
    if (onset.holeMs > holeMs) this.#onset = undefined;
  }

  /** Checks for too long a silence. A sound that is still open may turn out to be speech, so it is waited for. */
  #checkSilence(emit: (said: EndpointEvent) => void): void {
    const { mode, headMs, endMs } = this.#options;
    if (this.#lastVoiceMs === undefined) {
      if (headMs === 0 || this.#nowMs < headMs) return;
      this.#isOver = true;
      emit({ type: 'exceeded-silence', atMs: headMs });
      return;
    }
    const exceededMs = this.#lastVoiceMs + endMs;
    if (mode === 'utterance' || endMs === 0 || this.#nowMs < exceededMs) return;
    this.#isOver = true;
    emit({ type: 'exceeded-end-silence', atMs: Math.max(exceededMs, this.#takenMs) });
  }

  #start(emit: (said: EndpointEvent) => void): void {
    const atMs = this.#onset?.fromMs ?? this.#nowMs;
    this.#onset = undefined;
    this.#voiceFromMs = atMs;
    this.#silenceFromMs = undefined;
    this.#resumedMs = 0;
    emit({ type: 'voice-start', atMs, fromMs: Math.max(this.#takenMs, atMs - preRollMs) });
  }

  #listen(probability: number, fromMs: number, voiceFromMs: number, emit: (said: EndpointEvent) => void): void {
    this.#followSilence(probability, fromMs);
    const { tailMs, maxSegmentMs } = this.#options;
    const silenceFromMs = this.#silenceFromMs;
    const isSilentLongEnough =
      silenceFromMs !== undefined && this.#resumedMs === 0 && this.#nowMs - silenceFromMs >= tailMs;
    if (isSilentLongEnough) this.#end(silenceFromMs, false, emit);
    else if (this.#nowMs - voiceFromMs >= maxSegmentMs) this.#end(silenceFromMs ?? this.#nowMs, true, emit);
    else return;
    // vadEnd may be shorter than vadTail: the session is then over with the sentence.
    if (!this.#isOver) this.#checkSilence(emit);
  }

  #followSilence(probability: number, fromMs: number): void {
    if (this.#silenceFromMs === undefined) {
      if (probability < this.#goesOn) this.#silenceFromMs = fromMs;
      return;
    }
    this.#resumedMs = probability >= this.#begins ? this.#resumedMs + frameMs : 0;
    if (this.#resumedMs < minResumeMs) return;
    this.#silenceFromMs = undefined;
    this.#resumedMs = 0;
  }

  #end(atMs: number, isForced: boolean, emit: (said: EndpointEvent) => void): void {
    this.#voiceFromMs = undefined;
    this.#lastVoiceMs = atMs;
    this.#takenMs = this.#nowMs;
    this.#isOver = this.#options.mode === 'utterance';
    emit({ type: 'voice-end', atMs, toMs: this.#nowMs, isForced });
  }
}
