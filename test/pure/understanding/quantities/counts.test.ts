// Specification 3, section 2.3: SYS.number, SYS.ordinal, SYS.age, SYS.money and SYS.phone. docs/entities.md has the forms.
import { describe, expect, it } from 'vitest';
import { found } from './find.js';

const cases: Readonly<Record<string, readonly (readonly [text: string, ...expected: string[]])[]>> = {
  'SYS.number': [
    ['一百零八份', '一百零八 = 108'],
    ['两千三', '两千三 = 2300'],
    ['三点一五亿', '三点一五亿 = 315000000'],
    ['３万5', '３万5 = 35000'],
    ['卖了1,234.5吨', '1,234.5 = 1234.5'],
    ['负三十二点五', '负三十二点五 = -32.5'],
    ['百分之五到百分之十', '百分之五 = 5%', '百分之十 = 10%'],
    ['三分之二', '三分之二 = 0.666666666666667'],
    ['二又二分之一', '二又二分之一 = 2.5'],
    ['五成', '五成 = 50%'],
    ['八十多个', '八十 = 80'],
    ['叁佰贰拾', '叁佰贰拾 = 320'],
    ['兩萬個', '兩萬 = 20000'],
    ['周三十五个人来', '十五 = 15'],
    ['3亿5千万', '3亿5千万 = 350000000'],
    ['几十个, 好几百个, 数千人', '几十 = 20', '几百 = 200', '数千 = 2000'],
    ['上百人', '上百 = 100'],
    ['半打, 两打半', '半打 = 6', '两打半 = 30'],
    ['零下十五度', '零下十五 = -15'],
    ['三 百 五 十 份', '三 百 五 十 = 350'],
    ['买了俩', '俩 = 2'],
    ['我们俩'],
    ['星期几十点'],
    ['七八成', '七八成 = 70%'],
    ['3.5 million', '3.5 million = 3500000'],
    ['two thirds', 'two thirds = 0.666666666666667'],
    ['twenty five people, 35 percent', 'twenty five = 25', '35 percent = 35%'],
  ],
  'SYS.ordinal': [
    ['我排第十二名', '第十二 = 12'],
    ['the 3rd and the twenty-first', '3rd = 3', 'twenty-first = 21'],
  ],
  'SYS.age': [
    ['孩子三岁半', '三岁半 = 3.5'],
    ['我妈八十多岁', '八十多岁 = 80'],
    ['虚岁四十二', '四十二 = 42'],
    ['六个月大', '六个月大 = P6M'],
    ['三十出头', '三十出头 = 30'],
    ['价格三十出头'],
    ['我今年三十二了', '三十二 = 32'],
    ['今年三十家店'],
    ['a 6-month-old baby', '6-month-old = P6M'],
  ],
  'SYS.money': [
    ['三块五', '三块五 = 3.5 CNY'],
    ['十块八毛二', '十块八毛二 = 10.82 CNY'],
    ['人民币三千元整', '人民币三千元整 = 3000 CNY'],
    ['三到五万元', '三到五万元 = 30000/50000 CNY'],
    ['¥35.5和$20', '¥35.5 = 35.5 CNY', '$20 = 20 USD'],
    ['二十刀', '二十刀 = 20 USD'],
    ['两毛五', '两毛五 = 0.25 CNY'],
    ['百把块钱', '百把块钱 = 100 CNY'],
    ['几十块钱', '几十块钱 = 20 CNY'],
    ['新台币三千元', '新台币三千元 = 3000 TWD'],
    ['五美分', '五美分 = 0.05 USD'],
    ['两块五一斤', '两块五 = 2.5 CNY'],
    ['三块到五块', '三块到五块 = 3/5 CNY'],
    ['五百万日元零点七亿美元', '五百万日元 = 5000000 JPY', '零点七亿美元 = 70000000 USD'],
  ],
  'SYS.phone': [
    ['幺三八零零一三八零零零', '幺三八零零一三八零零零 = 13800138000'],
    ['打+86 139-1234-5678', '+86 139-1234-5678 = +8613912345678'],
    ['零幺零六二三四五六七八', '零幺零六二三四五六七八 = 01062345678'],
    ['四零零八八二三八二三', '四零零八八二三八二三 = 4008823823'],
    ['打幺零零八六', '幺零零八六 = 10086'],
    ['021-58886666转801', '021-58886666转801 = 02158886666,801'],
    ['么三八零零一三八零零零', '么三八零零一三八零零零 = 13800138000'],
    ['订单号是13800138000'],
  ],
};

describe.each(Object.entries(cases))('%s', (lexicon, rows) => {
  it.each(rows.map(([text, ...expected]) => ({ text, expected })))('finds $expected in $text', ({ text, expected }) => {
    expect(found(text, lexicon)).toEqual(expected);
  });
});

// a word from each kind of trap: idioms, names, adverbs, things that are numbered
const without = [
  ...['一心一意', '七上八下', '五花八门', '一目十行', '三天打鱼两天晒网', '乱七八糟', '一波三折', '三三两两'],
  ...['张三', '王五', '三星手机', '五一路', '四川', '五台山', '八角', '三角形', '七匹狼', '周三丰', '十堰'],
  ...['稍等一下', '一定会的', '快一点', '晚一点', '有一点贵', '万一他不在呢', '千万别挂', '同一个世界', '第一时间联系'],
  ...['第五纵队', '天天向上', '哪一天', '多少钱一个', '一个都不要', '说了一遍又一遍', '千万要记住', '七台河'],
];

describe('Words that hold numerals', () => {
  it.each(without)('give no quantity: %s', (text) => {
    for (const lexicon of ['number', 'ordinal', 'money', 'age', 'date', 'time', 'duration', 'date-duration', 'phone'])
      expect(found(text, `SYS.${lexicon}`)).toEqual([]);
  });

  it.each(['三号楼', '五号线', '人民路五号', '第三号'])('are no dates where they number a thing: %s', (text) => {
    expect(found(text, 'SYS.date')).toEqual([]);
  });
});
