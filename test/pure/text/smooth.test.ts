// Specification 2, sections 2.3 (textSmooth) and 2.4 (category S).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, finish, heard } from '../../helpers/audio/heard.js';

const smooth = (spaced: string): string => finish(spaced, { textSmooth: true }).text;

// Spoken with a space between the recogniser's words; `_` is a pause of 200 ms.
const dropped: [spoken: string, written: string][] = [
  ['嗯 我 想 问 一下', '我想问一下'],
  ['我 嗯 想 问 一下', '我想问一下'],
  ['我 想 呃 查 一下 呃 余额', '我想查一下余额'],
  ['嗯 嗯 好 的', '好的'],
  ['嗯嗯 好 的', '好的'],
  ['啊 我 知道 了', '我知道了'],
  ['呃 啊 我 知道 了', '我知道了'],
  ['我 _ 啊 _ 想 问 一下', '我想问一下'],
  ['额 这个 多少 钱', '这个多少钱'],
  ['我 我 我 要 退款', '我要退款'],
  ['我 我 要 退款', '我要退款'],
  ['我 嗯 我 要 退款', '我要退款'],
  ['你 你 你 是 谁', '你是谁'],
  ['在 在 哪里', '在哪里'],
  ['就 就 这样', '就这样'],
  ['那 那 怎么 办', '那怎么办'],
  ['我们 我们 公司', '我们公司'],
  ['因为 因为 太 忙', '因为太忙'],
  ['然后 然后 然后 就 走 了', '然后就走了'],
  ['这个 这个 问题', '这个问题'],
  ['我 想 我 想 问 一下', '我想问一下'],
  ['我 要 我 要 退款', '我要退款'],
  ['那个 我 想 问 一下', '我想问一下'],
  ['那个 那个 我 想 问 一下', '我想问一下'],
  ['嗯 那个 我 想 问 一下', '我想问一下'],
  ['就是 我 想 退款', '我想退款'],
  ['就是说 就是说 不行', '就是说不行'],
  ['因 因为 太 忙', '因为太忙'],
  ['都 都 可以', '都可以'],
  ['很 很 好', '很好'],
];

const kept = [
  '看看',
  '我 看看',
  '慢慢 来',
  '妈妈 在 家',
  '试试 看',
  '好好 学习',
  '好 好 好',
  '对 对 对',
  '是 是 是',
  '行 行 行',
  '谢谢 谢谢',
  '好 的 好 的',
  '可以 可以',
  '没有 没有',
  '你好 你好',
  '您好 您好',
  '我 知道 我 知道 了',
  '你 看 你 看 这里',
  '我 来 我 来 开门',
  '研究 研究 再 说',
  '考虑 考虑',
  '了解 了解 情况',
  '一个 一个 来',
  '一步 一步 走',
  '八 八 八',
  '幺三八 八八八 八',
  '三 三 得 九',
  '我 要 三 我 要 三 个',
  '哈 哈 哈',
  '喂 喂 喂',
  '天天 见',
  '人人 都 知道',
  '常常 去',
  '刚刚 到',
  '现在 在 家',
  '成都 都 有',
  '需要 要 多少',
  '好 啊',
  '是 啊 对 的',
  '真 好 哦',
  '那个 人 是 谁',
  '这个 可以',
  '那个 多少 钱',
  '就是 他',
  '就是 我',
  '金额 多少',
  '然后 再 说',
  '想想 办法',
  '高高兴兴',
  '的的确确',
  '嗯',
  '啊',
  '嗯 嗯',
  '干干净净',
  '家家户户',
  '个个 都 好',
  '不 不 不',
  '我 和 我 妈',
  '他 是 他 我 是 我',
];

describe('textSmooth', () => {
  it.each(dropped)('writes %s as %s', (spoken, written) => {
    expect(smooth(spoken)).toBe(written);
  });

  it.each(kept)('leaves %s as it is', (spoken) => {
    expect(smooth(spoken)).toBe(spoken.replace(/[ _]/g, ''));
  });

  it('does not take two readings of one character for a stutter: 还没还, 还还', () => {
    const words = heard('你 还 还 钱').map((word, at) => ({
      ...word,
      readings: ['ni3', 'hai2', 'huan2', 'qian2'].slice(at, at + 1),
    }));
    expect(finish(words, { textSmooth: true }).text).toBe('你还还钱');
  });

  it('keeps what it drops in words, with category S', () => {
    const { text, words } = finish('我 嗯 我 要 退款', { textSmooth: true });
    expect(text).toBe('我要退款');
    expect(brief(words)).toEqual(['我/S/0-200', '嗯/S/200-400', '我//400-600', '要//600-800', '退款//800-1200']);
  });

  it('says nothing of S when words of the raw result are asked for', () => {
    const { text, words } = finish('嗯 我 要', { textSmooth: true, wordTpp: false });
    expect(text).toBe('我要');
    expect(brief(words)).toEqual(['嗯//0-200', '我//200-400', '要//400-600']);
  });

  it('leaves a hotword of the user alone', () => {
    const words = heard('我们 我们 公司').map((word) => ({ ...word, hotword: true }));
    expect(finish(words, { textSmooth: true }).text).toBe('我们我们公司');
  });

  it('never invents or reorders', () => {
    const word = fc.constantFrom(...'我 你 嗯 啊 那个 这个 就是 我们 要 想 好 的 看看 三 退款 在 现在 然后'.split(' '));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
        const { words: out, text } = finish(words.join(' '), { textSmooth: true });
        expect(out.map((each) => each.text).join('')).toBe(words.join(''));
        const visible = out.filter((each) => !each.categories.includes('S')).map((each) => each.text);
        expect(visible.join('')).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});
