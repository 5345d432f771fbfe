// Mixed text, English, punctuation (puncMode), width, marks and what cannot be spoken.
import { describe, expect, it } from 'vitest';
import { consonants, finals, type Phone, vowels } from '../../../src/protocol/engine/synthesis.js';
import { inMandarin } from '../../../src/text/in-mandarin.js';
import { commonWords } from '../../../src/tts/english/common-words.js';
import { furtherWordsToL } from '../../../src/tts/english/lexicon-a-l.js';
import { furtherWordsFromM } from '../../../src/tts/english/lexicon-m-z.js';
import { asGrouped, asSpoken, asWritten, sentencesOf } from '../../helpers/audio/spoken.js';

const listed = [commonWords, furtherWordsToL, furtherWordsFromM].flatMap((words) => words.trim().split(/[;\n]\s*/));

describe('groups and boundaries', () => {
  it.each([
    ['您好，请问有什么可以帮您？', 'nin2-hao3, qing3-wen4 you3-shen2-me5 ke2-yi3 bang1-nin2.'],
    [
      '您的验证码是8812，请勿告诉他人。',
      'nin2-de5 yan4-zheng4-ma3-shi4 ba1-ba1 yao1-er4, qing3-wu4 gao4-su5 ta1-ren2.',
    ],
    ['感谢您的来电，祝您生活愉快！', 'gan3-xie4 nin2-de5 lai2-dian4, zhu4-nin2 sheng1-huo2 yu2-kuai4.'],
    ['苹果、梨和香蕉', 'ping2-guo3 / li2-he2 xiang1-jiao1.'],
    ['京A·12345', 'jing1 A / yao1-er4 san1-si4-wu3.'],
    ['《红楼梦》的作者', 'hong2-lou2 meng4 de5 zuo4-zhe3.'],
  ])('parts %s as %s', (text, said) => {
    expect(asGrouped(text)).toBe(said);
  });

  it('takes a breath in a long clause, never inside a number', () => {
    const said = asGrouped('这个问题我需要先问一下我们领导然后再给您回电话');
    expect(said.split(' / ').length).toBeGreaterThan(1);
    expect(asGrouped('共计一亿二千三百四十五万六千七百八十九')).not.toContain('/');
  });
});

describe('mixed text', () => {
  it.each([
    ['我的iPhone没电了', 'wo3 de5 iphone mei2 dian4 le5'],
    ['请下载APP', 'qing3 xia4 zai4 app'],
    ['连接WiFi', 'lian2 jie1 wifi'],
    ['连接WIFI', 'lian2 jie1 wifi'],
    ['今年GDP增长', 'jin1 nian2 G D P zeng1 zhang3'],
    ['办理ETC业务', 'ban4 li3 E T C ye4 wu4'],
    ['用USB线', 'yong4 U S B xian4'],
    ['SIM卡', 'sim ka3'],
    ['VIP客户', 'V I P ke4 hu4'],
    ['OpenAI公司', 'open A I gong1 si1'],
    ['WeChat支付', 'wechat zhi1 fu4'],
    ['B超', 'B chao1'],
    ['卡拉OK', 'ka3 la1 O K'],
    ['T恤', 'T xu4'],
    ['hello你好', 'hello ni2 hao3'],
    ['ＡＢＣ１２３', 'A B C yi1 er4 san1'],
    ['１２个', 'shi2 er4 ge4'],
    ['１０：３０', 'shi2 dian3 san1 shi2 fen1'],
    ['５０％', 'bai3 fen1 zhi1 wu3 shi2'],
    ['Ⅱ型', 'er4 xing2'],
    ['③', 'san1'],
    ['㎏', 'K G'],
    ['café', 'cafe'],
    ['π约等于3.14', 'pi yue1 deng3 yu2 san1 dian3 yi1 si4'],
    ['二〇二六年', 'er4 ling2 er4 liu4 nian2'],
  ])('says %s as %s', (text, said) => {
    expect(asSpoken(text)).toBe(said);
  });
});

describe('punctuation that is spoken (puncMode)', () => {
  it.each([
    ['你好，世界。', '你好逗号世界句号'],
    ['真的？', '真的问号'],
    ['好！', '好感叹号'],
    ['甲、乙；丙：丁', '甲顿号乙分号丙冒号丁'],
    ['《书》', '左书名号书右书名号'],
    ['（注）', '左括号注右括号'],
    ['等等……', '等等省略号'],
    ['他说“好”', '他说左引号好右引号'],
    ['3.14，12%', '三点一四逗号百分之十二'],
  ])('says %s as %s', (text, said) => {
    expect(asWritten(text, { speakPunctuation: true })).toBe(said);
  });

  it('names the marks in English for English text', () => {
    expect(asWritten('Yes, sir.', { language: 'en', speakPunctuation: true })).toBe('Yes comma sir period');
  });

  it('is silent when it is off', () => {
    expect(asWritten('你好，世界。')).toBe('你好世界');
  });
});

describe('English', () => {
  it.each([
    ['I have 3 apples', 'I have three apples'],
    ['Your balance is $1,234.50', 'Your balance is one thousand two hundred thirty four dollars and fifty cents'],
    ['It costs $1', 'It costs one dollar'],
    ['at 10:30', 'at ten thirty'],
    ['at 8:05', 'at eight oh five'],
    ['at 9:00', "at nine o'clock"],
    ['in 1999', 'in nineteen ninety nine'],
    ['in 2026', 'in twenty twenty six'],
    ['since 2005', 'since two thousand five'],
    ['on 2026-11-21', 'on november twenty first twenty twenty six'],
    ['the 2nd and 21st', 'the second and twenty first'],
    ['25%', 'twenty five percent'],
    ['5km', 'five kilometers'],
    ['-3', 'minus three'],
    ['3.14', 'three point one four'],
    ['1,000,000', 'one million'],
    ['call 555-123-4567', 'call five five five|one two three|four five six seven'],
    ['code 8812', 'code eight eight one two'],
    ['pages 10-20', 'pages ten to twenty'],
    ['a@b.com', 'A at B dot com'],
    ['R&D', 'R and D'],
  ])('reads %s as %s', (text, said) => {
    expect(asWritten(text, { language: 'en' })).toBe(said);
  });

  it('reads digits one by one or as numbers where digitMode says always', () => {
    expect(asWritten('room 123', { language: 'en', digitMode: 2 })).toBe('room one two three');
    expect(asWritten('code 123', { language: 'en', digitMode: 3 })).toBe('code one hundred twenty three');
    expect(asWritten('item 123', { language: 'en', digitMode: 1 })).toBe('item one two three');
  });

  it('reads a sentence of English words in English for a Mandarin voice too', () => {
    expect(asWritten('I have 3 apples')).toBe('I have three apples');
  });

  it.each([
    ['hello', 'HH AH0 L OW1'],
    ['orders', 'AO1 R D ER0 Z'],
    ['called', 'K AO1 L D'],
    ['calling', 'K AO1 L IH0 NG'],
    ['stopped', 'S T AA1 P T'],
    ['boxes', 'B AA1 K S IH0 Z'],
    ['station', 'S T EY1 SH AH0 N'],
    ['nation', 'N EY1 SH AH0 N'],
    ['cake', 'K EY1 K'],
    ['light', 'L AY1 T'],
    ['knee', 'N IY1'],
    ['phone', 'F OW1 N'],
    ['queen', 'K W IY1 N'],
    ['bridge', 'B R IH1 JH'],
    ['match', 'M AE1 CH'],
    ['string', 'S T R IH1 NG'],
    ['boat', 'B OW1 T'],
    ['cow', 'K AW1'],
    ['boil', 'B OY1 L'],
    ['famous', 'F EY1 M AH0 S'],
    ['rhythm', 'R IH1 TH M'],
    ['bent', 'B EH1 N T'],
    ['dent', 'D EH1 N T'],
    ['garment', 'G AA1 R M AH0 N T'],
    ['spark', 'S P AA1 R K'],
    ['clinging', 'K L IH1 NG IH0 NG'],
    ['dunk', 'D AH1 NG K'],
    ['cared', 'K EH1 R D'],
    ['finally', 'F AY1 N AH0 L IY0'],
  ])('sounds %s out as %s', (word, phones) => {
    const [token] = sentencesOf(word, { language: 'en' })[0]?.tokens ?? [];
    expect(token?.kind === 'english' && token.phones.join(' ')).toBe(phones);
  });

  it('lists each word once', () => {
    const words = listed.map((entry) => entry.slice(0, entry.indexOf('=')));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it('has only phones of the inventory in its word list, with at most one main stress a word', () => {
    const known = new Set<string>([...consonants, ...vowels.flatMap((each) => [`${each}0`, `${each}1`, `${each}2`])]);
    for (const entry of listed) {
      const phones = entry.slice(entry.indexOf('=') + 1).split(' ');
      expect(
        phones.filter((phone) => !known.has(phone)),
        entry,
      ).toEqual([]);
      expect(phones.filter((phone) => phone.endsWith('1')).length, entry).toBeLessThanOrEqual(1);
    }
  });
});

describe('English for a voice that knows only Mandarin', () => {
  const nearest = (text: string): string =>
    sentencesOf(text)
      .flatMap(({ tokens }) => tokens)
      .flatMap((token) => (token.kind === 'english' ? inMandarin(token) : []))
      .map(({ initial, final, tone }) => `${initial}${final}${tone}`)
      .join(' ');

  it.each([
    ['K', 'kei4'],
    ['W', 'da2 bu5 liu5'],
    ['coffee', 'kao1 fei4'],
    ['hello', 'ha4 lou1'],
    ['bank', 'ban1 ke5'],
  ])('says %s as %s', (text, said) => {
    expect(nearest(text)).toBe(said);
  });

  it('has syllables of the inventory for every listed word', () => {
    for (const entry of listed) {
      const [text = '', phones = ''] = entry.split('=');
      const token = { kind: 'english', text, phones: phones.split(' '), isLetter: false, start: 0, end: 1 } as const;
      const said = inMandarin({ ...token, phones: token.phones as Phone[], boundary: 'word' });
      expect(said.length, entry).toBeGreaterThan(0);
      for (const { final } of said) expect(finals).toContain(final);
      expect(said.at(-1)?.boundary).toBe('word');
    }
  });
});

describe('what cannot be spoken', () => {
  it('leaves emoji and other scripts out and counts them', () => {
    const [sentence] = sentencesOf('好😀的，Привет！');
    expect(sentence?.skipped).toBe(7);
    expect(asSpoken('好😀的')).toBe('hao3 de5');
  });

  it('joins what stands around a character without width', () => {
    expect(asSpoken('银\u200b行')).toBe('yin2 hang2');
  });

  it.each(['', ' ', '😀😀', 'Привет', '，。！', '\ud800'])(
    'refuses %j: contains nothing that can be spoken',
    (text) => {
      expect(() => sentencesOf(text)).toThrow(/text: contains nothing that can be spoken/);
    },
  );

  it('goes on after a part that cannot be spoken', () => {
    expect(sentencesOf('😀。你好。').map(({ tokens }) => tokens.length)).toEqual([0, 2]);
  });
});
