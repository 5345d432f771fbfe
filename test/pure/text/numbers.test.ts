// Specification 2, section 2.3, digitNorm; the cases are in text-number-cases.txt.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../src/text/itn/edit.js';
import { numberEdits } from '../../../src/text/itn/normalise.js';
import { cardinalAt, writeCardinal } from '../../../src/text/itn/numerals.js';
import { brief, finish } from '../../helpers/audio/heard.js';

interface Group {
  readonly name: string;
  readonly cases: [spoken: string, written: string][];
}

const groups: Group[] = [];
for (const line of readFileSync(new URL('./number-cases.txt', import.meta.url), 'utf8').split('\n')) {
  if (line.startsWith('## ')) groups.push({ name: line.slice(3), cases: [] });
  if (line === '' || line.startsWith('#')) continue;
  const [spoken = '', written = ''] = line.split('=');
  groups.at(-1)?.cases.push([spoken, written]);
}
const allCases = groups.flatMap(({ cases }) => cases);

/** A plain text as src/text/itn/pieces.ts writes pieces: until nothing is left to write. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let written = '';
  let from = 0;
  for (const edit of edits) {
    written += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return written + text.slice(from);
}

function normaliseNumbers(text: string): string {
  let written = text;
  for (;;) {
    const edits = numberEdits(written);
    if (edits.length === 0) return written;
    written = applyEdits(written, edits);
  }
}

describe.each(groups)('digitNorm: $name', ({ cases }) => {
  it.each(cases)('writes %s as %s', (spoken, written) => {
    expect(normaliseNumbers(spoken)).toBe(written);
  });
});

const numeralText = fc
  .array(
    fc.constantFrom(
      ...[...'零〇一二两三四五六七八九幺十百千万亿负点半多几第个元块毛角分米度年月日号时到至比加的我，。A5.%'],
      ...['百分之', '分之', '公里', '下午', '星期', '万一', '十分', '电话'],
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('digitNorm', () => {
  it('has at least 400 cases of its own', () => {
    expect(allCases.length).toBeGreaterThanOrEqual(400);
  });

  it('is idempotent on every case', () => {
    for (const [, written] of allCases) expect(normaliseNumbers(written)).toBe(written);
  });

  it('ends, and is idempotent, whatever numerals come together', () => {
    fc.assert(
      fc.property(numeralText, (text) => {
        const written = normaliseNumbers(text);
        expect(normaliseNumbers(written)).toBe(written);
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves a text without numerals as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        fc.pre(!/[零〇一二两三四五六七八九幺十百千万亿]/.test(text));
        expect(normaliseNumbers(text)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });

  it('answers edits in order that do not overlap and begin and end with what was spoken', () => {
    fc.assert(
      fc.property(numeralText, (text) => {
        let from = 0;
        for (const { start, end, parts = [] } of numberEdits(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          if (parts.length > 0) expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([start, end]);
          from = end;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads every cardinal below a hundred million back as it is spoken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (value) => {
        const spoken = speak(value);
        expect(cardinalAt(spoken, 0)).toEqual({ end: spoken.length, value, isElliptic: false });
      }),
      { numRuns: 2_000 },
    );
  });

  it('writes whole ten thousands and hundred millions with 万 and 亿', () => {
    const written = [9_999, 10_000, 12_000, 350_000, 100_000_000, 350_000_000, 123_456_789, 1_200_000_000_000];
    expect(written.map(writeCardinal)).toEqual([
      '9999',
      '1万',
      '12000',
      '35万',
      '1亿',
      '3.5亿',
      '123456789',
      '1.2万亿',
    ]);
  });
});

const digits = [...'零一二三四五六七八九'];

/** The long way: every unit is spoken. */
function speak(value: number): string {
  const high = Math.floor(value / 10_000);
  const low = value % 10_000;
  if (high === 0) return speakSection(low);
  const joint = low > 0 && low < 1_000 ? '零' : '';
  return `${speakSection(high)}万${low === 0 ? '' : joint + speakSection(low)}`;
}

function speakSection(value: number): string {
  const units = ['千', '百', '十', ''];
  const figures = String(value).padStart(4, '0');
  let spoken = '';
  let hasGap = false;
  for (const [at, unit] of units.entries()) {
    const figure = Number(figures[at]);
    if (figure === 0) {
      hasGap = spoken !== '';
      continue;
    }
    spoken += (hasGap ? '零' : '') + digits[figure] + unit;
    hasGap = false;
  }
  return spoken;
}

describe('normalised words', () => {
  it('keep the span of the units they came from, with category D', () => {
    expect(brief(finish('我 要 三十五 个', { digitNorm: true }).words)).toEqual([
      '我//0-200',
      '要//200-400',
      '35/D/400-1000',
      '个//1000-1200',
    ]);
  });

  it('stay separate for a percentage that the sentence joins', () => {
    const { text, words } = finish('增长 百分之 五十', { digitNorm: true });
    expect(text).toBe('增长50%');
    expect(brief(words)).toEqual(['增长//0-400', '%/D/400-1000', '50/D/1000-1400']);
  });

  it('are the numbers only where the measure words stay: 2026年11月', () => {
    const { text, words } = finish('二零二六年 十一月', { digitNorm: true });
    expect(text).toBe('2026年11月');
    expect(words.map((word) => word.text)).toEqual(['2026', '年', '11', '月']);
  });

  it('take a mark inside a telephone number away and keep the one after it', () => {
    const { text, words } = finish('电话 幺三八 零零幺三 八零零零', {
      digitNorm: true,
      addPunc: true,
      marks: { 4: '，', 8: '，', 12: '。' },
    });
    expect(text).toBe('电话13800138000。');
    expect(words.map((word) => word.text)).toEqual(['电话', '13800138000', '。']);
  });

  it('never cross a mark otherwise', () => {
    const { text } = finish('一共 三十 五十', { digitNorm: true, addPunc: true, marks: { 3: '，', 5: '。' } });
    expect(text).toBe('一共30，50。');
  });

  it('leave the text of a hotword as its list has it', () => {
    const words = [
      { text: '三十六', startMs: 0, endMs: 600, confidence: 0.9, hotword: true },
      { text: '二十块', startMs: 600, endMs: 1200, confidence: 0.9 },
    ];
    expect(finish(words, { digitNorm: true }).text).toBe('三十六20块');
  });
});
