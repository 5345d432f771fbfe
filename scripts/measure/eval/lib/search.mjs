// Log probabilities → text, with the product's searches.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Recogniser } from '../../../../dist/engine/runtime/recogniser/recogniser.js';
import { comparedSearch, Rescoring, rescoringWeights } from '../../../../dist/engine/runtime/recogniser/rescoring.js';
import { addon } from '../../../../dist/native/index.js';
import { makeCtcDecoder } from '../../../../dist/native/search.js';

/** @typedef {import('../../../../dist/engine/runtime/recogniser/units.js').Units} Units */
/** @typedef {import('../../../../dist/native/search.js').CtcOptions} CtcOptions */
/** @typedef {import('../../../../dist/engine/runtime/recogniser/rescoring.js').RescoringWeights} RescoringWeights */
/** @typedef {import('../../../../dist/native/search-addon.js').Hypothesis} Hypothesis */
/** @typedef {{ text: string, units: string[] }} Heard */

/** @param {string} folder */
export function openLanguage(folder) {
  const rescoring = path.join(folder, 'rescoring.bin');
  return {
    lexicon: new addon.Lexicon(path.join(folder, 'lexicon.bin')),
    language: new addon.LanguageModel(path.join(folder, 'lm.bin')),
    ...(existsSync(rescoring) && { rescoring: new addon.RescoringModel(rescoring) }),
  };
}

/** The likeliest unit of every frame; repeats joined, blanks dropped. @param {Units} units @returns {(rows: Float32Array) => Heard} */
export function makeGreedy({ names, blank }) {
  return (rows) => {
    /** @type {string[]} */
    const units = [];
    let last = blank;
    for (let at = 0; at < rows.length; at += names.length) {
      const frame = rows.subarray(at, at + names.length);
      const unit = frame.indexOf(Math.max(...frame));
      if (unit !== last && unit !== blank) units.push(names[unit] ?? '');
      last = unit;
    }
    return { text: units.join(''), units };
  };
}

/** The best hypothesis of the product's search, in its final order. @param {Units} units @param {ReturnType<typeof openLanguage>} knowledge
 * @param {Partial<CtcOptions> & { rescoring?: Partial<RescoringWeights> }} [options]
 * @returns {(rows: Float32Array) => Hypothesis | undefined} */
export function makeBest({ names, blank }, { lexicon, language, rescoring }, { rescoring: weights, ...options } = {}) {
  const wordText = (/** @type {number} */ word) => lexicon.text(word);
  const main = { units: names.length, blank, lexicon, language, ...options };
  const decoder = makeCtcDecoder({ ...(rescoring && comparedSearch), ...main });
  const order = rescoring && new Rescoring(rescoring, language, wordText, { ...rescoringWeights, ...weights });
  return (rows) => {
    decoder.restart();
    decoder.push(rows);
    const all = decoder.finish();
    return (order?.inOrder(all, () => '') ?? all)[0];
  };
}

/** Searches with lexicon and language model. @param {Units} units @param {ReturnType<typeof openLanguage>} knowledge
 * @param {Parameters<typeof makeBest>[2]} [options] @returns {(rows: Float32Array) => Heard} */
export function makeSearch(units, knowledge, options) {
  const best = makeBest(units, knowledge, options);
  return (rows) => {
    const { words, units: heard } = best(rows) ?? { words: new Float64Array(0), units: new Float64Array(0) };
    return {
      text: Array.from({ length: words.length / 4 }, (_, at) => knowledge.lexicon.text(words[4 * at] ?? 0)).join(''),
      units: Array.from({ length: heard.length / 4 }, (_, at) => units.names[heard[4 * at] ?? 0] ?? ''),
    };
  };
}

/** The recogniser that the model's manifest asks for, over one recording.
 * @param {import('./models.mjs').CtcModel} model @param {ReturnType<typeof openLanguage>} knowledge
 * @returns {(samples: Int16Array) => Promise<string>} */
export function makeProduct(model, knowledge) {
  const recogniser = Recogniser.open(model, { name: 'language model', ...knowledge });
  return (samples) =>
    new Promise((resolve, reject) => {
      /** @type {string[]} */
      const texts = [];
      const stream = recogniser.open(
        { nBest: 1, interim: false },
        {
          partial: () => {},
          final: ([best]) => void texts.push(best?.text ?? ''),
          ended: () => resolve(texts.join('')),
          failed: reject,
        },
      );
      stream.push(samples);
      stream.end();
    });
}
