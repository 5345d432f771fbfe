// The clips of fax answers, machines and other countries' tones, and sounds that must not be taken for them, as plain
// data. evidence-sounds.mjs turns an entry into sound.

import { makeRandom } from '../../lib/random.mjs';
import { foreignTones } from './matrix.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('./matrix.mjs').Clip} Clip */
/** @typedef {Clip & { countries?: string[], recording?: { path: string, fromS: number } }} EvidenceClip
 *   expect: a kind, `fax` for any proof of one, or `none`; step: what evidence-sounds.mjs makes of it */

export const faxSteps = ['CED and flags', 'CED alone', 'reversals', 'ANSam', 'V.21 flags only'];
const counts = { fax: 44, cng: 20, howler: 10, sit: 80, beep: 100, near: 12, high: 60, countries: 2 };

// Signals that no table of China's holds; the names begin with the kind and the country (ITU-T E.180 supplement 2).
/** @type {Record<string, import('./signals.mjs').Tone>} */
const moreForeignTones = {
  'reorder UK 400': {
    frequenciesHz: [400],
    cadenceMs: [
      [400, 350],
      [225, 525],
    ],
  },
  'ring DE 425 1/4': { frequenciesHz: [425], cadenceMs: [[1000, 4000]] },
  'busy DE 425 0.48/0.48': { frequenciesHz: [425], cadenceMs: [[480, 480]] },
  'busy HK 480+620': { frequenciesHz: [480, 620], cadenceMs: [[500, 500]] },
  'busy KR 480+620': { frequenciesHz: [480, 620], cadenceMs: [[500, 500]] },
  'reorder KR 480+620': { frequenciesHz: [480, 620], cadenceMs: [[300, 200]] },
  'busy AU 425': { frequenciesHz: [425], cadenceMs: [[375, 375]] },
  'busy RU 425': { frequenciesHz: [425], cadenceMs: [[350, 350]] },
  'ring RU 425 0.8/3.2': { frequenciesHz: [425], cadenceMs: [[800, 3200]] },
};

/** The country that a name speaks of, or none (`fast EU`). @param {string} name */
function countryOf(name) {
  const code = name.split(' ')[1] ?? '';
  return code === 'UK' ? 'GB' : code === 'EU' ? undefined : code;
}

/** @param {string} set @param {string} group @param {string} step @param {number} index @param {string} expect
 * @param {number} seconds @param {Partial<EvidenceClip>} [more] @returns {EvidenceClip} */
function clipOf(set, group, step, index, expect, seconds, more = {}) {
  const seed = `${set}/${group}/${step}/${index}`;
  const random = makeRandom(`${seed}/line`);
  return {
    id: seed.slice(set.length + 1),
    group,
    step,
    expect,
    must: true,
    seconds,
    seed,
    line: {
      snrDb: random.range(20, 40),
      noise: random.pick(['white', 'speech-like']),
      law: random.pick(['alaw', 'alaw', 'ulaw', 'linear']),
    },
    ...more,
  };
}

/** @param {string} set @param {boolean} quick every eighth clip
 * @param {{ group: string, path: string, fromS: number, seconds: number }[]} recordings @returns {EvidenceClip[]} */
export function makeEvidence(set, quick, recordings) {
  /** @type {EvidenceClip[]} */
  const clips = [];
  /** @param {number} count @param {(index: number) => EvidenceClip} make */
  const add = (count, make) => {
    for (let i = 0; i < count; i++) clips.push(make(i));
  };
  for (const step of faxSteps) add(counts.fax, (i) => clipOf(set, 'fax answers', step, i, 'fax', 8));
  add(counts.cng, (i) => clipOf(set, 'CNG once', 'one burst', i, 'cng', 4));
  add(counts.howler, (i) => clipOf(set, 'howler 0.4/10 s', 'bursts', i, 'howler', 24));
  for (const step of ['E.180', 'North America']) add(counts.sit / 2, (i) => clipOf(set, 'SIT', step, i, 'sit', 7));
  for (const step of ['quiet behind', 'speech behind']) {
    add(counts.beep / 2, (i) => clipOf(set, 'beep', step, i, 'beep', 16));
  }
  for (const [name, tone] of Object.entries({ ...foreignTones, ...moreForeignTones })) {
    const country = countryOf(name);
    if (!country || !/^(ring|busy|reorder)/.test(name)) continue;
    const kind = name.startsWith('ring') ? 'foreign-ring' : 'foreign-busy';
    add(counts.countries, (i) => {
      const random = makeRandom(`${set}/${name}/${i}/tone`);
      const draw = {
        levelDbm0: random.range(-28, -10),
        offsetHz: random.range(-3, 3),
        onScale: 1,
        offScale: 1,
        jitter: 0,
      };
      return clipOf(set, 'countries', name, i, kind, 22, {
        countries: [country],
        tone: { tone, ...draw, startMs: 0, leadInMs: random.range(50, 1500) },
      });
    });
  }
  for (const step of nearMisses) add(counts.near, (i) => clipOf(set, 'near misses', step, i, 'none', 10));
  add(counts.high, (i) => clipOf(set, 'high notes', 'all', i, 'none', 20));
  for (const { group, path, fromS, seconds } of recordings) {
    const index = clips.length;
    const line = /** @type {const} */ ({ snrDb: 45, noise: 'white', law: 'alaw' });
    clips.push(clipOf(set, group, 'all', index, 'none', seconds, { line, recording: { path, fromS } }));
  }
  return quick ? clips.filter((_, index) => index % 8 === 3) : clips;
}

// Signals that nearly match one of them.
export const nearMisses = [
  'tone near 2100 Hz',
  'short 2100 Hz',
  'FSK of others',
  'beep of 1100 Hz',
  'beep after music',
  'tune of beeps',
];
