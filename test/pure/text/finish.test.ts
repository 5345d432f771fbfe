// Specification 2, section 2.4: words, categories, times and confidence; 2.3: wordType, wordTpp, addPunc, makeParagraph.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginText, finishText, makeTextRules } from '../../../src/text/finish.js';
import { marksOf, toMark } from '../../../src/text/marks.js';
import { noParagraph, startsParagraph, withSentence } from '../../../src/text/paragraph.js';
import { brief, finish, heard, nothing } from '../../helpers/audio/heard.js';

describe('words', () => {
  it('are absent when wordType is DISABLED', () => {
    expect(finish('你好', { wordType: 'DISABLED' }).words).toEqual([]);
  });

  it('are the recogniser’s words with wordType WORD', () => {
    expect(brief(finish('我们 要 退款').words)).toEqual(['我们//0-400', '要//400-600', '退款//600-1000']);
  });

  it('are single characters with wordType CHAR', () => {
    expect(brief(finish('我们 要', { wordType: 'CHAR' }).words)).toEqual(['我//0-200', '们//200-400', '要//400-600']);
  });

  it('take the time of each character where the recogniser gives it', () => {
    const words = [{ text: '我们', startMs: 0, endMs: 500, confidence: 0.9, charStartsMs: [0, 320] }];
    expect(brief(finish(words, { wordType: 'CHAR' }).words)).toEqual(['我//0-320', '们//320-500']);
  });

  it('keep a foreign word whole, and a space between two of them', () => {
    const { text, words } = finish('用 hello world 打招呼', { wordType: 'CHAR' });
    expect(text).toBe('用hello world打招呼');
    expect(words.map((word) => word.text)).toEqual(['用', 'hello', 'world', '打', '招', '呼']);
    expect(finish('A B C 三').text).toBe('ABC三');
  });

  it('are absent in interim results, whose confidence is 0', () => {
    const { words, confidence, text } = finish('你好', { options: { isFinal: false } });
    expect([words, confidence, text]).toEqual([[], 0, '你好']);
  });

  it('have the mean confidence of their syllables, and so has the sentence', () => {
    const words = heard('我们 要').map((word, at) => ({ ...word, confidence: [0.9, 0.6][at] ?? 0 }));
    const { words: out, confidence } = finish(words);
    expect(out.map((word) => word.confidence)).toEqual([0.9, 0.6]);
    expect(confidence).toBe(0.8);
  });

  it('never have a confidence outside 0 to 1', () => {
    const words = heard('我 要').map((word, at) => ({ ...word, confidence: [1.7, -2][at] ?? 0 }));
    expect(finish(words).words.map((word) => word.confidence)).toEqual([1, 0]);
  });

  it('of nothing heard are nothing', () => {
    const all = { addPunc: true, digitNorm: true, textSmooth: true, outputPinyin: true, sensitiveWords: ['坏'] };
    expect(finish('', all)).toEqual({ text: '', pinyin: '', confidence: 0, words: [] });
  });
});

describe('punctuation', () => {
  it('is a word of category P whose st and et are the previous unit’s et', () => {
    const { text, words } = finish('你好 我 要 退款', { addPunc: true, marks: { 1: '，', 5: '。' } });
    expect(text).toBe('你好，我要退款。');
    expect(brief(words)).toEqual([
      '你好//0-400',
      '，/P/400-400',
      '我//400-600',
      '要//600-800',
      '退款//800-1200',
      '。/P/1200-1200',
    ]);
  });

  it('is limited to the comma, the full stop and the question mark', () => {
    expect([...'，、；：。！？,.?!;:'].map(toMark)).toEqual([...'，，，，。。？，。？。，，']);
    expect([...'“”《》—…'].map(toMark)).toEqual(Array(6).fill(undefined));
    expect([toMark(''), toMark(undefined)]).toEqual([undefined, undefined]);
  });

  it('splits a word of the recogniser where it stands inside', () => {
    expect(brief(finish('你好啊', { addPunc: true, marks: { 1: '，' } }).words)).toEqual([
      '你好//0-400',
      '，/P/400-400',
      '啊//400-600',
    ]);
  });

  it('does not appear without addPunc, and not in raw words', () => {
    expect(finish('你好', { marks: { 1: '。' } }).text).toBe('你好');
    const raw = finish('你好', { addPunc: true, marks: { 1: '。' }, wordTpp: false });
    expect([raw.text, brief(raw.words)]).toEqual(['你好。', ['你好//0-400']]);
  });

  it('is set by the characters of the draft, spaces and foreign words among them', () => {
    const { text } = finish('用 hello world 吧 好', { addPunc: true, marks: { 12: '？', 13: '。' } });
    expect(text).toBe('用hello world吧？好。');
  });

  it('comes from a model that reads the text without fillers and with spoken numbers', () => {
    const rules = makeTextRules({ ...nothing, addPunc: true, textSmooth: true, digitNorm: true }, []);
    const draft = beginText(rules, heard('嗯 我 要 三十五 个'));
    expect(draft.text).toBe('我要三十五个');
    const marks = marksOf(draft.text, '我要，三十五个。');
    expect(marks).toEqual(['', '，', '', '', '', '。']);
    expect(finishText(rules, draft, { marks, isFinal: true }).text).toBe('我要，35个。');
  });

  it('may be missing or too long without harm', () => {
    const rules = makeTextRules({ ...nothing, addPunc: true }, []);
    const draft = beginText(rules, heard('你好'));
    expect(finishText(rules, draft, { isFinal: true }).text).toBe('你好');
    expect(finishText(rules, draft, { marks: ['', '。', '。', '，'], isFinal: true }).text).toBe('你好。');
  });
});

describe('a filler inside a number', () => {
  it('keeps its place in time among the words', () => {
    const { text, words } = finish('百分之 嗯 三十五', { digitNorm: true, textSmooth: true });
    expect(text).toBe('35%');
    expect(brief(words)).toEqual(['%/D/0-600', '嗯/S/600-800', '35/D/800-1400']);
  });
});

describe('wordTpp', () => {
  const asked = { addPunc: true, digitNorm: true, textSmooth: true, sensitiveWords: ['坏蛋'], marks: { 7: '。' } };
  const spoken = '嗯 坏蛋 花 了 三十五 块';

  it('true shows punctuation, figures and the categories S, M, D', () => {
    const { text, words } = finish(spoken, asked);
    expect(text).toBe('**花了35块。');
    expect(brief(words)).toEqual([
      '嗯/S/0-200',
      '坏蛋/M/200-600',
      '花//600-800',
      '了//800-1000',
      '35/D/1000-1600',
      '块//1600-1800',
      '。/P/1800-1800',
    ]);
  });

  it('false shows the raw syllables, with category U at most', () => {
    const { text, words } = finish(spoken, { ...asked, wordTpp: false });
    expect(text).toBe('**花了35块。');
    expect(brief(words)).toEqual([
      '嗯//0-200',
      '坏蛋//200-600',
      '花//600-800',
      '了//800-1000',
      '三十五//1000-1600',
      '块//1600-1800',
    ]);
  });

  it('true shows the raw words where no post-processing is on', () => {
    expect(finish(spoken).words).toEqual(finish(spoken, { wordTpp: false }).words);
  });

  it('combines categories in the order U P S M D', () => {
    const { words } = finish('密码 三十五', { digitNorm: true, sensitiveWords: ['三十五'] });
    expect(brief(words)).toEqual(['密码//0-400', '35/MD/400-1000']);
  });
});

describe('makeParagraph', () => {
  const sentence = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });

  it('never starts with a break', () => {
    expect(startsParagraph(noParagraph, sentence('你好。', 9_000, 9_500))).toBe(false);
  });

  it('breaks after a long pause', () => {
    const open = withSentence(noParagraph, sentence('你好。', 0, 500), false);
    expect(startsParagraph(open, sentence('我是小王。', 1_000, 2_000))).toBe(false);
    expect(startsParagraph(open, sentence('我是小王。', 3_500, 4_500))).toBe(true);
  });

  it('breaks a long paragraph after half that pause, and a very long one at once', () => {
    const open = withSentence(noParagraph, sentence('字'.repeat(120), 0, 500), false);
    expect(startsParagraph(open, sentence('我。', 1_900, 2_500))).toBe(false);
    expect(startsParagraph(open, sentence('我。', 2_000, 2_500))).toBe(true);
    const longest = withSentence(open, sentence('字'.repeat(180), 600, 900), false);
    expect(startsParagraph(longest, sentence('我。', 901, 2_500))).toBe(true);
  });

  it('breaks where the words open a new subject, after two sentences', () => {
    const one = withSentence(noParagraph, sentence('你好。', 0, 500), true);
    expect(startsParagraph(one, sentence('另外还有一件事。', 600, 900))).toBe(false);
    const two = withSentence(one, sentence('我是小王。', 600, 900), false);
    expect(startsParagraph(two, sentence('另外还有一件事。', 1_000, 1_500))).toBe(true);
    expect(startsParagraph(two, sentence('我要退款。', 1_000, 1_500))).toBe(false);
  });

  it('begins the text of the sentence with a newline', () => {
    expect(finish('你好', { makeParagraph: true, options: { newParagraph: true } }).text).toBe('\n你好');
    expect(finish('', { makeParagraph: true, options: { newParagraph: true } }).text).toBe('');
  });

  it('breaks inside a long stretch of speech after a mark and a long pause', () => {
    const spoken = `你好 ${'_'.repeat(15)} 我 是 小王`;
    const marks = { 1: '。', 5: '。' };
    expect(finish(spoken, { makeParagraph: true, addPunc: true, marks }).text).toBe('你好。\n我是小王。');
    expect(finish(spoken, { addPunc: true, marks }).text).toBe('你好。我是小王。');
  });
});

describe('a filler inside a number', () => {
  it('stands before the mark that follows the number', () => {
    const asked = { addPunc: true, digitNorm: true, textSmooth: true, wordTpp: true, marks: { 3: '，' } };
    const { text, words } = finish('我 点 三 嗯 百分之', asked);
    expect(text).toBe('我点300，分之');
    expect(words.map((each) => each.text)).toEqual(['我', '点', '300', '嗯', '，', '分之']);
    const starts = words.map(({ startMs }) => startMs);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });
});

describe('all steps together', () => {
  const word = fc.constantFrom(
    ...'我 我们 嗯 啊 那个 三 三十五 百分之 五十 幺三八 块 五 点 坏蛋 hello ToneGate 飞瞧 肥桥 重庆 的 😀 。 2026 周三 十分'.split(
      ' ',
    ),
  );
  const mark = fc.constantFrom('', '', '', '，', '。', '？', '！', 'x');
  const hotwords = [
    { kind: 'text', heard: '肥桥', text: '飞桥 三十' },
    { kind: 'text', heard: 'gate', text: '门' },
    { kind: 'phonemes', readings: ['fei1 qiao2'], tonal: true, text: '飞桥' },
  ] as const;
  const flag = fc.boolean();
  const asked = fc.record({
    addPunc: flag,
    digitNorm: flag,
    textSmooth: flag,
    makeParagraph: flag,
    outputPinyin: flag,
    wordTpp: flag,
    wordType: fc.constantFrom('WORD' as const, 'CHAR' as const),
  });

  it('keep words in the order of time, categories within what is on, and never fail', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 14 }),
        fc.array(mark, { maxLength: 40 }),
        asked,
        (spoken, marks, params) => {
          const given = Object.fromEntries(marks.entries());
          const { text, words, pinyin } = finish(spoken.join(' '), {
            ...params,
            hotwords,
            sensitiveWords: ['坏蛋', '35'],
            marks: given,
          });
          expect(text).not.toMatch(/undefined|\ue000/);
          expect(pinyin === undefined).toBe(!params.outputPinyin);
          let before = 0;
          for (const each of words) {
            expect(each.startMs).toBeGreaterThanOrEqual(before);
            expect(each.endMs).toBeGreaterThanOrEqual(each.startMs);
            expect(each.text).not.toBe('');
            before = each.startMs;
            const allowed = ['U', ...(params.wordTpp ? ['M'] : [])];
            if (params.wordTpp && params.addPunc) allowed.push('P');
            if (params.wordTpp && params.textSmooth) allowed.push('S');
            if (params.wordTpp && params.digitNorm) allowed.push('D');
            for (const category of each.categories) expect(allowed).toContain(category);
          }
          expect(text).not.toContain('坏蛋');
        },
      ),
      { numRuns: 1_500 },
    );
  });
});
