// Specification 2, 2.5 rule 1; the ties are ours: longest keyword, then the one that stands first.
import { describe, expect, it } from 'vitest';
import { saidIn, saidText, sentenceOf } from '../../../src/ring/announcement.js';
import { defaultKeywordRows } from '../../../src/ring/default-tables.js';
import { compileKeywords, findKeyword, matchKeyword } from '../../../src/ring/keywords.js';
import { plainForm } from '../../../src/ring/plain-form.js';

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

  it('names among equal rows the one that was written, wherever another sounds', () => {
    const equal = ['在拨', '再拨'].map((word) => row(word, 10));
    const both = compileKeywords(equal, () => [['zai4', 'bo1']]);
    expect(findKeyword(both, '请稍后再拨', ['qing3', 'shao1', 'hou4', 'zai4', 'bo1'])?.word).toBe('再拨');
    expect(findKeyword(both, '请载波再拨', ['qing3', 'zai4', 'bo1', 'zai4', 'bo1'])?.word).toBe('再拨');
    expect(findKeyword(both, '请载波', ['qing3', 'zai4', 'bo1'])?.word).toBe('在拨');
  });

  it('takes the first of two by what was said, not by counts of characters and syllables', () => {
    const equal = compileKeywords([row('空号', 12), row('错号', 12)], (word) =>
      word === '空号' ? [['kong1', 'hao4']] : [['cuo4', 'hao4']],
    );
    const word = (characters: number, syllables: string[], toMs: number) => ({ characters, syllables, toMs });
    const words = [word(8, ['hei1'], 500), word(2, ['kong1', 'hao4'], 900), word(2, ['cuo4', 'hao4'], 1_300)];
    const said = saidIn(
      [
        sentenceOf({
          type: 'text',
          text: 'hello , 孔浩措好',
          isFinal: true,
          atMs: 1_500,
          fromMs: 0,
          confidence: 1,
          readings: words.flatMap(({ syllables }) => syllables),
          pieces: words.map((each) => ({ ...each, syllables: each.syllables.length })),
        }),
      ],
      { isOpen: false },
    );
    expect(matchKeyword(equal, said)).toMatchObject({ row: { word: '空号' }, at: { from: 5, to: 7 } });
  });

  it('keeps the order of rule 1 between what was written and what was heard', () => {
    expect(heard('正忙听机', 'zheng4 mang2 ting1 ji1')).toBe('停机');
  });

  it('compares the text alone where no syllables are known', () => {
    expect(findKeyword(keywords, '孔浩')?.word).toBeUndefined();
    expect(findKeyword(keywords, '空号')?.word).toBe('空号');
  });
});

describe('a row that is ignored', () => {
  const rows = [row('停机', 17), { ...row('停机坪', 1), action: 'ignore' as const }, row('忙', 10)];
  const open = (text: string) => matchKeyword(compileKeywords(rows), { ...saidText(text, []), isOpen: true })?.row.word;

  it('gives no verdict, and hides the shorter keywords inside it and no others', () => {
    expect(find(rows, '在停机坪')).toBeUndefined();
    expect(find(rows, '在停机坪等，已停机')).toBe('停机');
    expect(find(rows, '正忙，在停机坪')).toBe('忙');
  });

  it('hides nothing of its own length that only sounds like it', () => {
    const equal = [row('再拨', 10), { ...row('在拨', 10), action: 'ignore' as const }];
    const keywords = compileKeywords(equal, () => [['zai4', 'bo1']]);
    expect(findKeyword(keywords, '再拨', ['zai4', 'bo1'])?.word).toBe('再拨');
  });

  it('is waited for while the text may yet become it', () => {
    expect(open('在停机')).toBeUndefined();
    expect(open('在停机坪')).toBeUndefined();
    expect(open('在停机了')).toBe('停机');
    expect(find(rows, '在停机')).toBe('停机');
  });

  it('is waited for by its sound as well', () => {
    const keywords = compileKeywords(rows, (word) => [
      ['ting2', 'ji1', ...(word === '停机坪' ? ['ping2'] : [])].slice(0, [...word].length),
    ]);
    const heard = (text: string, ...syllables: string[]) =>
      matchKeyword(keywords, { ...saidText(text, syllables), isOpen: true })?.row.word;
    expect(heard('亭鸡', 'ting2', 'ji1')).toBeUndefined();
    expect(heard('亭鸡平', 'ting2', 'ji1', 'ping2')).toBeUndefined();
    expect(heard('亭鸡了', 'ting2', 'ji1', 'le5')).toBe('停机');
  });
});

describe('a row that holds', () => {
  const rows = [row('正在通话', 10), { ...row('正在通话请不要挂机', 11), action: 'hold' as const }];

  it('is waited for by a shorter keyword that it goes before', () => {
    const open = (text: string) =>
      matchKeyword(compileKeywords(rows), { ...saidText(text, []), isOpen: true })?.row.word;
    expect(open('正在通话')).toBeUndefined();
    expect(open('正在通话请不要挂机')).toBe('正在通话请不要挂机');
    expect(open('正在通话中')).toBe('正在通话');
  });
});
