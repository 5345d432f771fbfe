// Which questions an input means: exact texts, patterns, slots, near texts, and their order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MatchingRecord } from '../../../../src/understanding/package/records.js';
import { matcherOf, questions, wordFinder } from './robot.js';

const cities = wordFinder({
  'SYS.city': [
    ['苏州', '姑苏'],
    ['北京', '帝都'],
  ],
  ask: [['怎么走', '咋走']],
  'SYS.date': [['明天'], ['后天']],
});

describe('an exact hit', () => {
  const { hits } = matcherOf({
    records: questions(['怎么还款', '如何还钱', '还款方式有哪些'], '你们几点下班', '不需要', '不需要不需要'),
  });

  it('of a literal text scores 1.0', () => {
    expect(hits('怎么还款', 1)).toEqual([{ questionId: 1, extId: null, kind: 'exact', score: 1, slots: [] }]);
    expect(hits('如何还钱', 1)).toEqual([{ questionId: 1, extId: 100, kind: 'exact', score: 1, slots: [] }]);
  });

  it('does not depend on punctuation, width, case, greetings, fillers and repeats', () => {
    for (const text of ['你们，几点下班？', '喂你好那个你们几点下班', '嗯你们你们几点下班', '哦　你们几点下班!!']) {
      expect(hits(text, 1)).toMatchObject([{ questionId: 2, kind: 'exact', score: 1 }]);
    }
  });

  it('of the very words comes before one that needs repeats to be dropped', () => {
    expect(hits('不需要不需要', 2)).toMatchObject([
      { questionId: 4, score: 1 },
      { questionId: 3, score: 1 },
    ]);
    expect(hits('不需要', 2)).toMatchObject([
      { questionId: 3, score: 1 },
      { questionId: 4, score: 1 },
    ]);
  });
});

describe('slots', () => {
  it('are filled from the notation: named ones assign, anonymous ones do not', () => {
    const { hits } = matcherOf({
      records: questions('去{city@SYS.city}{@ask}', '{苏州:to@SYS.city}的天气'),
      finder: cities,
    });
    expect(hits('去北京咋走', 1)).toEqual([
      {
        ...{ questionId: 1, extId: null, kind: 'exact', score: 1 },
        slots: [{ name: 'city', lexicon: 'SYS.city', value: '北京', normValue: '北京' }],
      },
    ]);
    expect(hits('帝都的天气', 1)[0]).toMatchObject({
      questionId: 2,
      score: 1,
      slots: [{ name: 'to', value: '帝都', normValue: '北京' }],
    });
  });

  it('are filled by their own samples and by the word that stands for the lexicon', () => {
    const { hits } = matcherOf({
      records: questions('{苏州:to@SYS.city}的天气', 'to {city@SYS.city}'),
      finder: cities,
    });
    expect(hits('苏州的天气', 1)[0]?.slots).toMatchObject([{ name: 'to', value: '苏州' }]);
    const representWord = cities.representWord('SYS.city');
    expect(hits(`to ${representWord}`, 1)[0]?.slots).toMatchObject([{ name: 'city', value: representWord }]);
  });

  it('without a lexicon take that of the slot', () => {
    const { hits } = matcherOf({ records: questions('{date}去'), finder: cities, slots: { '1.date': 'SYS.date' } });
    expect(hits('后天去', 1)[0]?.slots).toEqual([
      { name: 'date', lexicon: 'SYS.date', value: '后天', normValue: '后天' },
    ]);
  });

  it('are filled in near texts too, each entity once', () => {
    const { hits } = matcherOf({ records: questions('我要从{from@SYS.city}到{to@SYS.city}', '改签'), finder: cities });
    const [hit] = hits('麻烦帮我订一张从苏州到北京的票', 1);
    expect(hit).toMatchObject({
      questionId: 1,
      kind: 'near',
      slots: [
        { name: 'from', value: '苏州' },
        { name: 'to', value: '北京' },
      ],
    });
  });

  it('of any characters take what stands between the words, punctuation included', () => {
    const { hits } = matcherOf({
      records: questions('我叫{name@SYS.any_2_4}', '转接{who@SYS.any_1_9}工号{no@SYS.any_1_5}'),
    });
    expect(hits('我叫张三', 1)).toMatchObject([
      { kind: 'exact', slots: [{ name: 'name', value: '张三', normValue: '张三' }] },
    ]);
    expect(hits('我叫张三李四王五', 1)[0]?.kind).not.toBe('exact');
    expect(hits('转接 小王，工号 5', 1)[0]?.slots).toMatchObject([{ value: '小王，' }, { value: '5' }]);
  });

  it('count as the same word on both sides of a near hit', () => {
    const { hits } = matcherOf({
      records: questions('查一下{city@SYS.city}今天的天气', '查一下我的余额'),
      finder: cities,
    });
    expect(hits('查一下帝都今天天气', 1)[0]).toMatchObject({
      questionId: 1,
      slots: [{ name: 'city', normValue: '北京' }],
    });
  });
});

describe('a pattern', () => {
  it('scores 1.0 and its named groups fill slots', () => {
    const { hits } = matcherOf({ records: questions('RE:(?P<amount>[0-9]+)元', '还一百元') });
    expect(hits('我还200元。', 2)[0]).toEqual({
      ...{ questionId: 1, extId: null, kind: 'pattern', score: 1 },
      slots: [{ name: 'amount', lexicon: '', value: '200', normValue: '200' }],
    });
  });

  it('comes after an exact text and before a near one', () => {
    const { hits } = matcherOf({ records: questions('RE:还.*款', '我要还款了', '我要还款') });
    expect(hits('我要还款', 3).map(({ questionId }) => questionId)).toEqual([3, 1, 2]);
  });
});

describe('hits', () => {
  const records = questions('怎么还款', '怎么还款啊', ['怎样还款', '怎么还款'], '几点下班');

  it('of the same score stand in the order of the scope', () => {
    const { hits } = matcherOf({ records, scopes: { 'skill:1': [3, 1], 'skill:2': [1, 3] } });
    expect(hits('怎么还款', 2, 'skill:1').map(({ questionId }) => questionId)).toEqual([3, 1]);
    expect(hits('怎么还款', 2, 'skill:2').map(({ questionId }) => questionId)).toEqual([1, 3]);
  });

  it('are of the scope alone, each question once', () => {
    const { hits } = matcherOf({ records, scopes: { 'node:7': [4, 2] } });
    expect(hits('怎么还款', 5, 'node:7').map(({ questionId }) => questionId)).toEqual([2]);
    expect(hits('怎么还款', 5, 'skill:9')).toEqual([]);
  });

  it('leave out questions that are closed', () => {
    const { hits } = matcherOf({ records });
    expect(hits('怎么还款', 5, 'skill:1', (id) => id === 2).map(({ questionId }) => questionId)).toEqual([2]);
  });

  it('are not more than asked for', () => {
    expect(matcherOf({ records }).hits('怎么还款', 2)).toHaveLength(2);
  });

  it('need something in common: silence and marks hit nothing', () => {
    const { hits } = matcherOf({ records });
    expect(hits('')).toEqual([]);
    expect(hits('。。。')).toEqual([]);
  });
});

describe('what publishing learns', () => {
  const records = questions(
    ['怎么还款', '在哪里还钱', '往哪个账号还', '可以用手机还吗'],
    ['欠了多少钱', '一共要还多少', '这个月账单是多少', '本金多少'],
    ['我现在没钱', '手头紧还不上', '工资还没发', '最近没有收入'],
  );
  const told = { records, scopes: { 'skill:1': [1, 2, 3], 'node:4': [1, 3] } } as const;
  const asked = ['钱往哪里还', '总共欠多少', '没发工资', '今天天气怎么样', '还', '多少钱一共', ''];

  it('gives the same hits from a package as when it is learnt on loading', () => {
    const made = matcherOf(told);
    const learnt = JSON.parse(JSON.stringify([...made.matcher.records()])) as MatchingRecord[];
    expect(learnt.map(({ scope, head }) => [scope, head !== null])).toEqual([
      ['skill:1', true],
      ['node:4', true],
    ]);
    const loaded = matcherOf({ ...told, learnt });
    for (const text of asked) expect(loaded.hits(text)).toEqual(made.hits(text));
    for (const text of asked) expect(loaded.hits(text, 5, 'node:4')).toEqual(made.hits(text, 5, 'node:4'));
  });

  it('is the same each time', () => {
    expect([...matcherOf(told).matcher.records()]).toEqual([...matcherOf(told).matcher.records()]);
  });

  it('is not used where it was learnt with other word vectors', () => {
    const [first] = [...matcherOf(told).matcher.records()];
    const other = { ...(first as MatchingRecord), vectors: 'others' };
    expect([...matcherOf({ ...told, learnt: [other] }).matcher.records()][0]?.vectors).toBe('');
  });
});

describe('any input', () => {
  const { hits } = matcherOf({
    records: questions(
      'RE:(a|b)*c',
      ['去{city@SYS.city}', '从{a@SYS.any_1_9}到{b@SYS.any_1_9}'],
      ['怎么还款', '还钱', '还款方式'],
    ),
    finder: cities,
  });

  it('has hits from 0 to 1 in falling order, each question once', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'还款去从到北京苏州嗯啊abc。') })),
        (text) => {
          const found = hits(text);
          expect(found.every(({ score }) => score > 0 && score <= 1)).toBe(true);
          expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
          expect(new Set(found.map(({ questionId }) => questionId)).size).toBe(found.length);
        },
      ),
    );
  });

  it('that is near but not the same scores below 1', () => {
    for (const text of ['怎么还款呢', '还款']) expect(hits(text, 1)[0]?.score).toBeLessThan(1);
  });
});
