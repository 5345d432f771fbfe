// Specification 1, sections 2.4, 2.5 and 8: the grammars of hotword and sensitive-word lists.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHotwords } from '../../../src/text/word-lists/hotwords.js';
import { parseSensitiveWords } from '../../../src/text/word-lists/sensitive.js';

const read = (content: string | Uint8Array, ignoreTone = false) => parseHotwords(content, { ignoreTone });
const rulesOf = (content: string) => read(content).rules;
const faultsOf = (content: string | Uint8Array) =>
  read(content)
    .diagnostics.filter(({ severity }) => severity === 'fault')
    .map(({ line, wrong }) => `${line}: ${wrong}`);

describe('a weighted hotword', () => {
  it('has a word, a phonetic in square brackets and a weight', () => {
    expect(rulesOf('重庆 [chong2 qing4] 3')).toEqual([
      { kind: 'weighted', text: '重庆', weight: 3, readings: ['chong2 qing4'] },
    ]);
  });

  it('has parts separated by space or tab, several of them too', () => {
    expect(rulesOf('重庆\t[chong2\tqing4]  \t3')).toEqual(rulesOf('重庆 [chong2 qing4] 3'));
  });

  it('has weight 0 where none is given', () => {
    expect(rulesOf('重庆')).toEqual([{ kind: 'weighted', text: '重庆', weight: 0, readings: ['chong2 qing4'] }]);
  });

  it.each(['-5', '-1', '0', '+3', '5'])('takes the weight %s', (weight) => {
    expect(rulesOf(`重庆 ${weight}`)[0]).toMatchObject({ weight: Number(weight) });
  });

  it.each(['-6', '6', '1.5', 'three', '100', '0x3', '--1'])('refuses the weight %s', (weight) => {
    const [diagnostic] = read(`重庆 ${weight}`).diagnostics;
    expect(diagnostic).toMatchObject({ line: 1, severity: 'fault', right: 'a whole number from -5 to 5' });
    expect(diagnostic?.wrong).toContain(weight);
  });

  it.each(['壹贰（一二）', '重庆［chong2］ 3'])(
    'keeps the full-width brackets of %s as symbols, with a note that says so',
    (line) => {
      const { rules, diagnostics } = read(`a\n${line}`);
      expect(rules[1]).toMatchObject({ kind: 'weighted', text: line.split(' ')[0] });
      expect(diagnostics.filter(({ wrong }) => wrong.includes('full-width'))).toMatchObject([
        { line: 2, severity: 'note' },
      ]);
    },
  );

  it('is annotated automatically without a phonetic, polyphones by their context', () => {
    const words = ['重庆', '银行行长', '长大', '长度', '音乐', '快乐', '绿地'];
    expect(rulesOf(words.join('\n')).map((rule) => (rule.kind === 'weighted' ? rule.readings[0] : ''))).toEqual([
      'chong2 qing4',
      'yin2 hang2 hang2 zhang3',
      'zhang3 da4',
      'chang2 du4',
      'yin1 yue4',
      'kuai4 le4',
      'lv4 di4',
    ]);
  });

  it('is also read as a name whose surname has a reading of its own', () => {
    expect(rulesOf('单田芳')[0]).toMatchObject({ readings: ['dan1 tian2 fang1', 'shan4 tian2 fang1'] });
  });

  it('may have several lines, one for each reading', () => {
    expect(rulesOf('朴 [pu3] 2\n朴 [piao2] 2\n朴 [pu3] 2')).toEqual([
      { kind: 'weighted', text: '朴', weight: 2, readings: ['pu3', 'piao2'] },
    ]);
  });

  it('ignores a manual phonetic with a negative weight, and says so', () => {
    const { rules, diagnostics } = read('重庆 [zhong4 qing4] -2');
    expect(rules).toEqual([{ kind: 'weighted', text: '重庆', weight: -2, readings: ['chong2 qing4'] }]);
    expect(diagnostics).toMatchObject([{ line: 1, severity: 'note' }]);
  });

  it('may be English with approximate pinyin, or letters that are read by their names', () => {
    expect(rulesOf('hello [ha1 lou2] 2')[0]).toMatchObject({ text: 'hello', readings: ['ha1 lou2'] });
    expect(rulesOf('VIP客户')[0]).toMatchObject({ readings: ['wei1 ai4 pi1 ke4 hu4'] });
  });

  it('may be English with upper-case phonemes, which become the nearest syllables, with their stress or without', () => {
    const { rules, diagnostics } = read('hello [HH AH0 L OW1] 2\nrobin [R AA B IH N]');
    expect(rules).toEqual([
      { kind: 'weighted', text: 'hello', weight: 2, readings: ['ha4 lou1'] },
      { kind: 'weighted', text: 'robin', weight: 0, readings: ['la1 bin1'] },
    ]);
    expect(diagnostics).toEqual([]);
  });

  it('is read automatically where its upper-case phonemes are none, with a note that names the line', () => {
    const { rules, diagnostics } = read('张三 3\nVIP [V IY1 QX P IY1] 2');
    expect(rules).toMatchObject([{ text: '张三' }, { text: 'VIP', readings: ['wei1 ai4 pi1'] }]);
    expect(diagnostics).toMatchObject([{ line: 2, severity: 'note' }]);
    expect(diagnostics[0]?.wrong).toBe('"QX" is not an English phoneme, so the phonetic is not used');
  });

  it('writes ü as v, ü or u:', () => {
    for (const written of ['lv4', 'lü4', 'lu:4'])
      expect(rulesOf(`绿 [${written}]`)[0]).toMatchObject({ readings: ['lv4'] });
    expect(rulesOf('略 [lue4]')[0]).toMatchObject({ readings: ['lve4'] });
  });

  it.each([
    ['重庆 [chong qing4] 3', 'a tone digit 1-5: chong1'],
    ['重庆 [chong2qing4] 3', 'lower-case pinyin with tone digits 1-5 and spaces between: zhong1 guo2'],
    ['重庆 [chong6 qing4] 3', 'lower-case pinyin with tone digits 1-5 and spaces between: zhong1 guo2'],
    ['重庆 [Chong2 qing4] 3', 'lower-case pinyin with tone digits 1-5 and spaces between: zhong1 guo2'],
    ['重庆 [xyz1 qing4] 3', 'lower-case pinyin with tone digits 1-5 and spaces between: zhong1 guo2'],
    ['重庆 [chong2] 3', 'one syllable for each character'],
    ['重庆[chong2 qing4]', 'a space or tab between the parts'],
    ['重庆[chong2] 3', 'a space or tab between the parts'],
    ['重庆 [chong2 qing4 3', '<word> [<phonetic>] <weight>, <hotword> (<heard text>) or <hotword> ([<phonetic>])'],
    ['重庆 3 [chong2 qing4]', '<word> [<phonetic>] <weight>, <hotword> (<heard text>) or <hotword> ([<phonetic>])'],
    ['重庆 火锅 3', '<word> [<phonetic>] <weight>, <hotword> (<heard text>) or <hotword> ([<phonetic>])'],
  ])('refuses %s and says what would be right', (line, right) => {
    const { rules, diagnostics } = read(`# a list\n${line}`);
    expect(rules).toEqual([]);
    expect(diagnostics).toMatchObject([{ line: 2, severity: 'fault', right }]);
  });
});

describe('a text replacement', () => {
  it('has the heard text in parentheses', () => {
    expect(rulesOf('飞桥 (肥桥)')).toEqual([{ kind: 'text', heard: '肥桥', text: '飞桥' }]);
  });

  it('keeps the spaces of its hotword', () => {
    expect(rulesOf('Tone Gate  盒子 (通盖特)')).toEqual([{ kind: 'text', heard: '通盖特', text: 'Tone Gate  盒子' }]);
  });

  it('has no spaces in the heard text', () => {
    expect(faultsOf('飞桥 (肥 桥)')).toEqual(['1: spaces in the heard text']);
  });

  it('is no replacement without a space before the parenthesis: the word has symbols', () => {
    expect(rulesOf('飞桥(肥桥)')[0]).toMatchObject({ kind: 'weighted', text: '飞桥(肥桥)' });
  });
});

describe('a phoneme replacement', () => {
  it('has a phonetic in brackets in parentheses', () => {
    expect(rulesOf('飞桥 ([fei1 qiao2])')).toEqual([
      { kind: 'phonemes', readings: ['fei1 qiao2'], tonal: true, text: '飞桥' },
    ]);
  });

  it.each(['飞桥 ()', '飞桥 ( )', '飞桥 ([])'])('is annotated automatically: %s', (line) => {
    expect(rulesOf(line)).toEqual([{ kind: 'phonemes', readings: ['fei1 qiao2'], tonal: true, text: '飞桥' }]);
  });

  it('is compared without tones when ignore_tone is set, or when its pinyin has none', () => {
    expect(read('飞桥 ([fei1 qiao2])', true).rules).toMatchObject([{ tonal: false }]);
    expect(read('飞桥 ([fei qiao])').rules).toMatchObject([{ tonal: false, readings: ['fei qiao'] }]);
  });

  it('may have upper-case English phonemes; where they are none, the line alone does nothing, and a note says so', () => {
    expect(read('Hello ([HH AH0 L OW1])').rules).toEqual([
      { kind: 'phonemes', readings: ['ha4 lou1'], tonal: false, text: 'Hello' },
    ]);
    const { rules, diagnostics } = read('Hello ([HH QX])\n飞桥 ()');
    expect(rules).toMatchObject([{ text: '飞桥' }]);
    expect(diagnostics).toMatchObject([{ line: 1, severity: 'note' }]);
  });

  it('is refused where it cannot be read', () => {
    expect(faultsOf('飞桥 ([fei1 qiao])')).toHaveLength(1);
    expect(faultsOf('hello ()')).toHaveLength(1);
  });
});

describe('a list', () => {
  it('mixes the kinds, and has comments and empty lines', () => {
    const { rules, diagnostics } = read('# names\n重庆 3\n\n  \t\n飞桥 (肥桥)\n  # more\n飞桥 ([fei1 qiao2])\n');
    expect(rules.map(({ kind }) => kind)).toEqual(['weighted', 'text', 'phonemes']);
    expect(diagnostics).toEqual([]);
  });

  it.each(['\n', '\r\n', '\r'])('ends its lines with %j', (end) => {
    expect(read(`重庆${end}北京`).rules).toHaveLength(2);
  });

  it('may begin with a byte order mark', () => {
    expect(read('\ufeff# x\n重庆 3').rules).toHaveLength(1);
    expect(read('\ufeff重庆 3').rules[0]).toMatchObject({ text: '重庆' });
  });

  it('has at most 102400 bytes', () => {
    const line = `${'a'.repeat(255)}\n`;
    const full = line.repeat(400);
    expect(Buffer.byteLength(full)).toBe(102_400);
    expect(faultsOf(full)).toEqual([]);
    expect(faultsOf(`${full}a`)).toEqual(['0: the list has 102401 bytes']);
  });

  it('has at most 256 bytes a line', () => {
    expect(faultsOf(`${'a'.repeat(256)}\r\n重庆`)).toEqual([]);
    expect(faultsOf(`重庆\n${'a'.repeat(257)}`)).toEqual(['2: 257 bytes']);
    expect(faultsOf(`${'重'.repeat(86)}`)).toEqual(['1: 258 bytes']);
  });

  it('is UTF-8', () => {
    expect(faultsOf(Buffer.from([0xd6, 0xd8, 0xc7, 0xec, 0x0a, 0x61]))).toEqual(['1: not UTF-8']);
    expect(faultsOf(Buffer.from('\ufeff重庆\n北京', 'utf16le'))).not.toEqual([]);
  });

  it('takes every kind of space for a plain one', () => {
    expect(read('\u00a0\n\u3000\u3000\n重庆\u30003\n')).toEqual(read('\n\n重庆 3\n'));
    expect(parseSensitiveWords('\u3000\n坏\u00a0蛋').words).toEqual(['坏 蛋']);
  });

  it('names every line that is wrong, in their order, and keeps the good ones', () => {
    const { rules, diagnostics } = read('重庆 9\n北京 2\n上海 [shang hai3]\n天津 (a b)\n');
    expect(diagnostics.map(({ line }) => line)).toEqual([1, 3, 4]);
    expect(rules).toHaveLength(1);
  });

  it('ends in rules or diagnostics, whatever the bytes are', () => {
    const piece = fc.constantFrom(
      ...'重庆|银行|hello|VIP|3|-9|[|]|(|)| |\t|\n|\r\n|chong2 qing4|lü4|#|\ufeff|\u0000|😀|（|１'.split('|'),
    );
    const listLike = fc.array(piece, { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));
    const anyBytes = fc.uint8Array({ maxLength: 600 });
    fc.assert(
      fc.property(fc.oneof(listLike, anyBytes), fc.boolean(), (bytes, ignoreTone) => {
        const { rules, diagnostics } = parseHotwords(bytes, { ignoreTone });
        for (const { line, wrong, right } of diagnostics) {
          expect(line).toBeGreaterThanOrEqual(0);
          expect(wrong).not.toBe('');
          expect(right).not.toBe('');
        }
        for (const rule of rules) {
          expect(rule.text).not.toBe('');
          if (rule.kind === 'weighted') expect(Math.abs(rule.weight)).toBeLessThanOrEqual(5);
          if (rule.kind === 'text') expect(rule.heard).toMatch(/^\S+$/);
          if (rule.kind === 'phonemes') expect(rule.readings.length).toBeGreaterThan(0);
        }
        const sensitive = parseSensitiveWords(bytes);
        for (const word of sensitive.words) expect(word.trim()).not.toBe('');
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a sensitive-word list', () => {
  it('has one word a line, and may have comments and a byte order mark', () => {
    expect(parseSensitiveWords('\ufeff# words\n敏感词\n\r\n坏 蛋\nBad\n')).toEqual({
      words: ['敏感词', '坏 蛋', 'Bad'],
      diagnostics: [],
    });
  });

  it('names a word that stands twice, and keeps it once', () => {
    const { words, diagnostics } = parseSensitiveWords('敏感词\n敏感词');
    expect(words).toEqual(['敏感词']);
    expect(diagnostics).toMatchObject([{ line: 2, severity: 'note' }]);
  });

  it('has the same limits', () => {
    expect(parseSensitiveWords('a'.repeat(257)).diagnostics).toMatchObject([{ line: 1, severity: 'fault' }]);
    expect(parseSensitiveWords('a\n'.repeat(51_201)).diagnostics).toMatchObject([{ line: 0, severity: 'fault' }]);
    expect(parseSensitiveWords(Buffer.from([0xff])).diagnostics).toMatchObject([{ line: 1, severity: 'fault' }]);
  });
});
