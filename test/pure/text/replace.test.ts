// Specification 1, section 2.4: replacement hotwords act on the decoded result and always take effect on a match.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHotwords } from '../../../src/text/word-lists/hotwords.js';
import { brief, finish, heard } from '../../helpers/audio/heard.js';

const hotwords = (list: string, ignoreTone = false) => {
  const { rules, diagnostics } = parseHotwords(list, { ignoreTone });
  expect(diagnostics.filter(({ severity }) => severity === 'fault')).toEqual([]);
  return rules;
};
const written = (spaced: string, list: string, ignoreTone = false): string =>
  finish(spaced, { hotwords: hotwords(list, ignoreTone) }).text;

describe('text replacement', () => {
  it('writes the hotword wherever the original text stands', () => {
    expect(written('我 在 肥桥 科技 肥桥', '飞桥 (肥桥)')).toBe('我在飞桥科技飞桥');
  });

  it('need not lie on a word boundary, nor have the same count of characters', () => {
    expect(written('大肥 桥梁', '飞桥公司 (肥桥)')).toBe('大飞桥公司梁');
    expect(written('通盖特 盒子', 'X (通盖特盒)')).toBe('X子');
  });

  it('ignores case', () => {
    expect(written('用 GateTone 吧', 'ToneGate (gatetone)')).toBe('用ToneGate吧');
  });

  it('may fall inside a foreign word', () => {
    expect(written('用 tonegatebox 吧', '盖特 (gate)')).toBe('用tone盖特box吧');
    expect(written('用 agatebgatec 吧', '盖特 (gate)')).toBe('用a盖特b盖特c吧');
  });

  it('keeps the spaces of the hotword verbatim', () => {
    const { text, words } = finish('用 通盖特 吧', { hotwords: hotwords('Tone Gate (通盖特)') });
    expect(text).toBe('用Tone Gate吧');
    expect(brief(words)).toEqual(['用//0-200', 'Tone Gate/U/200-800', '吧//800-1000']);
  });

  it('happens once: what one line has written is not looked at by another', () => {
    expect(written('肥桥', '飞桥 (肥桥)\n非桥 (飞桥)')).toBe('飞桥');
  });
});

describe('phoneme replacement', () => {
  const recognised = (text: string, readings: string[]) => [
    { text, startMs: 0, endMs: 200 * readings.length, confidence: 0.9, readings },
  ];

  it('writes the hotword where its readings were heard', () => {
    expect(written('我 在 飞瞧 上班', '飞桥 ([fei1 qiao2])')).toBe('我在飞桥上班');
    expect(written('我 在 飞瞧 上班', '飞桥 ()')).toBe('我在飞桥上班');
  });

  it('compares tones, unless ignore_tone is set', () => {
    expect(written('我 在 肥桥 上班', '飞桥 ()')).toBe('我在肥桥上班');
    expect(written('我 在 肥桥 上班', '飞桥 ()', true)).toBe('我在飞桥上班');
    expect(written('我 在 肥桥 上班', '飞桥 ([fei qiao])')).toBe('我在飞桥上班');
  });

  it('takes what the recogniser heard before what the characters say', () => {
    expect(finish(recognised('重庆', ['zhong4', 'qing4']), { hotwords: hotwords('仲庆 ([zhong4 qing4])') }).text).toBe(
      '仲庆',
    );
    expect(finish(recognised('重庆', ['chong2', 'qing4']), { hotwords: hotwords('仲庆 ([zhong4 qing4])') }).text).toBe(
      '重庆',
    );
  });

  it('takes 一 and 不 in their changed tones for the same', () => {
    expect(finish(recognised('不是', ['bu2', 'shi4']), { hotwords: hotwords('布试 ([bu4 shi4])') }).text).toBe('布试');
  });

  it('reads every reading of a list', () => {
    const list = [{ kind: 'phonemes', readings: ['a1', 'fei1 qiao2'], tonal: true, text: '飞桥' }] as const;
    expect(finish('我 飞瞧', { hotwords: list }).text).toBe('我飞桥');
  });
});

describe('the precedence of replacements', () => {
  it('is text before phonemes, whatever the order of the lines', () => {
    expect(written('飞瞧', '飞桥 ()\n肥巧 (飞瞧)')).toBe('肥巧');
  });

  it('is earlier lines before later lines', () => {
    expect(written('飞瞧', '甲 (飞瞧)\n乙 (飞瞧)')).toBe('甲');
    expect(written('飞瞧', '甲乙 ([fei1 qiao2])\n丙丁 ([fei1 qiao2])')).toBe('甲乙');
    expect(written('飞瞧', '甲乙 ([fei qiao])\n丙丁 ([fei1 qiao2])')).toBe('甲乙');
    expect(written('飞瞧', '甲乙 ([fei1 qiao2])\n丙丁 ([fei qiao])')).toBe('甲乙');
  });

  it('does not prefer the longer hotword', () => {
    expect(written('飞瞧公司', '甲 (飞瞧)\n乙丙丁 (飞瞧公司)')).toBe('甲公司');
    expect(written('飞瞧公司', '甲 (瞧公)\n乙丙丁 (飞瞧公司)')).toBe('飞甲司');
  });
});

describe('a replaced hotword', () => {
  it('is one word with category U over the time of what it replaces, in raw and in post-processed words', () => {
    for (const wordTpp of [true, false]) {
      const { words } = finish('我 在 肥 桥科技', { hotwords: hotwords('飞桥 (肥桥)'), wordTpp });
      expect(brief(words)).toEqual(['我//0-200', '在//200-400', '飞桥/U/400-800', '科技//800-1200']);
    }
  });

  it('has a unit for each character with wordType CHAR, each with its own time', () => {
    const { words } = finish('我 肥桥', { hotwords: hotwords('飞桥 (肥桥)'), wordType: 'CHAR' });
    expect(brief(words)).toEqual(['我//0-200', '飞/U/200-400', '桥/U/400-600']);
  });

  it('shares the time out where the counts differ', () => {
    const { words } = finish('我 肥桥', { hotwords: hotwords('甲乙丙丁 (肥桥)'), wordType: 'CHAR' });
    expect(brief(words)).toEqual(['我//0-200', '甲/U/200-300', '乙/U/300-400', '丙/U/400-500', '丁/U/500-600']);
  });

  it('is applied with every other switch off, and in interim results', () => {
    const { text, words } = finish('肥桥', { hotwords: hotwords('飞桥 (肥桥)'), options: { isFinal: false } });
    expect([text, words]).toEqual(['飞桥', []]);
  });

  it('is neither smoothed nor normalised', () => {
    const list = hotwords('我我三十 (喔喔)');
    expect(finish('喔喔 块', { hotwords: list, textSmooth: true, digitNorm: true }).text).toBe('我我三十块');
  });

  it('may be masked, and then is U and M', () => {
    const { text, words } = finish('我 肥桥', { hotwords: hotwords('飞桥 (肥桥)'), sensitiveWords: ['飞桥'] });
    expect(text).toBe('我**');
    expect(brief(words)).toEqual(['我//0-200', '飞桥/UM/200-600']);
  });

  it('is category U as well where a weighted hotword was decoded', () => {
    const words = finish(heard('我 重庆').map((word) => ({ ...word, hotword: word.text === '重庆' }))).words;
    expect(brief(words)).toEqual(['我//0-200', '重庆/U/200-600']);
  });
});

it('keeps times in order and never fails, whatever the rules and the text', () => {
  const text = fc.array(fc.constantFrom('飞', '桥', '肥', 'ab', 'a', '三', '十', '嗯', '重庆'), { maxLength: 10 });
  const rule = fc.record({
    kind: fc.constant('text' as const),
    heard: fc.constantFrom('飞', '桥飞', 'a', 'b', 'AB', '三十', '庆'),
    text: fc.constantFrom('X', '长长长', 'two words', '二'),
  });
  fc.assert(
    fc.property(
      text,
      fc.array(rule, { maxLength: 4 }),
      fc.constantFrom('WORD' as const, 'CHAR' as const),
      (words, rules, wordType) => {
        const out = finish(words.join(' '), { hotwords: rules, wordType, digitNorm: true, textSmooth: true });
        let before = 0;
        for (const { startMs, endMs, text: word } of out.words) {
          expect(startMs).toBeGreaterThanOrEqual(before);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(word).not.toBe('');
          before = startMs;
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
