// The recogniser's part in screening: the text of a prompt, while it is spoken. Tones and silence do not reach the
// recogniser: it hears from a little before a voice begins until the voice has ended.
//
//   samples ──┬── recent audio ── recogniser ── text events
//             └── speech? tone? ── endpoint ──┘
import type { KeywordRow, TextEvent } from '../../../protocol/engine/ring.js';
import { unreachable } from '../../../protocol/unreachable.js';
import type { ModelSet } from '../../runtime/models/model-set.js';
import type { CompiledHotwords } from '../../runtime/recogniser/hotwords.js';
import type { HeardHypothesis } from '../../runtime/recogniser/hypotheses.js';
import type { Recogniser } from '../../runtime/recogniser/recogniser.js';
import type { RecogniserStream } from '../../runtime/recogniser/recogniser-stream.js';
import { Endpoint, type EndpointEvent, frameMs } from '../audio/endpoint.js';
import type { AudioFrontend } from '../audio/frontend.js';
import { RecentAudio } from '../audio/recent-audio.js';
import { type OpenSpeech, openSpeechFor, type VadStream } from '../audio/vad.js';
import { keywordHotwords } from './prompt-hotwords.js';
import { promptReadings } from './prompt-readings.js';

export interface PromptParts {
  readonly recogniser: Recogniser;
  readonly openSpeech: OpenSpeech;
  /** The keywords of the table, which prompts are likely to contain. */
  readonly hotwords?: CompiledHotwords | undefined;
}

/** The parts; undefined when no recogniser serves the property. */
export function promptPartsFor(
  models: ModelSet,
  property: string,
  keywords: readonly KeywordRow[],
): PromptParts | undefined {
  const recogniser = models.recogniser(property);
  if (recogniser === undefined) return undefined;
  const hotwords = keywordHotwords(recogniser, keywords);
  return { recogniser, hotwords, openSpeech: openSpeechFor(models, property) };
}

export interface PromptListener {
  text(event: TextEvent): void;
  /** Called after the last text, when the audio has ended. */
  ended(): void;
  failed(fault: unknown): void;
}

/** Backlog of the model beyond which no more audio should be sent. */
export const behindMs = 1_000;

const narrowSamplesPerMs = 8;

/** Endpoint settings: prompts pause between phrases, but not within a keyword. */
const endpoint = { headMs: 0, tailMs: 500, endMs: 0, maxSegmentMs: 15_000, threshold: 10, mode: 'continue' } as const;

export class PromptRecogniser {
  readonly #listener: PromptListener;
  readonly #frontend: AudioFrontend;
  readonly #audio: RecentAudio;
  readonly #stream: RecogniserStream;
  readonly #vad: VadStream;
  readonly #endpoint = new Endpoint(endpoint);
  readonly #isPhonetic: boolean;
  readonly #samplesPerMs: number;
  #clockMs = 0;
  #givenMs = 0;
  #isInSentence = false;
  #hasSaid = false;
  #isOver = false;

  /** `hearing` gives samples at the recogniser's rate. Without `interim` only whole sentences are reported. */
  constructor(
    { recogniser, hotwords, openSpeech }: PromptParts,
    hearing: AudioFrontend,
    listener: PromptListener,
    { interim }: { readonly interim: boolean },
  ) {
    this.#listener = listener;
    this.#frontend = hearing;
    this.#isPhonetic = recogniser.units.kind === 'phones';
    this.#samplesPerMs = recogniser.sampleRateHz / 1_000;
    this.#audio = new RecentAudio(recogniser.sampleRateHz);
    this.#stream = recogniser.open(
      { nBest: 1, rescores: false, interim, ...(hotwords && { hotwords }) },
      {
        partial: (hypothesis) => this.#say(hypothesis, false),
        final: ([hypothesis]) => hypothesis && this.#say(hypothesis, true),
        ended: () => this.#end(),
        failed: (fault) => this.#fail(fault),
      },
    );
    this.#vad = openSpeech({
      probabilities: (values) => this.#follow(values),
      ended: () => this.#lastWords(),
      failed: (fault) => this.#fail(fault),
    });
  }

  /** Length of the audio that the model has not heard yet. */
  get behindMs(): number {
    return this.#isOver ? 0 : this.#stream.behindMs;
  }

  /**
   * Time from the last understood audio to the end of the audio taken: earlier audio may still be in recognition, later
   * audio was not sent.
   */
  get lagMs(): number {
    const isHeard = this.#isInSentence || this.#stream.behindMs > 0;
    const understoodMs = isHeard ? Math.min(this.#clockMs, this.#stream.settledMs) : this.#clockMs;
    return this.#isOver ? 0 : Math.max(0, this.#audio.endMs - understoodMs);
  }

  /** Takes the newest audio of the front end, but nothing after `toMs`. */
  take(toMs = Number.POSITIVE_INFINITY): void {
    if (this.#isOver) return;
    const beyondMs = Math.max(0, this.#frontend.totalMs - toMs);
    this.#guarded(() => {
      this.#audio.push(withoutEnd(this.#frontend.samples, beyondMs * this.#samplesPerMs));
      this.#vad.push(withoutEnd(this.#frontend.narrowSamples, beyondMs * narrowSamplesPerMs));
    });
  }

  end(): void {
    if (!this.#isOver) this.#guarded(() => this.#vad.end());
  }

  /** Ends the recognition; nothing more is reported. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stream.close();
    this.#vad.close();
  }

  /** Keeps faults of the recogniser away from the screening. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (fault) {
      this.#fail(fault);
    }
  }

  #follow(values: ArrayLike<number>): void {
    if (this.#isOver) return;
    for (let at = 0; at < values.length; at++) {
      const speech = this.#frontend.isToneAt(this.#clockMs) ? 0 : (values[at] ?? 0);
      this.#endpoint.push(speech, (said) => this.#obey(said));
      this.#clockMs += frameMs;
    }
    if (this.#isInSentence) this.#give(this.#clockMs);
    else this.#audio.forget(this.#endpoint.earliestMs);
  }

  #obey(said: EndpointEvent): void {
    switch (said.type) {
      case 'voice-start':
        this.#stream.skipTo(said.fromMs);
        this.#givenMs = said.fromMs;
        this.#isInSentence = true;
        return;
      case 'voice-end': {
        const cutMs = Math.min(said.toMs, this.#audio.endMs);
        this.#give(cutMs);
        this.#isInSentence = false;
        this.#stream.cut(cutMs);
        if (!said.isForced) this.#stream.skipTo(cutMs); // pending outputs come now
        return;
      }
      case 'exceeded-silence':
      case 'exceeded-end-silence':
        return; // no such limits were set
      default:
        unreachable(said);
    }
  }

  #give(toMs: number): void {
    if (toMs <= this.#givenMs) return;
    this.#stream.push(this.#audio.between(this.#givenMs, toMs));
    this.#givenMs = toMs;
    this.#audio.forget(toMs);
  }

  #lastWords(): void {
    if (this.#isOver) return;
    this.#endpoint.flush(this.#audio.endMs, (said) => this.#obey(said));
    this.#stream.end();
  }

  #say(hypothesis: HeardHypothesis, isFinal: boolean): void {
    const { text, words, confidence } = hypothesis;
    if (this.#isOver || (text === '' && !this.#hasSaid)) return;
    this.#hasSaid = !isFinal; // an empty final result withdraws the interim text
    const atMs = Math.round(this.#stream.atMs);
    const fromMs = words[0]?.startMs ?? atMs;
    const read = promptReadings(hypothesis, this.#isPhonetic);
    this.#listener.text({ type: 'text', text, isFinal, atMs, fromMs, confidence, ...read });
  }

  #end(): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.ended();
  }

  #fail(fault: unknown): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.failed(fault);
  }
}

const withoutEnd = (samples: Int16Array, count: number): Int16Array =>
  count <= 0 ? samples : samples.subarray(0, Math.max(0, samples.length - Math.ceil(count)));
