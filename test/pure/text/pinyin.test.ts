// Specification 2, section 2.3 (outputPinyin): tonal syllables with digits, polyphones by their context.
import { describe, expect, it } from 'vitest';
import { readTexts } from '../../../src/text/pinyin.js';
import { finish, heard } from '../../helpers/audio/heard.js';

const cases: [text: string, pinyin: string][] = [
  ['重庆', 'chong2 qing4'],
  ['重要', 'zhong4 yao4'],
  ['银行行长', 'yin2 hang2 hang2 zhang3'],
  ['步行', 'bu4 xing2'],
  ['长大', 'zhang3 da4'],
  ['长度', 'chang2 du4'],
  ['处长', 'chu4 zhang3'],
  ['长得高', 'zhang3 de5 gao1'],
  ['还没有', 'hai2 mei2 you3'],
  ['还没还钱', 'hai2 mei2 huan2 qian2'],
  ['还书', 'huan2 shu1'],
  ['了解', 'liao3 jie3'],
  ['吃不了', 'chi1 bu4 liao3'],
  ['好了', 'hao3 le5'],
  ['觉得', 'jue2 de5'],
  ['得到', 'de2 dao4'],
  ['跑得快', 'pao3 de5 kuai4'],
  ['我得去', 'wo3 dei3 qu4'],
  ['他得了奖', 'ta1 de2 le5 jiang3'],
  ['慢慢地走', 'man4 man4 de5 zou3'],
  ['高兴地笑', 'gao1 xing4 de5 xiao4'],
  ['地方', 'di4 fang1'],
  ['目的地', 'mu4 di4 di4'],
  ['我们的', 'wo3 men5 de5'],
  ['看着', 'kan4 zhe5'],
  ['睡着了', 'shui4 zhao2 le5'],
  ['着火', 'zhao2 huo3'],
  ['差不多', 'cha4 bu4 duo1'],
  ['出差', 'chu1 chai1'],
  ['差异', 'cha1 yi4'],
  ['数学', 'shu4 xue2'],
  ['数一数', 'shu3 yi1 shu3'],
  ['数数', 'shu3 shu3'],
  ['便宜', 'pian2 yi5'],
  ['方便', 'fang1 bian4'],
  ['发展', 'fa1 zhan3'],
  ['音乐', 'yin1 yue4'],
  ['快乐', 'kuai4 le4'],
  ['调查', 'diao4 cha2'],
  ['调整', 'tiao2 zheng3'],
  ['空调', 'kong1 tiao2'],
  ['有空', 'you3 kong4'],
  ['教书', 'jiao1 shu1'],
  ['教育', 'jiao4 yu4'],
  ['睡觉', 'shui4 jiao4'],
  ['参加', 'can1 jia1'],
  ['人参', 'ren2 shen1'],
  ['都是', 'dou1 shi4'],
  ['首都', 'shou3 du1'],
  ['中奖', 'zhong4 jiang3'],
  ['种树', 'zhong4 shu4'],
  ['种类', 'zhong3 lei4'],
  ['爱好', 'ai4 hao4'],
  ['角色', 'jue2 se4'],
  ['角度', 'jiao3 du4'],
  ['只有一只', 'zhi3 you3 yi1 zhi1'],
  ['心脏', 'xin1 zang4'],
  ['朝鲜', 'chao2 xian3'],
  ['西藏', 'xi1 zang4'],
  ['效率', 'xiao4 lv4'],
  ['绿色', 'lv4 se4'],
  ['女儿', 'nv3 er2'],
  ['为什么', 'wei4 shen2 me5'],
  ['成为', 'cheng2 wei2'],
  ['因为', 'yin1 wei4'],
  ['不是', 'bu4 shi4'],
  ['一个', 'yi1 ge4'],
  ['你好吗', 'ni3 hao3 ma5'],
  ['处理', 'chu3 li3'],
  ['到处', 'dao4 chu4'],
  ['曾经', 'ceng2 jing1'],
  ['模样', 'mu2 yang4'],
  ['答应', 'da1 ying5'],
  ['堵塞', 'du3 se4'],
];

describe('outputPinyin', () => {
  it.each(cases)('reads %s as %s', (text, syllables) => {
    expect(readTexts([...text]).join(' ')).toBe(syllables);
  });

  it('gives every character one syllable with a tone digit of 1 to 5', () => {
    const text = '我的号码是重庆银行的行长慢慢地走了一会儿吗';
    for (const syllable of readTexts([...text])) expect(syllable).toMatch(/^[a-z]+[1-5]$/);
  });

  it('leaves letters and digits as they are', () => {
    expect(readTexts(['G', '好', '5G', '网'])).toEqual(['G', 'hao3', '5G', 'wang3']);
  });

  it('is in the sentence and in every word', () => {
    const { pinyin, words } = finish('重庆 银行', { outputPinyin: true });
    expect(pinyin).toBe('chong2 qing4 yin2 hang2');
    expect(words.map((word) => word.pinyin)).toEqual(['chong2 qing4', 'yin2 hang2']);
  });

  it('is absent when it is not asked for', () => {
    const { pinyin, words } = finish('重庆');
    expect([pinyin, words[0]?.pinyin]).toEqual([undefined, undefined]);
  });

  it('is what the recogniser heard, where that is known', () => {
    const words = heard('还 书').map((word, at) => ({ ...word, readings: [['hai2'], ['shu1']][at] ?? [] }));
    expect(finish(words, { outputPinyin: true }).pinyin).toBe('hai2 shu1');
  });

  it('is the spoken syllables of a number that is written in figures', () => {
    const { pinyin, words } = finish('百分之五十', { outputPinyin: true, digitNorm: true });
    expect(pinyin).toBe('bai3 fen1 zhi1 wu3 shi2');
    expect(words.map((word) => `${word.text} ${word.pinyin}`)).toEqual(['% bai3 fen1 zhi1', '50 wu3 shi2']);
  });

  it('is without what smoothing drops', () => {
    expect(finish('嗯 你好', { outputPinyin: true, textSmooth: true }).pinyin).toBe('ni3 hao3');
  });
});
