// A call through the product's ring screening: coded bytes → hearing → recogniser → keyword table → verdict.
import { openClip, screenClip } from '../../dist/engine/pipeline/clip.js';
import { keywordReadings } from '../../dist/engine/pipeline/prompt-readings.js';
import { promptPartsFor } from '../../dist/engine/pipeline/prompts.js';
import { ModelSet } from '../../dist/engine/runtime/model-set.js';
import { defaultTables } from '../../dist/ring/default-tables.js';
import { ringJudge } from '../../dist/ring/judge.js';
import { modelIn } from './models.mjs';

/** @typedef {{ keyword: string, resultId: number, heard: string }} Screened */

const property = 'cn_8k_common';
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** @param {{ asr: string, lm: string, vad?: string | undefined }} folders */
export async function openScreening({ asr, lm, vad }) {
  /** @type {Record<string, string | undefined>} */
  const folders = { asr, lm, vad };
  const candidates = (/** @type {string} */ task) => {
    const folder = folders[task];
    return folder === undefined ? [] : [modelIn(folder)];
  };
  const refused = (/** @type {{ fault: unknown }} */ { fault }) => {
    throw fault;
  };
  const models = await ModelSet.open({ candidates }, ['lm', 'asr', 'vad'], [property], refused);
  const prompts = promptPartsFor(models, property, defaultTables.keywords);
  const readings = keywordReadings(models.get('lm', property));
  const whole = /** @type {const} */ ({ until: 'whole', endOnRingback: false });

  /** @param {Uint8Array} alaw @returns {Promise<Screened>} */
  return async function screen(alaw) {
    const judge = ringJudge(defaultTables, whole, readings);
    /** @type {string[]} */
    const texts = [];
    const listening = {
      ...judge,
      take: (/** @type {import('../../dist/protocol/ring.js').HeardEvent} */ event) => {
        if (event.type === 'text' && event.isFinal) texts.push(event.text);
        return judge.take(event);
      },
    };
    const fault = (/** @type {unknown} */ reason) => {
      throw reason;
    };
    const clip = openClip(alaw, { format: 'alaw_8k' }, Number.POSITIVE_INFINITY);
    const { verdict } = await screenClip(clip, { judge: listening, nextTurn, prompts, fault });
    // A tone's marker is no keyword.
    const keyword = verdict.keyword.startsWith('#') ? '' : verdict.keyword;
    return { keyword, resultId: verdict.resultId, heard: texts.join(' ') };
  };
}
