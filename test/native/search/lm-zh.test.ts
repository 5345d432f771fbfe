// The lexicon and the language model that ship, on frames that are sure of every unit (a model of 100 % certain syllables):
// what is written then is their choice alone. npm run eval:lm measures it on texts.
import { describe, expect, it } from 'vitest';
import { phonesOf } from '../../../src/engine/pipeline/recognition/syllables.js';
import { addon } from '../../../src/native/index.js';
import { makeCtcDecoder, wordStride } from '../../../src/native/search.js';
import { readTexts } from '../../../src/text/pinyin.js';
import { shippedFile } from '../../helpers/models/shipped.js';

const lexicon = new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin'));
const language = new addon.LanguageModel(shippedFile('lm-zh', 'lm.bin'));
const { units } = lexicon;
const decoder = makeCtcDecoder({ units: units.length, lexicon, language });

/** One frame of every unit with 100 %, one of blank after it. */
function written(syllables: readonly string[]): string {
  const run = syllables.flatMap((syllable) => (phonesOf(syllable) ?? []).map((name) => units.indexOf(name)));
  const rows = new Float32Array(2 * run.length * units.length).fill(Math.log(1e-6));
  run.forEach((unit, at) => {
    rows[2 * at * units.length + unit] = 0;
    rows[(2 * at + 1) * units.length] = 0;
  });
  decoder.restart();
  decoder.push(rows);
  const words = decoder.finish()[0]?.words ?? new Float64Array();
  let text = '';
  for (let at = 0; at < words.length; at += wordStride) text += lexicon.text(words[at] ?? 0);
  return text;
}

describe('lm-zh', () => {
  it.each([
    '您好请问您现在方便接听电话吗',
    '请问您需要办理什么业务',
    '您的信用卡账单已经逾期请尽快还款',
    '我在开会一会儿再打过来',
    '快递放在门口就可以了谢谢',
    '这个套餐每个月多少钱',
    '我不需要以后不要再打了',
    '您拨打的用户已关机请稍后再拨',
    '幺三八零零幺三八零零零',
  ])('writes %s from its syllables', (text) => {
    expect(written(readTexts([...text]))).toBe(text);
  });

  it.each([
    ['认识', 'ren4 shi5'],
    ['认识', 'ren4 shi2'],
    ['妈妈', 'ma1 ma5'],
    ['合同', 'he2 tong5'],
    ['合同', 'he2 tong2'],
    ['一直', 'yi1 zhi2'],
    ['一直', 'yi4 zhi2'],
    ['不用', 'bu4 yong4'],
    ['不用', 'bu2 yong4'],
  ])('knows %s as %s: neutral tones, and those of 一 and 不, change from speaker to speaker', (word, reading) => {
    const wanted = reading.split(' ').flatMap((syllable) => phonesOf(syllable) ?? []);
    const readings = lexicon.readings(word).map((run) => Array.from(run, (unit) => units[unit]));
    expect(readings).toContainEqual(wanted);
  });

  it('reads 还 as huan2 in 还款', () => {
    const [first] = lexicon.readings('还款');
    expect(Array.from(first ?? [], (unit) => units[unit])).toEqual(['h', 'uan2', 'k', 'uan3']);
  });
});
