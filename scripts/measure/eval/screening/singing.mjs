// Songs of the project's own: its voices sing lines put together by rule, to melodies made by rule. The melody replaces
// the tune of the sentence: the voice's own movements of pitch are removed, each syllable has a note and its length,
// and held notes tremble. The songs are synthetic, so that nobody has rights in them.
import path from 'node:path';
import { VoicesModel } from '../../../../dist/engine/runtime/voices/voices.js';
import { addon } from '../../../../dist/native/index.js';
import { frameFloats, makeVocoder, voiceRateHz } from '../../../../dist/native/vocoder.js';
import { openText } from '../../../../dist/tts/front-end.js';
import { modelIn, shipped } from '../lib/models.mjs';

/** @typedef {import('../../lib/random.mjs').Random} Random */
/** @typedef {import('../../../../dist/protocol/engine/synthesis.js').SpokenToken} SpokenToken */
/** @typedef {import('../../../../dist/engine/runtime/voices/voice.js').Voice} Voice */
/** @typedef {{ voices: readonly string[], sing(voice: string, random: Random, seconds: number): Promise<Int16Array>,
 *   close(): Promise<void> }} Singer samples at 8 kHz */

const rateHz = 8_000;
/** Pentatonic: semitones above the tonic over two octaves. */
const scale = [-5, -3, 0, 2, 4, 7, 9, 12, 14];
/** Length of a syllable at an unhurried pace. */
const spokenMs = 210;
/** Beats of a note; long ones are rarer. */
const beats = [0.5, 0.5, 0.5, 1, 1, 1, 1, 1.5, 2, 2, 3, 4];
const vibratoHz = 5.5;

const openings = ['我在', '你看', '他说', '那时', '多少次', '如果', '当我', '想起', '忘了', '谁在', '夜里', '天亮前'];
const places = ['海边', '山顶', '窗前', '雨里', '远方', '桥上', '灯下', '路口', '云里', '梦里', '心中', '故乡'];
const doings = ['等着你', '唱着歌', '慢慢走', '看月亮', '数星星', '不说话', '听风声', '写封信', '哭了又笑', '想回家'];
const closings = [
  '爱过了才明白',
  '再也不回头',
  '一天又一天',
  '像花儿一样开',
  '谁还记得我',
  '时间不会等',
  '让我留下来',
  '啦啦啦啦',
];

/** A line of a song, which holds no keyword of the default table. @param {Random} random */
export function lineOf(random) {
  const half = random.pick(openings) + random.pick(places) + random.pick(doings);
  return random.chance(0.5) ? `${half}，${random.pick(closings)}` : half;
}

/** @param {readonly SpokenToken[]} tokens @param {Random} random @param {{ beatMs: number, liftSemitones: number }} song
 * @returns {SpokenToken[]} */
function onNotes(tokens, random, { beatMs, liftSemitones }) {
  let degree = 2 + random.int(4);
  return tokens.map((token) => {
    if (token.kind === 'pause') return token;
    degree = Math.max(0, Math.min(scale.length - 1, degree + random.int(5) - 2));
    const rate = Math.max(0.25, Math.min(2, spokenMs / (beatMs * random.pick(beats))));
    const pitchSemitones = /** @type {number} */ (scale[degree]) + liftSemitones;
    return { ...token, prosody: { rate, pitchSemitones, gainDb: 0, voice: undefined } };
  });
}

/** Held notes tremble, by `cents` up and down. @param {Float32Array} frames @param {Voice} voice @param {number} cents
 * @param {number} sungFrames before these */
function tremble(frames, voice, cents, sungFrames) {
  for (let at = 0; at < frames.length; at += frameFloats) {
    const seconds = ((sungFrames + at / frameFloats) * voice.frameMs) / 1_000;
    const bend = 2 ** ((cents * Math.sin(2 * Math.PI * vibratoHz * seconds)) / 1_200);
    frames[at] = /** @type {number} */ (frames[at]) * bend;
  }
}

/** The Mandarin voices of a model. @returns {Promise<Singer>} */
export async function openSinger(folder = path.join(shipped, 'tts-zh')) {
  const model = modelIn(folder);
  const { manifest } = model;
  if (manifest.task !== 'tts') throw new Error(`${folder}: this is not a voice model`);
  // Without swing the tune is the melody alone.
  const voices = manifest.voices.map((entry) => ({ ...entry, swing: 0 }));
  const still = /** @type {import('../../../../dist/engine/runtime/graph/stored-model.js').ModelOf<
    import('../../../../dist/models/manifest.js').VoicesManifest>} */ ({ ...model, manifest: { ...manifest, voices } });
  const loaded = await VoicesModel.load(still);
  const names = voices.map(({ property }) => property).filter((name) => name.startsWith('cn_'));

  /**
   * @param {Voice} voice @param {Random} random @param {{ beatMs: number, liftSemitones: number, cents: number }} song
   */
  async function singLine(voice, random, song) {
    const reading = /** @type {const} */ ({ language: 'cn', digitMode: 0, speakPunctuation: false });
    const { sentences } = openText({ ...reading, text: lineOf(random), isMarkup: false }, () => false);
    const { pitchFactor, formantFactor, sharpness, gain, frameMs } = voice;
    const vocoder = makeVocoder({ frameMs, pitchFactor, formantFactor, sharpness, gain });
    /** @type {Int16Array[]} */
    const parts = [];
    let sung = 0;
    for (let next = sentences.next(); !next.done; next = sentences.next()) {
      const run = voice.speak({ tokens: onNotes(next.value.tokens, random, song), mood: 'continuing', rate: 1 });
      for (let frames = await run.next(); frames !== undefined; frames = await run.next()) {
        tremble(frames, voice, song.cents, sung);
        sung += frames.length / frameFloats;
        if (frames.length > 0) parts.push(vocoder.push(frames));
      }
    }
    return [...parts, vocoder.flush()];
  }

  return {
    voices: names,
    async sing(name, random, seconds) {
      const voice = /** @type {Voice} */ (loaded.voice(name));
      const song = { beatMs: random.range(330, 800), liftSemitones: random.int(8) - 1, cents: random.range(10, 70) };
      const resampler = new addon.Resampler(voiceRateHz, rateHz);
      const out = new Int16Array(seconds * rateHz);
      for (let at = random.int(2 * rateHz); at < out.length; ) {
        for (const part of await singLine(voice, random, song)) {
          const samples = resampler.push(part);
          out.set(samples.subarray(0, Math.max(0, out.length - at)), Math.min(at, out.length));
          at += samples.length;
        }
        at += Math.round(random.range(0, 2) * rateHz);
      }
      return out;
    },
    close: () => loaded.release(),
  };
}
