// The final order of hypotheses, with the language model that ships: lexicon, n-grams and the network of characters.
import { describe, expect, it } from 'vitest';
import { Rescoring } from '../../../src/engine/runtime/recogniser/rescoring.js';
import { addon } from '../../../src/native/index.js';
import { hotwordBase, wordStride } from '../../../src/native/search.js';
import type { Hypothesis } from '../../../src/native/search-addon.js';
import { limits } from '../../../src/protocol/limits.js';
import { shippedFile } from '../../helpers/models/shipped.js';

const lexicon = new addon.Lexicon(shippedFile('lm-zh', 'lexicon.bin'));
const language = new addon.LanguageModel(shippedFile('lm-zh', 'lm.bin'));
const model = new addon.RescoringModel(shippedFile('lm-zh', 'rescoring.bin'));
const wordText = (word: number) => lexicon.text(word);
const rescoring = new Rescoring(model, language, wordText);

const uncounted = 2 ** 31;
const codePointsOf = (text: string) => Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
const scoresOf = (...texts: string[]) => {
  const ends = texts.map((_, at) => texts.slice(0, at + 1).join('').length);
  return [...model.score(Uint32Array.from(codePointsOf(texts.join(''))), Uint32Array.from(ends))];
};

/** A hypothesis of words of the lexicon; `#n` is hotword n. */
const hypothesisOf = (words: string, score: number): Hypothesis => {
  const numbers = words.split(' ').flatMap((word) => {
    if (word.startsWith('#')) return [hotwordBase + Number(word.slice(1)), 0, 0, 1];
    return [...lexicon.split(word)].flatMap((number) => [number, 0, 0, 1]);
  });
  const none = new Float64Array(0);
  return { score, units: none, clearness: none, lost: none, words: Float64Array.from(numbers) };
};
const textOf = ({ words }: Hypothesis): string =>
  Array.from({ length: words.length / wordStride }, (_, at) => words[at * wordStride] ?? 0)
    .map((word) => (word >= hotwordBase ? `#${word - hotwordBase}` : wordText(word)))
    .join('');
const inOrder = (hypotheses: Hypothesis[], hotword = '') => rescoring.inOrder(hypotheses, () => hotword).map(textOf);

describe('scores of sentences', () => {
  it.each([
    ['请问您什么时候方便', '请问您什么时候放便'],
    ['您拨打的用户正在通话中', '您拨打的用户正在童话中'],
    ['我想查一下这个月的话费', '我想茶一下这个月的话费'],
    ['明天下午三点我去湖东店', '明天下午三点我去湖动店'],
  ])('%s is likelier than %s, which sounds the same', (right, wrong) => {
    const [one = 0, other = 0] = scoresOf(right, wrong);
    expect(one).toBeGreaterThan(other + 1);
  });

  it('each sentence has the score that it has alone', () => {
    const texts = ['您好', '您好请问', '您好请讲', '再见', ''];
    expect(scoresOf(...texts)).toEqual(texts.flatMap((text) => scoresOf(text)));
  });

  it('characters that it does not know or that are not counted cost nothing', () => {
    const score = (...codePoints: number[]) =>
      model.score(Uint32Array.from(codePoints), Uint32Array.of(codePoints.length))[0] ?? 0;
    const [good = 0, smile = 0] = codePointsOf('好\u{1F600}');
    expect(score(good, smile)).toBe(score(good, smile + uncounted));
    const [one = 0, other = 0] = codePointsOf('您好');
    const parts = score(one, other + uncounted) + score(one + uncounted, other);
    expect(score(one, other)).toBeCloseTo(parts - score(one + uncounted, other + uncounted), 4);
    expect(score(one, other)).toBeLessThan(score(one, other + uncounted) - 0.1);
  });

  it('ends that descend, or lie beyond the characters, are refused', () => {
    const two = Uint32Array.from(codePointsOf('您好'));
    expect(() => model.score(two, Uint32Array.of(2, 1))).toThrow(/ends must ascend/);
    expect(() => model.score(two, Uint32Array.of(3))).toThrow(/ends must ascend/);
  });
});

describe('the order of hypotheses', () => {
  it('a likelier sentence overtakes one that the search likes a little better, and keeps its own score', () => {
    const [right, wrong] = [
      hypothesisOf('请问 您 什么 时候 方便', -10.5),
      hypothesisOf('请问 您 什么 时候 放 便', -10),
    ];
    const ordered = new Rescoring(model, language, wordText, {
      sentence: 0.5,
      words: 0,
      character: 0,
      uncounted: 0,
    }).inOrder([wrong, right], () => '');
    expect(ordered.map(textOf)).toEqual(['请问您什么时候方便', '请问您什么时候放便']);
    expect(ordered.map(({ score }) => score)).toEqual([-10.5, -10]);
  });

  it('what the search likes much better stays the first', () => {
    const all = [hypothesisOf('请问 您 什么 时候 放 便', -10), hypothesisOf('请问 您 什么 时候 方便', -40)];
    expect(inOrder(all)).toEqual(['请问您什么时候放便', '请问您什么时候方便']);
  });

  it('a rare hotword stays before the same characters as words, and before a common one', () => {
    const rare = (other: Hypothesis) =>
      rescoring.inOrder([hypothesisOf('我 找 #1', -10), other], (hotword) => (hotword === 1 ? '张龘龘' : '李经理'));
    expect(rare(hypothesisOf('我 找 张 子 仪', -10.5)).map(textOf)[0]).toBe('我找#1');
    expect(rare(hypothesisOf('我 找 #2', -11)).map(textOf)[0]).toBe('我找#1');
  });

  it.each(['OK', 'VIP', 'WiFi'])(
    '%s gains about as much as Chinese characters: the network does not know it',
    (word) => {
      const [latin, chinese] = [hypothesisOf(`我 要 ${word}`, -10), hypothesisOf('我 要 退款', -10)];
      const gap = word.length * 0.8 + 1;
      const worse = (by: number) => [hypothesisOf(`我 要 ${word}`, -10 - by), chinese];
      expect(inOrder([latin, hypothesisOf('我 要 退款', -10 - gap)])[0]).toBe(`我要${word}`);
      expect(inOrder(worse(gap + 1))[0]).toBe('我要退款');
    },
  );

  it('a sentence in which the search heard nothing stays empty', () => {
    const none = { ...hypothesisOf('好', -10), words: new Float64Array(0) };
    expect(inOrder([none, hypothesisOf('好', -10)])).toEqual(['', '好']);
  });

  it('one hypothesis, none, and sentences of more characters than the limit stay as they are', () => {
    const long = '请 '.repeat(limits.asr.rescoredCharacters + 1).trim();
    const all = [hypothesisOf(`${long} 放 便`, -10), hypothesisOf(`${long} 方便`, -10.1)];
    expect(inOrder(all)).toEqual(all.map(textOf));
    expect(inOrder([])).toEqual([]);
    expect(inOrder([hypothesisOf('您好', -1)])).toEqual(['您好']);
  });
});
