// Mining of dialog records (specification 3, section 4.2).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnowledgePoint } from '../../../../../src/understanding/learning/inputs/knowledge-base.js';
import { type Mined, mine } from '../../../../../src/understanding/learning/mining/mine.js';
import type { MiningConfig } from '../../../../../src/understanding/learning/order.js';
import { WordVectors } from '../../../../../src/understanding/matching/word-vectors.js';
import { chance } from '../../../../helpers/chance.js';
import { shippedFile } from '../../../../helpers/models/shipped.js';

const vectors = new WordVectors(readFileSync(shippedFile('sent-zh', 'words.bin')));

const defaults: MiningConfig = {
  ...{ overlookThreshold: 0.7, discardThreshold: 0.95, minKeepThreshold: 0.85, maxKeepThreshold: 0.7, minKeepCount: 1 },
  ...{ minSentencePerCluster: 10, minAverageDistance: 0.85, sentencePerCluster: 30, minBatchSize: 50_000 },
};

interface Given {
  readonly records: readonly string[];
  readonly ignored?: readonly string[];
  readonly knowledge?: readonly KnowledgePoint[];
}

function mined({ records, ignored = [], knowledge }: Given, config: Partial<MiningConfig> = {}): Mined {
  return mine({ records, ignored, knowledge }, { ...defaults, ...config }, vectors, () => {});
}

const known = (...points: readonly (readonly [string, ...string[]])[]): KnowledgePoint[] =>
  points.map(([q, ...e], at) => ({ q, e, i: `k${at + 1}`, line: at + 1 }));

const textsOf = ({ newKb }: Mined): string[] => newKb.flatMap(({ q, e }) => [q, ...e]);
const furtherOf = ({ kb = [] }: Mined): string[] => kb.flatMap(({ e }) => e);

/** What callers ask, each in the ways in which they would begin and end it. */
const begins = ['', '请问', '我想问', '麻烦问', '问下', '想知道'];
const ends = ['', '呢', '呀', '谢谢'];
const asked = (question: string): string[] => begins.flatMap((begin) => ends.map((end) => `${begin}${question}${end}`));

const parcels = asked('我的包裹现在送到哪里了');
const invoices = asked('电子发票怎么开到公司名下');
const hours = asked('周末营业厅几点开门几点关门');
const topics = [...parcels, ...invoices, ...hours];
const chatter = (
  '楼下那棵树开花了|昨天的球赛真精彩|猫咪掉毛很厉害|小提琴难学吗|今天股市又跌了|老师表扬了我的作文|晚饭吃了糖醋排骨|' +
  '高速上堵了三个小时|春节打算回老家|隔壁在装修很吵|电影结局太让人难过|海边的日出值得早起|孩子长了两颗牙|阳台上有个鸟窝'
).split('|');

describe('new knowledge points', () => {
  it('are questions that callers ask in many ways, each with its most central wording, the largest first', () => {
    const { newKb, kb } = mined({ records: [...chatter, ...topics] });
    expect(kb).toBeUndefined();
    const groups = newKb.map(({ q, e }) => [q, ...e]);
    expect(groups).toHaveLength(3);
    for (const group of groups) {
      const topic = [parcels, invoices, hours].find((each) => each.includes(group[0] as string)) as string[];
      expect(group.filter((text) => !topic.includes(text))).toEqual([]);
      expect(new Set(group).size).toBe(group.length);
    }
    const sizes = groups.map(({ length }) => length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  });

  it('come out the same for the same records', () => {
    const given = { records: [...topics, ...chatter], ignored: chatter.slice(0, 3), knowledge: known(['怎么改地址']) };
    expect(mined(given, { minBatchSize: 20 })).toEqual(mined(given, { minBatchSize: 20 }));
  });

  it('are none where there are no records, or blank ones, or only a few', () => {
    for (const records of [[], ['', ' ', '　'], ['怎么退款']]) {
      expect(mined({ records })).toEqual({ newKb: [] });
      expect(mined({ records, knowledge: known(['怎么退货', '我要退货']) })).toEqual({ kb: [], newKb: [] });
    }
  });

  it('count a record that comes again once, in its first spelling', () => {
    const { newKb } = mined(
      { records: [...parcels, ...parcels.map((text) => `喂，${text}？`)] },
      { minAverageDistance: 0.5 },
    );
    expect(newKb.flatMap(({ q, e }) => [q, ...e]).filter((text) => text.startsWith('喂'))).toEqual([]);
    const twelve = Array.from({ length: 12 }, () => '怎么退款');
    expect(mined({ records: twelve })).toEqual({ newKb: [] });
  });

  it('show records as they were written, and see slot notation as its sample word', () => {
    const records = parcels.map((text) => `${text.replace('包裹', '{包裹:goods}')}？`);
    const { newKb } = mined({ records });
    expect(newKb.length).toBeGreaterThan(0);
    for (const text of newKb.flatMap(({ q, e }) => [q, ...e])) expect(records).toContain(text);
    const plain = mined({ records: parcels }).newKb;
    expect(newKb.map(({ e }) => e.length)).toEqual(plain.map(({ e }) => e.length));
  });
});

describe('further questions of known points', () => {
  const knowledge = known(['我的包裹送到哪里了', '包裹送到哪了'], ['怎么开电子发票']);

  it('go to the point that they are nearest to, the nearest first, with its q and i', () => {
    const { kb = [] } = mined({ records: [...topics, ...chatter], knowledge });
    const [parcel] = kb;
    expect(parcel).toMatchObject({ q: '我的包裹送到哪里了', i: 'k1' });
    expect(parcel?.e.length).toBeGreaterThan(3);
    for (const text of parcel?.e ?? []) expect(parcels).toContain(text);
  });

  it('are looked for in points that have no extended questions yet', () => {
    const { kb = [] } = mined({ records: parcels, knowledge: known(['我的包裹送到哪里了']) });
    expect(kb).toHaveLength(1);
  });

  it('are never what the base has already, nor part of a new point', () => {
    const given = { records: ['包裹送到哪了', '我的包裹，送到哪里了？', ...topics], knowledge };
    const all = mined(given, { discardThreshold: 1 });
    expect(furtherOf(all)).not.toContain('包裹送到哪了');
    expect(furtherOf(all)).not.toContain('我的包裹，送到哪里了？');
    expect(textsOf(all).filter((text) => furtherOf(all).includes(text))).toEqual([]);
  });

  it('echo the slot notation of the base', () => {
    const slotted = known(['我的{包裹:goods}送到哪里了']);
    expect(mined({ records: parcels, knowledge: slotted }).kb?.[0]?.q).toBe('我的{包裹:goods}送到哪里了');
    expect(furtherOf(mined({ records: parcels, knowledge: slotted }))).toEqual(
      furtherOf(mined({ records: parcels, knowledge: known(['我的包裹送到哪里了']) })),
    );
  });
});

describe('each parameter', () => {
  const knowledge = known(['我的包裹送到哪里了'], ['怎么开电子发票'], ['营业厅几点关门']);
  const given = { records: [...topics, ...chatter], knowledge };

  /** What is counted for each value, in the order of the values. */
  const counts = (
    name: keyof MiningConfig,
    values: readonly number[],
    count: (result: Mined) => number,
    from: Given,
    others: Partial<MiningConfig> = {},
  ): number[] => values.map((value) => count(mined(from, { ...others, [name]: value })));
  const rises = (list: readonly number[]): void => {
    expect(list).toEqual([...list].sort((a, b) => a - b));
    expect(list.at(-1)).toBeGreaterThan(list[0] as number);
  };
  const falls = (list: readonly number[]): void => rises([...list].reverse());

  it('overlook.threshold: larger keeps more questions', () => {
    const ignoring = { records: topics, ignored: ['包裹到哪里了', '发票怎么开'] };
    rises(counts('overlookThreshold', [0.3, 0.6, 0.7, 0.8, 0.9, 1], (all) => textsOf(all).length, ignoring, loose));
  });

  it('kbmining.discardThreshold: larger keeps more that is nearly what the base has', () => {
    rises(counts('discardThreshold', [0.86, 0.9, 0.95, 1], (all) => furtherOf(all).length, given));
  });

  it('kbmining.minKeepThreshold: larger keeps fewer that are far from the base', () => {
    falls(counts('minKeepThreshold', [0.5, 0.7, 0.8, 0.9, 0.95], (all) => furtherOf(all).length, given));
  });

  it('kbmining.maxKeepThreshold: larger lets more that is near to the base be new', () => {
    rises(counts('maxKeepThreshold', [0.3, 0.6, 0.75, 0.85], (all) => textsOf(all).length, given, loose));
  });

  it('kbmining.minKeepCount: points with fewer further questions get none', () => {
    const points = counts('minKeepCount', [1, 5, 10, 15, 25], ({ kb = [] }) => kb.length, given);
    falls(points);
    const { kb = [] } = mined(given, { minKeepCount: 5 });
    for (const { e } of kb) expect(e.length).toBeGreaterThanOrEqual(5);
  });

  it('kmeans.minSentencePerCluster: smaller groups are no points', () => {
    const records = [...topics, ...asked('会员积分怎么兑换礼品').slice(0, 8)];
    falls(counts('minSentencePerCluster', [3, 8, 10, 20, 100], ({ newKb }) => newKb.length, { records }));
    for (const { e } of mined({ records }, { minSentencePerCluster: 12 }).newKb)
      expect(e.length + 1).toBeGreaterThan(11);
  });

  it('kmeans.minAverageDistance: larger gives tighter and fewer groups', () => {
    const records = [...topics, ...chatter];
    falls(counts('minAverageDistance', [0.3, 0.7, 0.85, 0.92, 0.98], (all) => textsOf(all).length, { records }));
  });

  it('kmeans.sentencePerCluster: larger gives fewer new points', () => {
    const [small, large] = counts('sentencePerCluster', [24, 80], ({ newKb }) => newKb.length, { records: topics });
    expect(large).toBeLessThan(small as number);
  });

  it('kmeans.minBatchSize: smaller looks at fewer records at a time, and finds the same plain groups', () => {
    const chance16 = chance(16);
    const items = ['话费', '流量', '套餐', '宽带', '发票', '积分', '合约', '副卡', '漫游', '彩铃', '账单', '押金'];
    const records = items
      .flatMap((item) => asked(`${item}${item}的费用怎么收`))
      .map((text) => text + chance16.of(['', '啊']));
    const tight = { minSentencePerCluster: 5, sentencePerCluster: 24 };
    const [small, large] = counts('minBatchSize', [1, 50_000], (all) => textsOf(all).length, { records }, tight);
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThanOrEqual(small as number);
  });

  const loose: Partial<MiningConfig> = { minAverageDistance: 0.6, minSentencePerCluster: 3 };
});

describe('progress', () => {
  it.each([
    ['with all inputs', { records: topics, ignored: chatter, knowledge: known(['怎么开发票']) }],
    ['without records', { records: [] }],
    ['with too few records for a point', { records: chatter.slice(0, 2) }],
  ])('goes from 0 to 1 and never back, %s', (_, given: Given) => {
    const told: number[] = [];
    mine({ ignored: [], knowledge: undefined, ...given }, defaults, vectors, (share) => told.push(share));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
  });
});

describe('whatever the records are', () => {
  it('every question that comes out was put in, once, and the thresholds hold for their number', () => {
    const random = chance(4);
    const parts = [
      ...'甲乙丙怎么办的吗呢？！ \t{}:@',
      'RE:',
      '{a:b}',
      '𠀀',
      '\ud800',
      '\u0000',
      'é',
      '２',
      '谢谢',
      '包裹',
    ];
    for (let round = 0; round < 60; round++) {
      const text = () => Array.from({ length: random.int(0, 9) }, () => random.of(parts)).join('');
      const list = (most: number) => Array.from({ length: random.int(0, most) }, text);
      const knowledge = random.is(0.5) ? known(...list(5).map((q) => [`${q}甲`] as const)) : undefined;
      const records = list(200);
      const config = {
        ...{ minSentencePerCluster: random.int(1, 5), sentencePerCluster: random.int(1, 40) },
        ...{ minBatchSize: random.int(1, 300), minAverageDistance: random.int(1, 100) / 100, minKeepThreshold: 0.6 },
      };
      const used = random.is(0.5) ? vectors : undefined;
      const all = mine({ records, ignored: list(5), knowledge }, { ...defaults, ...config }, used, () => {});
      const out = [...textsOf(all), ...furtherOf(all)];
      expect(out.filter((each) => !records.includes(each))).toEqual([]);
      expect(new Set(out).size).toBe(out.length);
      for (const { e } of all.newKb) expect(e.length + 1).toBeGreaterThanOrEqual(config.minSentencePerCluster);
      expect(all.kb === undefined).toBe(knowledge === undefined);
    }
  });
});
