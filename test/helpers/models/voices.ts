// The shipped voices, used as an engine uses them, without its process.
import { Speaking } from '../../../src/engine/pipeline/synthesis/speaking.js';
import { loadVoices } from '../../../src/engine/runtime/models/load.js';
import type { VoicesModel } from '../../../src/engine/runtime/voices/voices.js';
import type { SpokenSentence, SynthesisParams } from '../../../src/protocol/engine/synthesis.js';
import { openText } from '../../../src/tts/front-end.js';
import { modelIn } from './model-folder.js';
import { shippedFolder } from './shipped.js';

export const neuralVoice = 'cn_zhixingjing_common';
/** A voice that speaks within a few milliseconds. */
export const quickVoice = 'cn_zhixingjing_common-h9';

export const loadShippedVoices = (): Promise<VoicesModel> => loadVoices(modelIn(shippedFolder('tts-zh')));

const plain: Omit<SynthesisParams, 'cacheKey'> = {
  kind: 'tts',
  property: quickVoice,
  format: 'pcm',
  sampleRateHz: 16_000,
  pitch: 0,
  volume: 50,
  speed: 0,
  soundEffect: 0,
};

export type Choices = Partial<SynthesisParams>;
let lastKey = 0;
/** Without a cacheKey, a unique one is used. */
export const paramsOf = (choices: Choices = {}): SynthesisParams => ({
  ...plain,
  cacheKey: `key ${++lastKey}`,
  ...choices,
});

export const sentencesOf = (text: string, isMarkup = false): SpokenSentence[] => [
  ...openText({ text, language: 'cn', digitMode: 0, speakPunctuation: false, isMarkup }, () => true).sentences,
];

/** The record of a synthesis: its slices, the number of its requests, its end. */
export class Listener {
  readonly slices: Uint8Array[] = [];
  asked = 0;
  hasEnded = false;
  fault: unknown;
}

export class Mouth {
  readonly speaking: Speaking;
  readonly #listeners = new Map<number, Listener>();
  #last = 0;

  constructor(model: VoicesModel) {
    const get = (task: string, property: string) => (task === 'tts' && model.voice(property) ? model : undefined);
    this.speaking = new Speaking({
      models: { get: get as never },
      failed: (session, fault) => {
        const listener = this.#listeners.get(session);
        if (listener) listener.fault = fault;
      },
    });
  }

  /**
   * Opens a synthesis. `sentences` are given on request; a number from `nextMs` requests that length, as long as there
   * is more.
   */
  open(params: SynthesisParams, sentences: Iterable<SpokenSentence>, nextMs?: () => number): [number, Listener] {
    const session = ++this.#last;
    const listener = new Listener();
    this.#listeners.set(session, listener);
    const text = sentences[Symbol.iterator]();
    const pull = () => nextMs && this.speaking.pull(session, nextMs());
    this.speaking.open(session, params, {
      next: () => {
        listener.asked++;
        queueMicrotask(() => this.speaking.say(session, text.next().value));
      },
      slice: (bytes) => {
        listener.slices.push(bytes);
        queueMicrotask(pull);
      },
      ended: () => {
        listener.hasEnded = true;
      },
    });
    pull();
    return [session, listener];
  }

  async idle(): Promise<void> {
    do await nextTurn();
    while (!this.speaking.isIdle);
  }

  /** The slices of a whole synthesis. */
  async slices(params: SynthesisParams, sentences: Iterable<SpokenSentence>, nextMs = () => 1_000) {
    const [, listener] = this.open(params, sentences, nextMs);
    await this.idle();
    if (listener.fault !== undefined) throw listener.fault;
    if (!listener.hasEnded) throw new Error('the synthesis did not end');
    return listener.slices;
  }

  /** The same as samples. */
  async pcm(text: string | readonly SpokenSentence[], choices: Choices = {}): Promise<Int16Array> {
    const sentences = typeof text === 'string' ? sentencesOf(text) : text;
    return samplesOf(Buffer.concat(await this.slices(paramsOf({ ...choices, format: 'pcm' }), sentences)));
  }
}

export function samplesOf(bytes: Uint8Array): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer);
}

export const levelDb = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 1) / samples.length / 32_768 ** 2);

/** Median pitch of the voiced parts, by autocorrelation of 40 ms; 70 to 500 Hz. */
export function pitchHz(samples: Int16Array, rateHz = 16_000): number {
  const [window, step] = [rateHz / 25, rateHz / 25];
  const found: number[] = [];
  for (let start = 0; start + 2 * window < samples.length; start += step) {
    const at = (lag: number) => {
      let [both, one, other] = [0, 1, 1];
      for (let i = start; i < start + window; i += 3) {
        const [x, y] = [samples[i] as number, samples[i + lag] as number];
        both += x * y;
        one += x * x;
        other += y * y;
      }
      return one < 1e6 ? 0 : both / Math.sqrt(one * other);
    };
    const lags = Array.from({ length: Math.floor(rateHz / 70 - rateHz / 500) }, (_, i) => Math.ceil(rateHz / 500) + i);
    const scores = lags.map(at);
    const best = Math.max(...scores);
    const first = scores.findIndex((score) => score > 0.9 * best); // the first peak, not one of its multiples
    let peak = first;
    while ((scores[peak + 1] ?? -1) > (scores[peak] as number)) peak++;
    if (best > 0.7) found.push(rateHz / (lags[peak] as number));
  }
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? 0;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
