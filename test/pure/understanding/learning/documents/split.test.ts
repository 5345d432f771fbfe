// Documents as pairs of question and answer (specification 3, section 4.2, doc_to_qa).
import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../../../../src/understanding/learning/documents/split.js';
import { chance } from '../../../../helpers/chance.js';

/** The pairs as [question, answer]. */
const pairs = (...lines: string[]): [string, string][] =>
  splitDocument('文档.txt', lines.join('\n')).qa.map(({ q, a }) => [q, a]);
const questions = (...lines: string[]): string[] => pairs(...lines).map(([q]) => q);

describe('a numbered heading', () => {
  it.each([
    ['第一章 总则', '第二章 附则'],
    ['第1节　总则', '第2节　附则'],
    ['一、总则', '二、附则'],
    ['（一）总则', '（二）附则'],
    ['(一) 总则', '(二) 附则'],
    ['1. 总则', '2. 附则'],
    ['1、总则', '2、附则'],
    ['1．总则', '2．附则'],
    ['1 总则', '2 附则'],
    ['1.1 总则', '1.2 附则'],
    ['1.1总则', '1.2附则'],
    ['2.1.1 总则', '2.1.2 附则'],
    ['（1）总则', '（2）附则'],
    ['1) 总则', '2) 附则'],
    ['① 总则', '② 附则'],
    ['# 总则', '# 附则'],
    ['## 1. 总则', '## 2. 附则'],
    ['**一、总则**', '**二、附则**'],
    ['总则\n====', '附则\n===='],
    ['【总则】', '【附则】'],
    ['Chapter 1 总则', 'Chapter 2 附则'],
  ])('%j begins a section', (one, other) => {
    const found = pairs('开头的一行文字。', one, '本条例适用于全市。', other, '本条例自公布之日起施行。');
    expect(found).toEqual([
      ['总则', '本条例适用于全市。'],
      ['附则', '本条例自公布之日起施行。'],
    ]);
  });

  it('of an article is asked for by its chapter and number', () => {
    expect(
      pairs('第一章　总　则', '第一条　为了加强管理，制定本办法。', '第二条（适用范围）　本办法适用于全市。'),
    ).toEqual([
      ['总则第一条', '为了加强管理，制定本办法。'],
      ['总则的适用范围', '本办法适用于全市。'],
    ]);
  });

  it('is no reference to another article', () => {
    const [[, answer] = ['', '']] = pairs('第一条 退票须持原票。', '第三条规定的人员除外。', '第二条 改签免费。');
    expect(answer).toBe('退票须持原票。\n第三条规定的人员除外。');
  });

  it.each([
    '2021年起夏季时间另行通知。',
    '3.5元的餐补按日发放。',
    '10%的员工可以申请。',
    '1.5米以下儿童免票。',
    '12点以后不得入内。',
  ])('is not the sentence %s', (sentence) => {
    expect(pairs('1. 时间', '每天九点。', '2. 地点', '在二楼。', sentence)).toEqual([
      ['时间', '每天九点。'],
      ['地点', `在二楼。\n${sentence}`],
    ]);
  });

  it('may be followed by its text on the same line', () => {
    expect(pairs('一、目的：为了规范公司的考勤管理。', '二、范围：适用于全体在职员工。')).toEqual([
      ['目的', '为了规范公司的考勤管理。'],
      ['范围', '适用于全体在职员工。'],
    ]);
  });
});

describe('a list', () => {
  it('of numbered lines belongs to the section around it', () => {
    expect(pairs('办理退票', '', '办理时需要携带：', '1、身份证', '2、车票', '3、银行卡', '以上均需原件。')).toEqual([
      ['办理退票', '办理时需要携带：\n1、身份证\n2、车票\n3、银行卡\n以上均需原件。'],
    ]);
  });

  it('of sentences belongs to the section around it', () => {
    const list = ['（一）遵守法律；', '（二）保守秘密；', '（三）爱护财物。'];
    expect(pairs('一、义务', '员工应当：', ...list, '二、权利', '员工有权休假。')).toEqual([
      ['义务', ['员工应当：', ...list].join('\n')],
      ['权利', '员工有权休假。'],
    ]);
  });
});

describe('headings inside headings', () => {
  const document = [
    '租车手册',
    '第一章 取车',
    '取车前请阅读本章。',
    '一、证件',
    '请带身份证和驾驶证。',
    '二、验车',
    '1. 外观',
    '请检查车身划痕。',
    '2. 油量',
    '请拍照记录油表。',
    '第二章 还车',
    '一、时间',
    '请准时还车。',
  ];

  it('give each section its own text without that of its sub-sections', () => {
    expect(pairs(...document)).toEqual([
      ['租车手册的取车', '取车前请阅读本章。'],
      ['取车的证件', '请带身份证和驾驶证。'],
      ['验车的外观', '请检查车身划痕。'],
      ['验车的油量', '请拍照记录油表。'],
      ['还车的时间', '请准时还车。'],
    ]);
  });

  it('are named further up where two sections would have the same question', () => {
    const twice = ['第一章 取车', '一、门店', '1. 时间', '九点以后。', '2. 地点', '市区。'];
    expect(questions(...twice, '第二章 还车', '一、门店', '1. 时间', '八点以前。', '2. 地点', '机场。')).toEqual([
      '门店的时间',
      '门店的地点',
      '还车 门店的时间',
      '还车 门店的地点',
    ]);
  });

  it('stay as they are where they ask', () => {
    const found = questions('退票', '', '退票的手续费是多少', '票价的百分之五。', '', '如何退票？', '在窗口办理即可。');
    expect(found).toEqual(['退票的手续费是多少', '如何退票？']);
  });
});

describe('a heading without a number', () => {
  it('is a short line above text', () => {
    expect(
      pairs('营业时间', '每天早上九点到晚上八点，节假日不休息。', '', '停车', '商场地下二层有停车场，前两小时免费。'),
    ).toEqual([
      ['营业时间', '每天早上九点到晚上八点，节假日不休息。'],
      ['停车', '商场地下二层有停车场，前两小时免费。'],
    ]);
  });

  it('is no signature, date or line that a list follows', () => {
    const found = questions(
      '请假制度',
      '',
      '请假须提前申请。',
      '应写明以下内容：',
      '姓名',
      '日期',
      '',
      '人事部',
      '2021年3月1日',
    );
    expect(found).toEqual(['请假制度']);
  });
});

describe('questions that a document answers itself', () => {
  it.each([
    ['问：怎么激活？', '答：拨打客服电话。'],
    ['Q: 怎么激活？', 'A: 拨打客服电话。'],
    ['Q1：怎么激活？', 'A1：拨打客服电话。'],
    ['【问】怎么激活？', '【答】拨打客服电话。'],
    ['1、问：怎么激活？', '答：拨打客服电话。'],
    ['问题1：怎么激活？', '回答：拨打客服电话。'],
    ['怎么激活？', '拨打客服电话。'],
    ['问：怎么激活？ 答：拨打客服电话。', ''],
  ])('%s %s', (question, answer) => {
    expect(pairs(question, answer, '', '问：年费多少？', '答：首年免费。', '第二年起两百元。')).toEqual([
      ['怎么激活？', '拨打客服电话。'],
      ['年费多少？', '首年免费。\n第二年起两百元。'],
    ]);
  });
});

describe('a table', () => {
  it.each([
    ['tabs', ['车型\t日租金', '经济型\t150元', '豪华型\t600元']],
    ['bars', ['| 车型 | 日租金 |', '|---|---|', '| 经济型 | 150元 |', '| 豪华型 | 600元 |']],
    ['columns', ['车型      日租金', '经济型    150元', '豪华型    600元']],
  ])('between %s gives a pair for each row, by the header and the first cell', (_, rows) => {
    expect(pairs('费用', '', '费用如下表所示。', ...rows).slice(1)).toEqual([
      ['费用：经济型的日租金', '150元'],
      ['费用：豪华型的日租金', '600元'],
    ]);
  });

  it('of several columns says which cell is what', () => {
    const rows = ['序号\t车型\t租金\t押金', '1\t经济型\t150元\t3000元', '2\t豪华型\t600元\t1万元'];
    expect(pairs('费用', '', ...rows).at(-1)).toEqual(['费用：豪华型的租金、押金', '租金：600元；押金：1万元']);
  });
});

describe('what is no text of the document', () => {
  it('is left out: tables of contents, page numbers, headers and footers', () => {
    const found = pairs(
      ...['目　录', '第一章 总则……………1', '第二章 附则……………9', '', '某公司员工手册', '第一章 总则'],
      ...['本手册适用于公司全体员工，包括正式员工和在试用期之内的', '某公司员工手册', '- 1 -', '员工。'],
      ...['某公司员工手册', '- 2 -', '第二章 附则', '本手册由人事部解释。'],
    );
    expect(found.map(([, answer]) => answer).join('|')).not.toMatch(/某公司员工手册|- \d|…/);
    expect(found.map(([question]) => question)).toEqual(['总则', '附则']);
  });

  it('is left out: a table of contents without leaders whose lines come again', () => {
    const found = pairs('目录', '1 安装\t2', '2 维护\t5', '', '1 安装', '请平放。', '2 维护', '请擦拭。');
    expect(found).toEqual([
      ['安装', '请平放。'],
      ['维护', '请擦拭。'],
    ]);
  });

  it('joins lines that were cut at a width, also where they begin with a number', () => {
    const cut = [
      '一、运行环境',
      `${'服务器要求内存较大'.repeat(4)}不低于`,
      `${'16以上的处理器核数'.repeat(4)}不少于`,
      `${'8核并且网络带宽高'.repeat(4)}不低于`,
      '100兆。',
    ];
    const [[question, answer] = ['', '']] = pairs(...cut, '二、其他', '无。');
    expect(question).toBe('运行环境');
    expect(answer.split('\n')).toHaveLength(1);
  });

  it.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['line separators', '\u2028'],
  ])('reads lines that end with %s, and a byte order mark', (_, end) => {
    const text = ['\ufeff一、总则', '　　适用于全市。', '二、附则', '　　即日起施行。', ''].join(end);
    expect(splitDocument('a', text).qa).toEqual([
      { q: '总则', a: '适用于全市。' },
      { q: '附则', a: '即日起施行。' },
    ]);
  });
});

describe('any text', () => {
  it('gives pairs that are not empty, and no fault', () => {
    const pieces = [
      ...[
        '第一章',
        '第',
        '条',
        '一、',
        '（一）',
        '1.',
        '1.1',
        '(2)',
        '①',
        '#',
        '|',
        '\t',
        '  ',
        '　',
        '\n',
        '\r\n',
        '\n\n',
      ],
      ...[
        '问：',
        '答：',
        'Q:',
        '？',
        '。',
        '：',
        '目录',
        '……',
        '12',
        '- 3 -',
        '标题',
        '正文在这里',
        '===',
        '---',
        '**',
        '【',
        '】',
      ],
      ...['Chapter 1', 'a', '\0', '\ud83d', '\f', '9999999999', '2021年', '：\n'],
    ];
    const random = chance(7);
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: random.int(1, 60) }, () => random.of(pieces)).join('');
      for (const { q, a } of splitDocument('x', text).qa) {
        expect(q.trim(), JSON.stringify(text)).not.toBe('');
        expect(a.trim(), JSON.stringify(text)).not.toBe('');
      }
    }
  });

  it.each([
    ['one line', '好'.repeat(300_000)],
    ['dots', '.'.repeat(300_000)],
    ['blanks', `a${' '.repeat(300_000)}b`],
    ['short lines of blanks', `a${' '.repeat(400)}b\n`.repeat(700)],
    ['bars', '|'.repeat(300_000)],
    ['questions', '问：什么？答：'.repeat(40_000)],
    ['numbers', '1.'.repeat(150_000)],
    ['headings', '第一章 总则\n'.repeat(30_000)],
    ['stars', '*'.repeat(300_000)],
    ['nesting', Array.from({ length: 20_000 }, (_, at) => `1${'.1'.repeat(at % 6)} 标题`).join('\n')],
  ])('of 300 kB of nothing but %s is read in time', (_, text) => {
    expect(splitDocument('x', text).doc).toBe('x');
  });
});
