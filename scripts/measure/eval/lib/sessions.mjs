// Recordings through the product's recognition sessions, with the models that ship: one-shot, or in a streaming mode.
import { anySecond, FrontendPool } from '../../../../dist/engine/pipeline/audio/frontend.js';
import { recogniseClip } from '../../../../dist/engine/pipeline/recognition/recognise-clip.js';
import { RecognitionSession } from '../../../../dist/engine/pipeline/recognition/recognition.js';
import { RecognitionModels } from '../../../../dist/engine/pipeline/recognition/recognition-parts.js';
import { ModelSet } from '../../../../dist/engine/runtime/models/model-set.js';
import { modelIn } from './models.mjs';

/** @typedef {import('../../../../dist/protocol/engine/recognition.js').Sentence} Sentence */
/** @typedef {import('../../../../dist/protocol/engine/recognition.js').HotwordRule} HotwordRule */
/** @typedef {'clip' | 'short' | 'utterance' | 'continue'} Mode */
/** @typedef {{ asr: string, lm: string, vad: string }} Folders */

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const sliceMs = 100;
const text = {
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: /** @type {const} */ ('WORD'),
  wordTpp: false,
  tppContextRangeMs: 0,
  sensitiveWords: [],
};
const endpoint = { headMs: 0, tailMs: 500, endMs: 0, maxSegmentMs: 60_000, threshold: 10 };

/** @param {Folders} folders @param {8_000 | 16_000} rateHz */
export async function openSessions({ asr, lm, vad }, rateHz) {
  const property = rateHz === 8_000 ? 'cn_8k_common' : 'cn_16k_common';
  /** @type {Record<string, string>} */
  const folders = { asr, lm, vad };
  const candidates = (/** @type {string} */ task) => [modelIn(/** @type {string} */ (folders[task]))];
  const models = await ModelSet.open({ candidates }, ['lm', 'asr', 'vad'], [property], ({ fault }) => {
    throw fault;
  });
  const recognition = new RecognitionModels(models, (fault) => {
    throw fault;
  });
  const frontends = new FrontendPool(anySecond, 1);
  const coding = /** @type {const} */ ({ coding: 'pcm_s16le', sampleRateHz: rateHz });
  const usual = { property, nBest: 1, analysis: undefined, languageModel: undefined };

  /** The final sentences. @param {Int16Array} samples @param {Mode} mode
   * @param {{ hotwords?: readonly HotwordRule[], text?: Partial<Record<'addPunc' | 'digitNorm', boolean>> }} [asked]
   * @returns {Promise<Sentence[]>} */
  return async function hear(samples, mode, { hotwords = [], text: texts = {} } = {}) {
    const common = { ...usual, hotwords, text: { ...text, ...texts } };
    const parts = recognition.partsFor(common, frontends);
    const slices = slicesOf(samples, (sliceMs * rateHz) / 1_000);
    if (mode === 'clip') {
      const clip = { coding, slices, sampleRateHz: rateHz };
      return [(await recogniseClip(clip, common, parts, async () => void (await nextTurn()))).sentence];
    }
    const params = /** @type {const} */ ({ ...common, kind: 'asr', mode, coding, endpoint, interimResults: false });
    /** @type {Sentence[]} */
    const sentences = [];
    await new Promise((resolve, reject) => {
      const session = new RecognitionSession({ ...params, audioMaxMs: Number.POSITIVE_INFINITY }, parts, {
        event: (event) => void (event.type === 'sentence' && event.sentence.isFinal && sentences.push(event.sentence)),
        ended: resolve,
        failed: reject,
      });
      const feed = async () => {
        for (const slice of slices) {
          session.push(slice);
          while (session.isBehind) await nextTurn();
        }
        session.end(false);
      };
      feed().catch(reject);
    });
    return sentences;
  };
}

/** @param {Int16Array} samples @param {number} length */
function slicesOf(samples, length) {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, at) =>
    bytes.subarray(2 * at * length, 2 * (at + 1) * length),
  );
}
