// Specification 2, 2.5 rule 1; the ties are ours: longest keyword, then the one that stands first.
import { describe, expect, it } from 'vitest';
import { defaultKeywordRows } from '../../src/ring/default-tables.js';
import { compileKeywords, findKeyword, plainForm } from '../../src/ring/keywords.js';

const row = (word: string, resultId: number) => ({ word, resultId, resultName: `name ${resultId}` });
const find = (rows: Parameters<typeof compileKeywords>[0], text: string) =>
  findKeyword(compileKeywords(rows), text)?.word;

describe('finding a keyword in prompt text', () => {
  it('gives the highest RESULTID, wherever it stands', () => {
    const rows = [row('忙', 10), row('关机', 14), row('停机', 17)];
    expect(find(rows, '正忙，已关机')).toBe('关机');
    expect(find(rows, '已停机，已关机，正忙')).toBe('停机');
  });

  it('gives the longest keyword among equal RESULTIDs', () => {
    expect(find([row('通话', 10), row('正在通话', 10), row('话中', 10)], '正在通话中')).toBe('正在通话');
  });

  it('gives the keyword that stands first among equal RESULTIDs and lengths', () => {
    const rows = [row('再拨', 10), row('在拨', 10)];
    expect(find(rows, '请稍后在拨或再拨')).toBe('在拨');
    expect(find(rows, '请稍后再拨或在拨')).toBe('再拨');
  });

  it.each([
    ['spaces', '暂 时 无 法 接 通'],
    ['punctuation', '暂时，无法。接通！'],
    ['line breaks and tabs', '暂时\n无法\t接通'],
    ['zero-width characters', '暂时\u200b无法接通'],
  ])('ignores %s in the text', (_, text) => {
    expect(findKeyword(compileKeywords(defaultKeywordRows), text)?.word).toBe('暂时无法接通');
  });

  it('ignores case and character width on both sides', () => {
    expect(find([row('Powered OFF', 14)], 'the phone is ｐｏｗｅｒｅｄ　off')).toBe('Powered OFF');
    expect(find([row('ＶＩＰ', 14)], 'vip customer')).toBe('ＶＩＰ');
  });

  it('finds nothing in text without a keyword, without letters, or without anything', () => {
    const keywords = compileKeywords(defaultKeywordRows);
    for (const text of ['您好请问哪位', '……！', '']) expect(findKeyword(keywords, text)).toBeUndefined();
  });

  it('agrees with a plain search over all rows', () => {
    const rows = [row('ab', 1), row('b', 2), row('abc', 2), row('ca', 2), row('c', 1), row('bca', 1)];
    const slow = (text: string) =>
      rows
        .filter(({ word }) => text.includes(word))
        .sort(
          (a, b) =>
            b.resultId - a.resultId || b.word.length - a.word.length || text.indexOf(a.word) - text.indexOf(b.word),
        )[0]?.word;
    for (let code = 0; code < 3 ** 6; code++) {
      const text = code
        .toString(3)
        .padStart(6, '0')
        .replace(/\d/g, (digit) => 'abc'[Number(digit)] ?? '');
      expect(find(rows, text), text).toBe(slow(text));
    }
  });

  it('compares in a plain form', () => {
    expect(plainForm(' Ａb、 c-1 ')).toBe('abc1');
  });
});

describe('finding a keyword by its sound', () => {
  const readings: Record<string, string[][]> = {
    空号: [['kong1', 'hao4']],
    停机: [['ting2', 'ji1']],
    暂时无法接通: [['zan4', 'shi2', 'wu2', 'fa3', 'jie1', 'tong1']],
    忙: [['mang2']],
  };
  const rows = [row('空号', 12), row('停机', 17), row('暂时无法接通', 10), row('忙', 10)];
  const keywords = compileKeywords(rows, (word) => readings[word] ?? []);
  const heard = (text: string, syllables: string) => findKeyword(keywords, text, syllables.split(' '))?.word;

  it('finds a homophone, whatever was written', () => {
    expect(heard('是孔浩', 'shi4 kong3 hao4')).toBe('空号');
    expect(heard('展示无法借铜', 'zan4 shi4 wu2 fa4 jie4 tong2')).toBe('暂时无法接通');
  });

  it('asks of two syllables that one tone agrees, and compares one syllable by its text alone', () => {
    expect(heard('恐好', 'kong3 hao3')).toBeUndefined();
    expect(heard('盲', 'mang2')).toBeUndefined();
    expect(heard('忙', 'mang2')).toBe('忙');
  });

  it('takes whole syllables only', () => {
    expect(heard('听见', 'ting2 jian4')).toBeUndefined();
    expect(heard('停', 'ting2')).toBeUndefined();
  });

  it('keeps the order of rule 1 between what was written and what was heard', () => {
    expect(heard('正忙听机', 'zheng4 mang2 ting1 ji1')).toBe('停机');
  });

  it('compares the text alone where no syllables are known', () => {
    expect(findKeyword(keywords, '孔浩')?.word).toBeUndefined();
    expect(findKeyword(keywords, '空号')?.word).toBe('空号');
  });
});
