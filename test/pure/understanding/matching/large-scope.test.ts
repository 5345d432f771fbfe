// A skill with thousands of texts: what its package keeps, and what is only looked at when it is needed.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WordVectors } from '../../../../src/understanding/matching/word-vectors.js';
import type { MatchingRecord } from '../../../../src/understanding/package/records.js';
import { shippedFile } from '../../../helpers/models/shipped.js';
import { matcherOf, questions } from './robot.js';

const vectors = new WordVectors(readFileSync(shippedFile('sent-zh', 'words.bin')));
const verbs = [...['查询', '办理', '取消', '修改', '投诉', '退订', '升级', '转让', '恢复', '打印', '核对', '补开']];
const things = [
  ...['账单', '套餐', '流量', '余额', '话费', '宽带', '号码', '密码', '地址', '发票', '积分', '合约', '会员'],
];
const endings = [
  '怎么弄',
  '要多久',
  '在哪里',
  '要什么证件',
  '找谁',
  '收费吗',
  '有优惠吗',
  '能撤回吗',
  '今天行不行',
  '要排队吗',
];
const records = questions(
  ...verbs.flatMap((verb) =>
    things.flatMap((thing) =>
      endings.map((end) => [`${verb}${thing}${end}`, `我想${verb}一下${thing}${end}`] as const),
    ),
  ),
);
const inputs = [
  '我要查账单',
  '宽带能不能升级',
  '发票上哪儿打',
  '今天天气真不错',
  '转让号码收不收钱',
  '查询账单怎么弄',
  '喂',
];

const published = matcherOf({ records, vectors });
const learnt = [...published.matcher.records()];
const hitsOf = ({ hits }: Pick<typeof published, 'hits'>) => inputs.map((input) => hits(input, 5));

describe('a skill with more than 3,000 texts', () => {
  it('has its words in the package, one with fewer has not', () => {
    expect(records.length * 2).toBeGreaterThan(3_000);
    expect(learnt.map(({ vocabulary = '' }) => vocabulary.length > 100)).toEqual([true]);
    const few = [...matcherOf({ records: records.slice(0, 20), vectors }).matcher.records()];
    expect(few.map(({ vocabulary }) => vocabulary)).toEqual([undefined]);
  });

  it('is matched as when it was published, with those words and from an older package without them', () => {
    const older = learnt.map(({ vocabulary: _, ...record }): MatchingRecord => record);
    const before = hitsOf(published);
    expect(before.some((hits) => hits.length > 0)).toBe(true);
    expect(hitsOf(matcherOf({ records, vectors, learnt }))).toEqual(before);
    expect(hitsOf(matcherOf({ records, vectors, learnt: older }))).toEqual(before);
  });

  it('is matched in the same way whatever was read and released before', () => {
    const { matcher, read } = matcherOf({ records, vectors, learnt });
    const asked = (input: string, isReleased: boolean) => {
      const reading = read(input);
      const hits = matcher.hits(reading, 'skill:1', 5);
      if (isReleased) matcher.release(reading);
      return hits;
    };
    const first = inputs.map((input) => asked(input, false));
    for (const isReleased of [true, true, false, true]) {
      expect([...inputs].reverse().map((input) => asked(input, isReleased))).toEqual([...first].reverse());
    }
  });
});
