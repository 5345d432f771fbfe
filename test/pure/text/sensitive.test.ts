// Specification 1, section 2.5 and specification 2, section 2.4: masking of sensitive words, category M.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief, finish } from '../../helpers/audio/heard.js';

const mask = (spaced: string, sensitiveWords: string[], asked = {}): string =>
  finish(spaced, { sensitiveWords, ...asked }).text;

describe('wordFilter', () => {
  it('masks a sensitive word with one asterisk for each character', () => {
    expect(mask('你 这个 坏蛋 走开', ['坏蛋'])).toBe('你这个**走开');
  });

  it('keeps the word in words with category M', () => {
    const { words } = finish('你 这个 坏蛋', { sensitiveWords: ['坏蛋'] });
    expect(brief(words)).toEqual(['你//0-200', '这个//200-600', '坏蛋/M/600-1000']);
  });

  it('finds words across the recogniser’s words', () => {
    const { text, words } = finish('你 坏 蛋糕', { sensitiveWords: ['坏蛋'] });
    expect(text).toBe('你**糕');
    expect(brief(words)).toEqual(['你//0-200', '坏/M/200-400', '蛋糕/M/400-800']);
  });

  it('prefers the longest word', () => {
    expect(mask('大 坏蛋 们', ['坏', '大坏蛋', '坏蛋'])).toBe('***们');
  });

  it('finds every occurrence, side by side too', () => {
    expect(mask('坏蛋 坏蛋 好 坏蛋', ['坏蛋'])).toBe('****好**');
  });

  it('ignores case and width', () => {
    expect(mask('用 ToneGate 吧', ['TONEGATE'])).toBe('用********吧');
    expect(mask('用 abc 吧', ['ａｂｃ'])).toBe('用***吧');
  });

  it('survives number normalisation: the spoken form masks the written one', () => {
    expect(mask('密码 三十五 块', ['三十五'], { digitNorm: true })).toBe('密码**块');
    expect(mask('增长 百分之五十', ['百分之五十'], { digitNorm: true })).toBe('增长***');
    expect(mask('增长 百分之五十', ['百分之'], { digitNorm: true })).toBe('增长***');
  });

  it('finds the written form of a number as well', () => {
    expect(mask('密码 三十五 块', ['35'], { digitNorm: true })).toBe('密码**块');
    expect(mask('密码 三十五 块', ['35'])).toBe('密码三十五块');
  });

  it('survives marks and smoothing: 敏，嗯感词', () => {
    const asked = { textSmooth: true, addPunc: true, marks: { 0: '，', 2: '。' } };
    expect(mask('敏 嗯 感 词', ['敏感词'], asked)).toBe('*，**。');
  });

  it('hides the reading in the sentence, not in words', () => {
    const { pinyin, words } = finish('你 坏蛋', { sensitiveWords: ['坏蛋'], outputPinyin: true });
    expect(pinyin).toBe('ni3 * *');
    expect(words.map((word) => word.pinyin)).toEqual(['ni3', 'huai4 dan4']);
  });

  it('does nothing without words', () => {
    expect(mask('你 坏蛋', [])).toBe('你坏蛋');
    expect(mask('你 坏蛋', [''])).toBe('你坏蛋');
  });

  it('leaves no sensitive word in the text, and never changes its length', () => {
    const words = fc.array(fc.constantFrom('坏', '坏蛋', '蛋糕', '大坏', '三十', '五'), { minLength: 1, maxLength: 4 });
    const text = fc.array(fc.constantFrom(...'坏蛋糕大三十五好'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, words, (spoken, sensitiveWords) => {
        const masked = mask(spoken.join(' '), sensitiveWords);
        expect(masked).toHaveLength(spoken.length);
        for (const [at, character] of [...masked].entries()) expect(['*', spoken[at]]).toContain(character);
        for (const word of sensitiveWords) expect(masked).not.toContain(word);
      }),
      { numRuns: 2_000 },
    );
  });
});
