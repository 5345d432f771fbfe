// A call through the product's ring screening: coded bytes → hearing → recogniser → keyword table → verdict.
import { openClip, screenClip } from '../../dist/engine/pipeline/clip.js';
import { anySecond, HearingPool } from '../../dist/engine/pipeline/hearing.js';
import { keywordReadings } from '../../dist/engine/pipeline/prompt-readings.js';
import { promptPartsFor } from '../../dist/engine/pipeline/prompts.js';
import { ScreeningSession } from '../../dist/engine/pipeline/session.js';
import { ModelSet } from '../../dist/engine/runtime/model-set.js';
import { defaultTables } from '../../dist/ring/default-tables.js';
import { ringJudge } from '../../dist/ring/judge.js';
import { modelIn } from './models.mjs';

/** @typedef {{ keyword: string, resultId: number, heard: string }} Screened */

const property = 'cn_8k_common';
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** @typedef {{ asr: string, lm: string, vad?: string | undefined }} Folders */

/** @param {Folders} folders */
async function openParts({ asr, lm, vad }) {
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
  return { prompts, readings: keywordReadings(models.get('lm', property)) };
}

/** @param {unknown} reason @returns {never} */
const fault = (reason) => {
  throw reason;
};

/** @param {Folders} folders */
export async function openScreening(folders) {
  const { prompts, readings } = await openParts(folders);
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
    const clip = openClip(alaw, 'alaw_8k', Number.POSITIVE_INFINITY);
    const { verdict } = await screenClip(clip, { judge: listening, nextTurn, prompts, fault });
    // A tone's marker is no keyword.
    const keyword = verdict.keyword.startsWith('#') ? '' : verdict.keyword;
    return { keyword, resultId: verdict.resultId, heard: texts.join(' ') };
  };
}

/**
 * Live calls instead: A-law goes in as slices, and the first verdict that ends a call ends it.
 * @param {Folders} folders
 */
export async function openLiveScreening(folders) {
  const { prompts, readings } = await openParts(folders);
  const hearings = new HearingPool(anySecond, 1);
  const sliceBytes = 800;

  /** @typedef {{ verdict: import('../../dist/protocol/ring.js').RingVerdict, isEnded: boolean }} Call */
  /** @param {Uint8Array} alaw @param {number} [answeredAtMs] a whole number of slices of 100 ms @returns {Promise<Call>} */
  return async function screen(alaw, answeredAtMs) {
    const judge = ringJudge(defaultTables, { until: 'match', endOnRingback: false }, readings);
    /** @type {import('../../dist/protocol/ring.js').RingVerdict[]} */
    const verdicts = [];
    /** @type {(cause: string) => void} */
    let ended = () => {};
    /** @type {Promise<string>} */
    const cause = new Promise((resolve) => {
      ended = resolve;
    });
    const say = {
      result: (/** @type {import('../../dist/protocol/ring.js').RingVerdict} */ verdict) => void verdicts.push(verdict),
      ended,
    };
    const coding = /** @type {const} */ ({ coding: 'alaw', sampleRateHz: 8_000 });
    const session = new ScreeningSession(coding, Number.POSITIVE_INFINITY, { judge, hearings, prompts, fault }, say);
    for (let at = 0; at < alaw.length; at += sliceBytes) {
      if (answeredAtMs === at / 8) session.answered();
      session.push(alaw.subarray(at, at + sliceBytes));
      await nextTurn();
      while (session.isBehind) await nextTurn();
    }
    session.end(false);
    const isEnded = (await cause) === 'match';
    return { verdict: /** @type {import('../../dist/protocol/ring.js').RingVerdict} */ (verdicts.at(-1)), isEnded };
  };
}
