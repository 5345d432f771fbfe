// What holds for the paraphrases of any question.
import { expect, it } from 'vitest';
import { plainText } from '../../../../../src/understanding/matching/plain-text.js';
import { type Chance, chance } from '../../../../helpers/chance.js';
import { paraphrased, waysOf } from './parts.js';

const questions = 300;
const hard = 60;

const heads = ['', '请问', '我想问一下', '你好，', '我的', '你们的', '尾号8866的', '{张伟:name}的', '麻烦', '嗯'];
const asked = [
  '怎么',
  '如何',
  '能不能',
  '可以',
  '有没有',
  '要不要',
  '什么时候',
  '为什么',
  '我想',
  '帮我',
  '不',
  '没有',
  '别',
  '多久能',
];
const verbs = ['查询', '取消', '办理', '退', '修改', '还清', '预约', '送到', '开通', '联系', '投诉', '买'];
const things = [
  '话费',
  '199元的套餐',
  '信用卡',
  '三号的订单',
  '{地址:address@place}',
  '明天上午的预约',
  'VIP会员',
  '北京的房子',
  '发票',
  '宽带',
  '2026年1月5日的机票',
  '第二个包裹',
];
const ends = ['', '', '吗', '？', '呢', '了', '，谢谢', '是多少钱', '在哪里', '怎么办', '一年多少钱'];
const signs = ['{', '}', '$1', '\\', '😀', '　', '，', '怎么怎么', '不不', 'RE:', 'how', '%', '\n', '一', '\u0000'];

function questionOf(random: Chance): string {
  const text = `${random.of(heads)}${random.of(asked)}${random.of(verbs)}${random.of(things)}${random.of(ends)}`;
  if (!random.is(0.15)) return text;
  const at = random.int(0, text.length);
  return `${text.slice(0, at)}${random.of(signs)}${text.slice(at)}`;
}

const literal = (text: string) => plainText(text).literal.text;
const sorted = (form: RegExp, text: string) => (text.match(form) ?? []).sort();
/** 一 of 一下, which a paraphrase may add, counts nothing. */
const figures = (text: string) => sorted(/[0-9]+|[零二两三四五六七八九十百千万亿]+/gu, text);
const denied = (text: string) =>
  text
    .replace(/(.)[不没]\1|可不可以|需不需要|有没有|(?<=有.+)没有(?=[？\s]*$)|特别|非常|别人/gu, '')
    .match(/[不没别无未]/gu)?.length ?? 0;

it('no number, name, slot or denial of a question changes, nothing comes twice, and the question itself never', () => {
  let made = 0;
  for (let seed = 0; seed < questions; seed++) {
    const question = questionOf(chance(seed));
    const topBeams = 1 + (seed % 40);
    const ways = waysOf(question, topBeams);
    made += ways.length;
    expect(ways.length).toBeLessThanOrEqual(topBeams);
    expect(new Set([question, ...ways].map(literal)).size, question).toBe(ways.length + 1);
    for (const each of ways) {
      const about = `${question} -> ${each}`;
      expect(figures(each), about).toEqual(figures(question));
      expect(sorted(/\{[^}]*\}/g, each), about).toEqual(sorted(/\{[^}]*\}/g, question));
      expect(denied(each), about).toBe(denied(question));
      expect(sorted(/明天|上午|北京|VIP|年|月/g, each), about).toEqual(sorted(/明天|上午|北京|VIP|年|月/g, question));
      expect(each, about).not.toMatch(/[\ue000-\uefff]/);
    }
  }
  expect(made).toBeGreaterThan(5 * questions);
});

it('any characters give a list, and no fault', () => {
  for (let seed = 0; seed < hard; seed++) {
    const random = chance(10_000 + seed);
    const length = random.int(0, 40);
    const text = Array.from({ length }, () =>
      random.is(0.3)
        ? random.of(signs)
        : String.fromCodePoint(random.is(0.7) ? random.int(0x4e00, 0x9fa5) : random.int(0, 0xd7ff)),
    ).join('');
    const [found] = paraphrased([text], 10);
    expect(found?.q).toBe(text);
    expect(found?.e.length).toBeLessThanOrEqual(10);
  }
});

it('a question of a thousand characters has as few candidates as keep it short work', () => {
  const long = '怎么查询话费余额，'.repeat(111);
  const [found] = paraphrased([long], 1_000);
  expect(found?.e.length).toBeLessThanOrEqual(200);
});
