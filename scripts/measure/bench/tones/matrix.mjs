// The matrix: every clip as plain data, from the group down to its random draw. render.mjs turns an entry into sound.
import { makeRandom } from '../../lib/random.mjs';
import { chinaTones, periodMs } from './signals.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('./signals.mjs').Tone} Tone */
/** @typedef {{ tone: Tone, levelDbm0: number, offsetHz: number, twistDb?: number, onScale: number, offScale: number, jitter: number,
 *   startMs: number, leadInMs: number }} ToneDraw */
/** @typedef {{ snrDb: number, noise: 'white' | 'speech-like', law: 'linear' | 'alaw' | 'ulaw',
 *   loss?: { rate: number, fill: 'zero' | 'repeat' | 'drop' } }} LineDraw */
/** @typedef {{ id: string, group: string, step: string, expect: string, must: boolean, seconds: number, seed: string,
 *   tone?: ToneDraw, line: LineDraw, content?: string }} Clip
 *   expect: the label of the first decision, or `none`; content: what a reject clip holds */

const baseline = { levelDbm0: -15, snrDb: 40 };
const seeds = 10;
const screened = /** @type {const} */ (['busy', 'ringback']);
const secondsOf = {
  busy: 8,
  ringback: 18,
  congestion: 10,
  unobtainable: 10,
  'call-waiting': 18,
  dial: 8,
  howler: 8,
  cng: 14,
  ced: 8,
};
const rejectSeconds = 30;
const wrongHz = [
  300, 320, 340, 350, 360, 370, 380, 390, 400, 500, 510, 520, 530, 540, 550, 580, 600, 620, 660, 700, 800, 1000,
];

// Signals of other networks (ITU-T E.180 Supplement 2) that are outside China's limits in frequency or in cadence. Tones that
// meet China's limits (425 Hz, 1.0/4.0 s and its like) are not here.
/** @type {Record<string, Tone>} */
export const foreignTones = {
  'ring US 440+480 2/4': { frequenciesHz: [440, 480], cadenceMs: [[2000, 4000]] },
  'ring UK 400+450 double': {
    frequenciesHz: [400, 450],
    cadenceMs: [
      [400, 200],
      [400, 2000],
    ],
  },
  'ring AU 413+438 double': {
    frequenciesHz: [413, 438],
    cadenceMs: [
      [400, 200],
      [400, 2000],
    ],
  },
  'ring JP 400x16 1/2': { frequenciesHz: [400], cadenceMs: [[1000, 2000]], modulationHz: 16 },
  'ring FR 440 1.5/3.5': { frequenciesHz: [440], cadenceMs: [[1500, 3500]] },
  'ring ES 425 1.5/3': { frequenciesHz: [425], cadenceMs: [[1500, 3000]] },
  'ring KR 440+480 1/2': { frequenciesHz: [440, 480], cadenceMs: [[1000, 2000]] },
  'ring HK 440+480 double': {
    frequenciesHz: [440, 480],
    cadenceMs: [
      [400, 200],
      [400, 3000],
    ],
  },
  'ring IN 400x25 double': {
    frequenciesHz: [400],
    cadenceMs: [
      [400, 200],
      [400, 2000],
    ],
    modulationHz: 25,
  },
  'ring MY 425 double': {
    frequenciesHz: [425],
    cadenceMs: [
      [400, 200],
      [400, 2000],
    ],
  },
  'ring TH 400 1/4': { frequenciesHz: [400], cadenceMs: [[1000, 4000]] },
  'busy US 480+620': { frequenciesHz: [480, 620], cadenceMs: [[500, 500]] },
  'reorder US 480+620': { frequenciesHz: [480, 620], cadenceMs: [[250, 250]] },
  'busy UK 400': { frequenciesHz: [400], cadenceMs: [[375, 375]] },
  'busy EU 425 0.5/0.5': { frequenciesHz: [425], cadenceMs: [[500, 500]] },
  'fast EU 425 0.25/0.25': { frequenciesHz: [425], cadenceMs: [[250, 250]] },
  'fast EU 425 0.2/0.2': { frequenciesHz: [425], cadenceMs: [[200, 200]] },
  'busy FR 440 0.5/0.5': { frequenciesHz: [440], cadenceMs: [[500, 500]] },
  'busy JP 400 0.5/0.5': { frequenciesHz: [400], cadenceMs: [[500, 500]] },
  'dial US 350+440': { frequenciesHz: [350, 440], cadenceMs: null },
};

/** A call that is heard from a random point of the cadence, or line noise and then the first burst.
 * @param {Tone} tone @param {Random} random */
function startOf(tone, random) {
  if (random.chance(0.5)) return { startMs: 0, leadInMs: random.range(50, 1500) };
  return { startMs: tone.cadenceMs && !tone.once ? random.range(0, periodMs(tone)) : 0, leadInMs: 0 };
}

/** @param {string} kind @param {string} set @param {string} group @param {string} step @param {number} index @param {boolean} must
 * @param {(random: Random, index: number) => Partial<ToneDraw & LineDraw>} [draw] @param {Tone} [tone] @returns {Clip} */
function toneClip(kind, set, group, step, index, must, draw, tone) {
  const seed = `${set}/${group}/${kind}/${step}/${index}`;
  const random = makeRandom(seed);
  const known = tone ?? chinaTones[/** @type {keyof typeof chinaTones} */ (kind)];
  const start = startOf(known, random);
  const drawn = draw?.(random, index) ?? {};
  const { levelDbm0 = baseline.levelDbm0, offsetHz = 0, onScale = 1, offScale = 1, jitter = 0 } = drawn;
  const { snrDb = baseline.snrDb, noise = 'white', law = 'alaw', loss, twistDb } = drawn;
  return {
    id: seed.slice(set.length + 1),
    group,
    step,
    expect: tone ? 'none' : kind,
    must,
    seed,
    seconds: tone ? rejectSeconds : secondsOf[/** @type {keyof typeof secondsOf} */ (kind)],
    tone: {
      tone: known,
      levelDbm0,
      offsetHz,
      onScale,
      offScale,
      jitter,
      ...start,
      ...(twistDb === undefined ? {} : { twistDb }),
    },
    line: { snrDb, noise, law, ...(loss ? { loss } : {}) },
    ...(tone ? { content: kind } : {}),
  };
}

/** @param {number} from @param {number} to @param {number} step */
function steps(from, to, step) {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);
}

/** @param {string} set @returns {Clip[]} */
function screenedToneClips(set) {
  /** @type {Clip[]} */
  const clips = [];
  for (const kind of screened) {
    /** @param {string} group @param {string | number} step @param {boolean} must
     * @param {(random: Random, index: number) => Partial<ToneDraw & LineDraw>} draw @param {number} [count] */
    const add = (group, step, must, draw, count = seeds) => {
      for (let i = 0; i < count; i++) clips.push(toneClip(kind, set, group, String(step), i, must, draw));
    };
    for (const hz of steps(-40, 40, 5)) add('frequency', hz, Math.abs(hz) <= 25, () => ({ offsetHz: hz }));
    for (const dbm0 of steps(-45, -5, 5)) add('level', dbm0, dbm0 >= -30, () => ({ levelDbm0: dbm0 }));
    for (const snrDb of steps(0, 30, 5)) {
      add('white noise', snrDb, snrDb >= 15, () => ({ snrDb, noise: 'white' }));
      add('speech noise', snrDb, snrDb >= 15, () => ({ snrDb, noise: 'speech-like' }));
    }
    // Even draws stretch the whole cadence, odd ones stretch the burst and shorten the gap.
    for (const percent of steps(-25, 25, 5)) {
      const scale = (/** @type {number} */ sign) => 1 + (sign * percent) / 100;
      add('cadence', percent, Math.abs(percent) <= 10, (_, i) => ({
        onScale: scale(1),
        offScale: scale(i % 2 ? -1 : 1),
      }));
    }
    for (const percent of steps(5, 20, 5)) add('jitter', percent, percent <= 10, () => ({ jitter: percent / 100 }));
    for (const percent of [1, 2, 3, 5]) {
      for (const fill of /** @type {const} */ (['zero', 'repeat', 'drop'])) {
        add('loss', `${percent} % ${fill}`, percent <= 3, () => ({ loss: { rate: percent / 100, fill } }));
      }
    }
    for (const law of /** @type {const} */ (['linear', 'alaw', 'ulaw'])) add('codec', law, true, () => ({ law }));
    add('combined', 'in limits', true, combinedDraw, 300);
  }
  return clips;
}

/** Every property drawn at once, each inside the limits that must be met.
 * @param {Random} random @returns {Partial<ToneDraw & LineDraw>} */
function combinedDraw(random) {
  const rate = random.pick([0, 0.01, 0.02, 0.03]);
  return {
    offsetHz: random.range(-25, 25),
    levelDbm0: random.range(-30, -5),
    snrDb: random.range(15, 40),
    noise: random.pick(['white', 'speech-like']),
    law: random.pick(['linear', 'alaw', 'ulaw']),
    onScale: random.range(0.9, 1.1),
    offScale: random.range(0.9, 1.1),
    jitter: random.range(0, 0.1),
    ...(rate ? { loss: { rate, fill: random.pick(['zero', 'repeat', 'drop']) } } : {}),
  };
}

/** @param {string} set @returns {Clip[]} */
function otherToneClips(set) {
  const kinds = ['congestion', 'unobtainable', 'call-waiting', 'dial', 'howler', 'cng', 'ced'];
  return kinds.flatMap((kind) =>
    [40, 20].flatMap((snrDb) =>
      steps(0, seeds - 1, 1).map((i) =>
        // ITU-T T.30: the answer tone lasts 2.6 to 4.0 s.
        toneClip(kind, set, 'other tones', `SNR ${snrDb}`, i, snrDb === 20, (random) => ({
          snrDb,
          ...(kind === 'ced' ? { onScale: random.range(2.6, 4) / 3.3 } : {}),
        })),
      ),
    ),
  );
}

/** @param {string} set @returns {Clip[]} */
function rejectClips(set) {
  /** @type {Clip[]} */
  const clips = [];
  for (const hz of wrongHz) {
    for (let i = 0; i < seeds; i++) {
      const tone = { frequenciesHz: [hz], cadenceMs: chinaTones[i % 2 ? 'ringback' : 'busy'].cadenceMs };
      clips.push(
        toneClip(
          `${hz} Hz as ${i % 2 ? 'ringback' : 'busy'}`,
          set,
          'wrong frequency',
          String(hz),
          i,
          true,
          (random) => ({ snrDb: random.range(20, 40), levelDbm0: random.range(-25, -10) }),
          tone,
        ),
      );
    }
  }
  for (const [name, tone] of Object.entries(foreignTones)) {
    for (let i = 0; i < 2; i++) {
      clips.push(toneClip(name, set, 'foreign', name, i, true, () => ({ snrDb: i ? 25 : 40 }), tone));
    }
  }
  const sounds = /** @type {const} */ ([
    ['speech', 200],
    ['music', 200],
    ['dtmf', 50],
    ['noise', 50],
    ['rhythmic notes', 50],
  ]);
  for (const [group, count] of sounds) {
    for (let i = 0; i < count; i++) {
      const seed = `${set}/${group}/${i}`;
      const random = makeRandom(`${seed}/line`);
      clips.push({
        id: `${group}/${i}`,
        group,
        step: 'all',
        expect: 'none',
        must: true,
        seconds: rejectSeconds,
        seed,
        line: { snrDb: random.range(25, 45), noise: 'white', law: random.pick(['alaw', 'alaw', 'ulaw', 'linear']) },
        content: `${group} ${i}`,
      });
    }
  }
  return clips;
}

/** @param {string} set @param {boolean} quick every eighth clip @returns {Clip[]} */
export function makeMatrix(set, quick) {
  const all = [...screenedToneClips(set), ...otherToneClips(set), ...rejectClips(set)];
  return quick ? all.filter((_, index) => index % 8 === 3) : all;
}
