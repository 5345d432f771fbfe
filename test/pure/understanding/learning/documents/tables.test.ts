// Tables and lines of questions and answers as pairs.
import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../../../../src/understanding/learning/documents/split.js';
import { chance } from '../../../../helpers/chance.js';

const pairs = (text: string): [string, string][] => splitDocument('文件', text).qa.map(({ q, a }) => [q, a]);

describe('a table with a header', () => {
  it.each([
    ['tabs', '城市\t电话\n杭州\t0571\n宁波\t0574'],
    ['bars', '| 城市 | 电话 |\n| --- | --- |\n| 杭州 | 0571 |\n| 宁波 | 0574 |'],
    ['columns of blanks', '城市    电话\n杭州    0571\n宁波    0574'],
    [
      'ruled lines',
      '+------+------+\n| 城市 | 电话 |\n|------+------|\n| 杭州 | 0571 |\n|------+------|\n| 宁波 | 0574 |\n+------+------+',
    ],
    ['drawn lines', '┌────┬────┐\n│城市│电话│\n├────┼────┤\n│杭州│0571│\n├────┼────┤\n│宁波│0574│\n└────┴────┘'],
  ])('of %s is in the answer of its section, and makes a pair of each row', (_, table) => {
    expect(pairs(`一、区号\n${table}\n\n二、邮编\n邮编见信封。`)).toEqual([
      ['区号', '城市 | 电话\n杭州 | 0571\n宁波 | 0574'],
      ['区号：杭州的电话', '0571'],
      ['区号：宁波的电话', '0574'],
      ['邮编', '邮编见信封。'],
    ]);
  });

  it('with ruled lines between its rows has rows of several lines', () => {
    const table =
      '+------+------+\n| 名称 | 说明 |\n|------+------|\n| 普通 | 三天 |\n|      | 送达 |\n|------+------|\n| 加急 | 当天 |\n|      | 送达 |\n+------+------+';
    expect(pairs(`一、快递\n${table}`).slice(1)).toEqual([
      ['快递：普通的说明', '三天送达'],
      ['快递：加急的说明', '当天送达'],
    ]);
  });
});

describe('no rows', () => {
  it.each([
    ['of a list of terms', '-a    显示全部文件\n-l    显示详细信息\n-r    倒序排列'],
    ['of a list of letters', 'b      块设备\nc      字符设备\nd      目录'],
    ['of a command', 'cat a.log | grep error | sort\ncat b.log | grep error | sort\ncat c.log | grep error | sort'],
    ['of numbers only', '2021\t35\n2022\t48\n2023\t52'],
    ['of output', 'drwxr-xr-x  2 root  4096\n-rw-r--r--  1 root  1024\n-rw-r--r--  1 root  2048'],
  ])('%s make pairs', (_, lines) => {
    expect(pairs(`一、内容\n${lines}\n\n二、其他\n没有了。`).map(([q]) => q)).toEqual(['内容', '其他']);
  });
});

describe('lines of questions and answers', () => {
  it.each([
    '问：可以刷卡吗？\n答：可以。\n问：可以退货吗？\n答：七天内可以。',
    'Q1: 可以刷卡吗？\nA1: 可以。\n\nQ2: 可以退货吗？\nA2: 七天内可以。',
    '1. 问：可以刷卡吗？\n   答：可以。\n2. 问：可以退货吗？\n   答：七天内可以。',
    '【问】可以刷卡吗？\n【答】可以。\n【问】可以退货吗？\n【答】七天内可以。',
    '可以刷卡吗？\n可以。\n\n可以退货吗？\n七天内可以。',
  ])('are pairs: %s', (text) => {
    expect(pairs(text)).toEqual([
      ['可以刷卡吗？', '可以。'],
      ['可以退货吗？', '七天内可以。'],
    ]);
  });
});

describe('any text', () => {
  const pieces =
    '第一章 |（二）|1. |1.1 |# |- |问：|答：|Q: |目录\n|。|？|，|：|\t|  |　　|| |+---+|----\n|```\n|\n|\n\n|^[1] |甲乙|丙丁戊|foo|{}|12|.......... 3|\f|\r\n|【|】|**|第 2 页\n'.split(
      '|',
    );

  it('is split without a fault', () => {
    const random = chance(20);
    for (let round = 0; round < 2_000; round++) {
      let text = '';
      for (let count = random.int(1, 60); count > 0; count--) text += random.of(pieces);
      for (const [q, a] of pairs(text)) expect(q !== '' && a !== '').toBe(true);
    }
  });

  it.each([
    '.',
    ' ',
    '。',
    '|',
    '第',
    '1.',
    '1. 甲\n',
    '目录\n甲\n',
    '目录\n',
    '# 甲\n',
    '甲  乙\n',
    '…… 1',
    '"',
    '答：',
    '[1]',
    '\t',
  ])('of %j again and again is split', (piece) => {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    for (const [q, a] of pairs(text)) expect(q !== '' && a !== '').toBe(true);
  });
});
