// Which lines of a document are headings, and what each section says.
import { describe, expect, it } from 'vitest';
import { splitDocument } from '../../../../../src/understanding/learning/documents/split.js';

const pairs = (text: string): [string, string][] => splitDocument('文件', text).qa.map(({ q, a }) => [q, a]);
const questions = (text: string): string[] => pairs(text).map(([q]) => q);

describe('numbers', () => {
  it.each([
    ['chapters', '第一章 开户\n带上证件到柜台办理。\n第二章 销户\n余额取出后才能销户。'],
    ['Han numbers', '一、开户\n带上证件到柜台办理。\n二、销户\n余额取出后才能销户。'],
    ['Han numbers in brackets', '（一）开户\n带上证件到柜台办理。\n（二）销户\n余额取出后才能销户。'],
    ['digits', '1. 开户\n带上证件到柜台办理。\n2. 销户\n余额取出后才能销户。'],
    ['a mark of Markdown', '# 开户\n带上证件到柜台办理。\n# 销户\n余额取出后才能销户。'],
    ['underlines', '开户\n----\n带上证件到柜台办理。\n\n销户\n----\n余额取出后才能销户。'],
    ['brackets', '业务说明\n\n【开户】\n带上证件到柜台办理。\n\n【销户】\n余额取出后才能销户。'],
    ['bold print', '业务说明\n\n**开户**\n\n带上证件到柜台办理。\n\n**销户**\n\n余额取出后才能销户。'],
  ])('%s begin sections', (_, text) => {
    const found = pairs(text);
    expect(found.map(([, a]) => a)).toEqual(['带上证件到柜台办理。', '余额取出后才能销户。']);
    expect(found[0]?.[0]).toMatch(/开户$/);
    expect(found[1]?.[0]).toMatch(/销户$/);
  });

  it('of several levels put a heading below those around it', () => {
    const text = '1 套餐\n1.1 资费\n每月三十元。\n1.2 流量\n每月十吉。\n2 宽带\n2.1 资费\n每月六十元。';
    expect(pairs(text)).toEqual([
      ['套餐的资费', '每月三十元。'],
      ['套餐的流量', '每月十吉。'],
      ['宽带的资费', '每月六十元。'],
    ]);
  });

  it('may stand close to their titles where deeper numbers agree with them', () => {
    const text =
      '1概述\n1.1背景\n系统用了十年。\n1.2目标\n换成新的系统。\n2安装\n2.1准备\n备好安装盘。\n3天后可以使用。';
    expect(pairs(text)).toEqual([
      ['概述的背景', '系统用了十年。'],
      ['概述的目标', '换成新的系统。'],
      ['安装的准备', '备好安装盘。\n3天后可以使用。'],
    ]);
  });

  it('of an appendix have a letter', () => {
    const text =
      '第 1 章 总述\n\n说明全书。\n\n附录 A. 词汇\n\nA.1. 缩写\n\n缩写按字母排列。\n\nA.2. 译名\n\n译名按拼音排列。';
    expect(questions(text)).toEqual(['总述', '词汇的缩写', '词汇的译名']);
  });

  it('that do not go up by one are of lines that speak of chapters', () => {
    const text =
      '1 目的\n写明要求。\n2 参阅\n先读下面几章：\n第 4 章 登记\n第 2 章 领取\n第 9 章 归还\n3 责任\n由各部门承担。';
    expect(pairs(text)).toEqual([
      ['目的', '写明要求。'],
      ['参阅', '先读下面几章：\n第 4 章 登记\n第 2 章 领取\n第 9 章 归还'],
      ['责任', '由各部门承担。'],
    ]);
  });

  it('of steps and items are no headings', () => {
    const text = '一、开机\n按下面做：\n1. 接上电源\n2. 长按开关\n3. 等待提示音\n二、关机\n长按开关三秒。';
    expect(pairs(text)).toEqual([
      ['开机', '按下面做：\n1. 接上电源\n2. 长按开关\n3. 等待提示音'],
      ['关机', '长按开关三秒。'],
    ]);
  });

  it('of articles are the question where an article has no title', () => {
    const text =
      '　　　　第一章　总　则\n　　第一条　为了管好仓库，制定本办法。\n　　第二条（范围）　本办法适用于全部仓库。';
    expect(pairs(text)).toEqual([
      ['总则第一条', '为了管好仓库，制定本办法。'],
      ['总则的范围', '本办法适用于全部仓库。'],
    ]);
  });
});

describe('a title', () => {
  it.each([
    '电池没电了，还能开门吗？',
    '门锁提示“请重试”。这是为什么？',
    '为什么我的门锁总是报警？我明明没有碰它！',
    '“童锁”是什么意思？',
    '我换了手机、换了号码；原来的钥匙还能用吗？',
  ])('may be a whole sentence that asks: %s', (title) => {
    const text = `1. 怎样开门？\n用指纹或者密码。\n2. ${title}\n请看说明书。\n3. 怎样关门？\n拉上就行。`;
    expect(pairs(text)).toEqual([
      ['怎样开门？', '用指纹或者密码。'],
      [title, '请看说明书。'],
      ['怎样关门？', '拉上就行。'],
    ]);
  });

  it('that was cut in two is one', () => {
    const text = [
      '1.1 客户在外地出差期间遗失了储蓄卡，并且身边没有带身份证件，应该怎样办',
      '理临时挂失？',
      '',
      '请拨打客服电话，按语音提示选择挂失，并回答客服人员提出的身份核实问题。核',
      '实通过以后，临时挂失立即生效，有效期为五天。',
      '',
      '1.2 解除挂失需要带什么？',
      '',
      '请带身份证件和储蓄卡，到任何一个网点的柜台办理解除挂失的手续，当天就可以',
      '恢复使用。',
    ].join('\n');
    expect(pairs(text)).toEqual([
      [
        '客户在外地出差期间遗失了储蓄卡，并且身边没有带身份证件，应该怎样办理临时挂失？',
        '请拨打客服电话，按语音提示选择挂失，并回答客服人员提出的身份核实问题。核实通过以后，临时挂失立即生效，有效期为五天。',
      ],
      ['解除挂失需要带什么？', '请带身份证件和储蓄卡，到任何一个网点的柜台办理解除挂失的手续，当天就可以恢复使用。'],
    ]);
  });

  it('without a number stands above text', () => {
    const text =
      '扫地机器人使用指南\n\n首次充电\n请先充满电再使用，大约需要五个小时。\n\n清理尘盒\n每周清理一次，用清水冲洗后晾干。';
    expect(pairs(text)).toEqual([
      ['扫地机器人使用指南的首次充电', '请先充满电再使用，大约需要五个小时。'],
      ['扫地机器人使用指南的清理尘盒', '每周清理一次，用清水冲洗后晾干。'],
    ]);
  });

  it('is no note beside the text', () => {
    const text =
      '一、加热\n放入微波炉，加热两分钟。\n\n注意\n\n容器会很烫，请戴上手套再拿。\n\n二、保存\n放入冰箱，三天内吃完。';
    expect(questions(text)).toEqual(['加热', '保存']);
  });

  it('is no term of a list where numbers mark the headings', () => {
    const sections = ['连接', '断开', '查询', '升级', '重置'].map(
      (name, at) => `${at + 1}. 如何${name}？\n按${name}键。`,
    );
    const text = `${sections.join('\n\n')}\n\n6. 有哪些命令？\n下面是命令：\n\nstart\n让设备开始工作，要等几秒钟。\n\nstop\n让设备停下来，不会丢失数据。`;
    expect(pairs(text).at(-1)).toEqual([
      '有哪些命令？',
      '下面是命令：\nstart\n让设备开始工作，要等几秒钟。\nstop\n让设备停下来，不会丢失数据。',
    ]);
    expect(pairs(text)).toHaveLength(6);
  });
});

describe('the place of lines', () => {
  const text = [
    '1. 会议室',
    '',
    '    会议室须提前一天预订。',
    '',
    '    1. 打开预订系统',
    '    2. 选择时间',
    '',
    '    提示',
    '',
    '    周一上午最忙，请尽早预订。',
    '',
    '2. 用车，以及司机',
    '',
    '    用车须经部门负责人同意。',
    '',
    '联系人',
    '',
    '    行政部，分机八〇一。',
  ].join('\n');

  it('tells headings, which stand left of the text', () => {
    expect(questions(text)).toEqual(['会议室', '用车，以及司机', '联系人']);
  });

  it('keeps what stands where the text stands in its section', () => {
    expect(pairs(text)[0]?.[1]).toBe(
      '会议室须提前一天预订。\n1. 打开预订系统\n2. 选择时间\n提示\n周一上午最忙，请尽早预订。',
    );
  });
});
