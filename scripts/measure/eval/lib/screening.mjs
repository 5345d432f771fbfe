// A call through the product's ring screening: coded bytes → hearing → recogniser → keyword table → verdict.
import { openClip } from '../../../../dist/engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../../../../dist/engine/pipeline/audio/frontend.js';
import { keywordReadings } from '../../../../dist/engine/pipeline/screening/prompt-readings.js';
import { promptPartsFor } from '../../../../dist/engine/pipeline/screening/prompt-recogniser.js';
import { screenClip } from '../../../../dist/engine/pipeline/screening/screen-clip.js';
import { ScreeningSession } from '../../../../dist/engine/pipeline/screening/screening.js';
import { ModelSet } from '../../../../dist/engine/runtime/models/model-set.js';
import { defaultTables } from '../../../../dist/ring/default-tables.js';
import { ringJudge } from '../../../../dist/ring/judge.js';
import { modelIn } from './models.mjs';

/** @typedef {{ keyword: string, resultId: number, heard: string,
 *   evidence: import('../../../../dist/protocol/engine/ring.js').RingEvidence | undefined }} Screened */

const lines = /** @type {const} */ ({
  8000: { property: 'cn_8k_common', format: 'alaw_8k' },
  16000: { property: 'cn_16k_common', format: 'pcm_s16le_16k' },
});
/** 200 ms of A-law, as a dialer sends them. */
const liveSliceBytes = 1_600;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** @param {{ asr: string, lm: string, vad?: string | undefined }} folders
 * @param {{ rateHz?: 8_000 | 16_000, keywordConfidence?: number }} [options] */
export async function openScreening({ asr, lm, vad }, { rateHz = 8_000, ...judged } = {}) {
  const { property, format } = lines[rateHz];
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
  const frontends = new FrontendPool(anySecond, 1);
  const fault = (/** @type {unknown} */ reason) => {
    throw reason;
  };

  /** @param {'match' | 'whole'} until */
  function listener(until) {
    const judge = ringJudge(defaultTables, { until, endOnRingback: false, ...judged }, readings);
    /** @type {string[]} */
    const texts = [];
    const take = (/** @type {import('../../../../dist/protocol/engine/ring.js').HeardEvent} */ event) => {
      if (event.type === 'text' && event.isFinal) texts.push(event.text);
      return judge.take(event);
    };
    return { judge: { ...judge, take }, texts };
  }

  return {
    /** Screens audio as a recording, which is heard to its end. Takes A-law at 8 kHz, 16-bit samples at 16 kHz.
     * @param {Uint8Array} bytes @returns {Promise<Screened>} */
    async whole(bytes) {
      const { judge, texts } = listener('whole');
      const clip = openClip(bytes, { format }, Number.POSITIVE_INFINITY);
      const { verdict, evidence } = await screenClip(clip, { judge, nextTurn, prompts, fault });
      return screened(verdict, evidence, texts.join(' '));
    },
    /** Screens A-law as a dialer's call: interim text counts, and the first verdict that ends a call ends it.
     * @param {Uint8Array} alaw @param {number} [answeredAtMs] passed on with the first slice from this time on
     * @returns {Promise<Screened & { isEnded: boolean }>} */
    async live(alaw, answeredAtMs = Number.POSITIVE_INFINITY) {
      const { judge } = listener('match');
      /** @type {Screened} */
      let last = { keyword: '', resultId: 0, heard: '', evidence: undefined };
      /** @type {(cause: string) => void} */
      let ended = () => {};
      /** @type {Promise<string>} */
      const cause = new Promise((resolve) => {
        ended = resolve;
      });
      const parts = { judge, frontends, prompts, fault };
      const session = new ScreeningSession({ coding: 'alaw', sampleRateHz: 8_000 }, 300_000, parts, {
        result: (verdict, evidence) => {
          last = screened(verdict, evidence, verdict.result);
        },
        ended,
      });
      for (let from = 0; from < alaw.length; from += liveSliceBytes) {
        if (from / 8 >= answeredAtMs) session.answered(); // called repeatedly; it is idempotent
        session.push(alaw.subarray(from, from + liveSliceBytes));
        do await nextTurn();
        while (session.isBehind);
      }
      session.end(false);
      const isEnded = (await cause) === 'match';
      return { ...last, isEnded };
    },
  };
}

/** A tone's marker is no keyword. @param {import('../../../../dist/protocol/engine/ring.js').RingVerdict} verdict
 * @param {import('../../../../dist/protocol/engine/ring.js').RingEvidence} evidence @param {string} heard @returns
 * {Screened} */
function screened({ keyword, resultId }, evidence, heard) {
  return { keyword: keyword.startsWith('#') ? '' : keyword, resultId, heard, evidence };
}
