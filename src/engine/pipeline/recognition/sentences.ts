// The sentences of a session, from the first sound to the final result: which sentence the recogniser's results belong
// to, what it has heard of each, and which waits for which. Final results leave in order; each may wait for the
// sentence after it.
import type { Candidate, RecognitionParams, Sentence } from '../../../protocol/engine/recognition.js';
import { splitUnits } from '../../../text/heard.js';
import { noParagraph, type OpenParagraph, startsParagraph, withSentence } from '../../../text/paragraph.js';
import { type HeardHypothesis, within } from '../../runtime/recogniser/hypotheses.js';
import { analysisOf, type Measured, type SpokenStretch } from '../analysis/analysis.js';
import { RaisedVoice } from '../analysis/raised-voice.js';
import type { VoiceEffort } from '../analysis/vocal-effort.js';
import type { SentenceText } from './sentence-text.js';

/** Measurements of a sentence's audio, made before the audio is dropped. */
export interface SentenceAudio {
  readonly volume: Measured['volume'];
  readonly gender: Promise<Measured['gender']> | undefined;
  readonly effort: VoiceEffort | undefined;
}

export interface SentenceSettings
  extends Pick<RecognitionParams, 'mode' | 'interimResults' | 'nBest' | 'analysis' | 'text'> {}

export interface SentencesParts {
  readonly settings: SentenceSettings;
  readonly text: SentenceText;
  readonly volume: (fromMs: number, toMs: number) => Measured['volume'];
  readonly say: (sentence: Sentence) => void;
  /** Called at `atMs` if nothing was recognised in the first `noiseAfterMs` of a sentence. */
  readonly noise: (atMs: number) => void;
  readonly failed: (fault: unknown) => void;
}

interface UnderWay {
  readonly startMs: number;
  /** End of the voice, and the time at which the recogniser was told to cut; undefined while the person speaks. */
  endMs: number | undefined;
  cutMs: number | undefined;
  audio: SentenceAudio | undefined;
  /** There is more than one part if a sentence is too long for the search. */
  readonly parts: (readonly HeardHypothesis[])[];
  hasText: boolean;
  isNoise: boolean;
  isShown: boolean;
}

interface Finished {
  readonly startMs: number;
  readonly endMs: number;
  readonly cutMs: number;
  readonly heard: readonly HeardHypothesis[];
  readonly audio: SentenceAudio | undefined;
  readonly isShown: boolean;
}

/** Longest pause after which the next sentence still gives context to the one before it. */
const longestPauseMs = 1_200;
/** Time after its beginning at which a voice is known. */
const onsetMs = 200;
/** Length of a voice that may be noise if nothing of it is recognised. */
const noiseAfterMs = 3_000;

const nothing: HeardHypothesis = { text: '', words: [], units: [], confidence: 0, score: 0 };

export class Sentences {
  readonly #parts: SentencesParts;
  readonly #contextMs: number;
  /** Sentences in progress. The first is the one to which the recogniser's results belong. */
  readonly #underWay: UnderWay[] = [];
  /** Sentences that were heard and are not written yet. */
  readonly #waiting: Finished[] = [];
  /** Time up to which the beginnings and ends of sentences are known. */
  #clockMs = 0;
  readonly #raisedVoice = new RaisedVoice();
  #paragraph: OpenParagraph = noParagraph;
  #work: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(parts: SentencesParts) {
    this.#parts = parts;
    const { mode, text } = parts.settings;
    this.#contextMs = mode === 'continue' && parts.text.usesContext ? text.tppContextRangeMs : 0;
  }

  /** Start of the newest sentence. */
  get newestFromMs(): number {
    return this.#underWay.at(-1)?.startMs ?? 0;
  }

  begin(startMs: number): void {
    this.#underWay.push({
      startMs,
      endMs: undefined,
      cutMs: undefined,
      audio: undefined,
      parts: [],
      hasText: false,
      isNoise: false,
      isShown: false,
    });
  }

  /** Ends the newest sentence; its final result comes with the cut. */
  close(endMs: number, cutMs: number, audio: SentenceAudio): void {
    const newest = this.#underWay.at(-1);
    if (newest !== undefined) Object.assign(newest, { endMs, cutMs, audio });
  }

  /** Takes a partial result, or an early one before the first. The current sentence does not end before `toMs`. */
  partial(heard: HeardHypothesis, toMs: number): void {
    const [first] = this.#underWay;
    if (first === undefined || this.#isOver) return;
    const { settings, text } = this.#parts;
    if (!settings.interimResults || (!first.isShown && heard.text === '')) return;
    const whole = joined([...first.parts, [heard]])[0] ?? nothing;
    first.isShown = true;
    const endMs = Math.max(first.startMs, first.endMs ?? toMs);
    const { analysis } = settings;
    this.#parts.say({
      startMs: first.startMs,
      endMs,
      isFinal: false,
      candidates: [text.interim(whole)],
      analysis: analysisOf(analysis, {
        spoken: spoken(whole),
        volume: first.audio ? first.audio.volume : this.#parts.volume(first.startMs, endMs),
        gender: undefined,
        emotion: undefined,
      }),
    });
  }

  final(heard: readonly HeardHypothesis[], toMs: number): void {
    const [first] = this.#underWay;
    if (first === undefined || this.#isOver) return;
    first.parts.push(heard);
    first.hasText ||= heard.some(({ text }) => text !== '');
    this.heard(toMs, first.hasText);
    if (first.cutMs !== undefined && toMs >= first.cutMs - 1) this.#finish();
  }

  /** Called when the recogniser has reached `toMs`. */
  heard(toMs: number, hasText: boolean): void {
    const [first] = this.#underWay;
    if (first === undefined) return;
    first.hasText ||= hasText;
    if (first.hasText || first.isNoise) return;
    const atMs = first.startMs + noiseAfterMs;
    if (toMs < atMs || (first.endMs ?? toMs) < atMs) return;
    first.isNoise = true;
    this.#parts.noise(atMs);
  }

  /** Called when all sentences that begin or end before that time have been reported. */
  tick(clockMs: number): void {
    this.#clockMs = clockMs;
    this.#release();
  }

  /** Called when the recogniser has finished; resolves when everything is written. */
  async end(): Promise<void> {
    while (this.#underWay.length > 0) this.#finish();
    this.tick(Number.POSITIVE_INFINITY);
    await this.#work;
  }

  /** Ends without any further output. */
  drop(): void {
    this.#isOver = true;
  }

  #finish(): void {
    const done = this.#underWay.shift() as UnderWay;
    const { startMs, endMs = startMs, cutMs = endMs, audio, parts, isShown } = done;
    const heard = joined(parts).map((hypothesis) => within(hypothesis, startMs, endMs));
    this.#waiting.push({ startMs, endMs, cutMs, heard, audio, isShown });
    this.#release();
  }

  #release(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const next = this.#waiting[1];
      if (next === undefined && this.#waitsForMore(first)) return;
      this.#waiting.shift();
      const isContext = next !== undefined && this.#mayFollow(next, first);
      this.#write(first, isContext ? next.heard[0] : undefined);
    }
  }

  /** True if the context may still come from an unfinished sentence. The clock is that of the audio. */
  #waitsForMore(first: Finished): boolean {
    if (this.#contextMs === 0) return false;
    const [next] = this.#underWay;
    if (next !== undefined) return this.#mayFollow(next, first);
    return this.#clockMs < first.endMs + Math.min(this.#contextMs, longestPauseMs + onsetMs);
  }

  /**
   * True if the sentence begins soon after and ends within tppContextRange. The choice does not depend on the speed of
   * the audio.
   */
  #mayFollow({ startMs, cutMs = this.#clockMs }: Pick<UnderWay, 'startMs' | 'cutMs'>, { endMs }: Finished): boolean {
    return startMs - endMs <= longestPauseMs && cutMs <= endMs + this.#contextMs;
  }

  #write(sentence: Finished, following: HeardHypothesis | undefined): void {
    const { mode } = this.#parts.settings;
    const isEmpty = sentence.heard.every(({ text }) => text === '');
    // A noise that was taken for a voice is no sentence; in other modes the client waits for a result.
    if (isEmpty && mode === 'continue' && !sentence.isShown) return;
    this.#work = this.#work
      .then(async () => {
        const candidates = await this.#candidates(sentence, following);
        const gender = isEmpty ? undefined : await sentence.audio?.gender; // silence has no gender
        if (this.#isOver) return;
        const { startMs, endMs, heard, audio } = sentence;
        const analysis = analysisOf(this.#parts.settings.analysis, {
          spoken: spoken(heard[0] ?? nothing),
          volume: audio?.volume,
          gender,
          emotion: isEmpty ? undefined : this.#emotion(startMs, endMs, audio?.effort),
        });
        this.#parts.say({ startMs, endMs, isFinal: true, candidates, analysis });
      })
      .catch((fault: unknown) => {
        if (!this.#isOver) this.#parts.failed(fault);
      });
  }

  async #candidates({ startMs, endMs, heard }: Finished, following: HeardHypothesis | undefined): Promise<Candidate[]> {
    const { settings, text } = this.#parts;
    const spoken = { text: heard[0]?.text ?? '', startMs, endMs };
    const isNew = settings.text.makeParagraph && startsParagraph(this.#paragraph, spoken);
    this.#paragraph = withSentence(this.#paragraph, spoken, isNew);
    return text.candidates(heard.slice(0, settings.nBest), following, isNew);
  }

  #emotion(startMs: number, endMs: number, effort: VoiceEffort | undefined): Measured['emotion'] {
    const confidence = effort && this.#raisedVoice.judge(effort);
    return confidence === undefined ? undefined : { startMs, endMs, confidence, emotion: 'ANGRY' };
  }
}

function spoken({ words }: HeardHypothesis): SpokenStretch {
  return {
    syllables: words.reduce((sum, { text }) => sum + splitUnits(text).length, 0),
    fromMs: words[0]?.startMs ?? 0,
    toMs: words.at(-1)?.endMs ?? 0,
  };
}

/** One list of hypotheses; the first joins the best hypotheses of all parts. */
function joined(parts: readonly (readonly HeardHypothesis[])[]): readonly HeardHypothesis[] {
  if (parts.length <= 1) return parts[0] ?? [nothing];
  const best = parts.map(([first = nothing]) => first);
  const units = best.flatMap((each) => each.units);
  return [
    {
      text: best.map(({ text }) => text).join(''),
      words: best.flatMap(({ words }) => words),
      units,
      confidence: best.reduce((sum, each) => sum + each.confidence * each.units.length, 0) / Math.max(1, units.length),
      score: best.reduce((sum, { score }) => sum + score, 0),
    },
  ];
}
