// The figures of npm run eval:asr and eval:prompts are worth what their counting is worth.
import { describe, expect, it } from 'vitest';
import { addNoise } from '../../../scripts/measure/eval/lib/audio.mjs';
import { parseTable, thinned } from '../../../scripts/measure/eval/lib/corpus.mjs';
import { distance, interval, rate } from '../../../scripts/measure/eval/lib/score.mjs';
import { spokenCharacters, syllablesOf, withoutTones } from '../../../scripts/measure/eval/lib/spoken.mjs';
import { asrTable, commandLine } from '../../../scripts/measure/eval/recogniser/asr-table.mjs';
import { trimmed } from '../../../scripts/measure/eval/screening/prompt-voices.mjs';
import { announcements, otherSentences } from '../../../scripts/measure/eval/screening/prompt-wordings.mjs';
import { makeRandom } from '../../../scripts/measure/lib/random.mjs';
import { defaultKeywordRows } from '../../../src/ring/default-tables.js';
import { compileKeywords, findKeyword } from '../../../src/ring/keywords.js';

describe('error rates', () => {
  it.each([
    ['今天', '今天', 0],
    ['今天', '', 2],
    ['', '今天', 2],
    ['今天好', '明天很好', 2],
    ['一二三四', '二三四五', 2],
  ])('from %j to %j it is %i edits', (reference, heard, edits) => {
    expect(distance([...reference], [...heard])).toBe(edits);
  });

  it('the rate of a set weighs sentences by their length', () => {
    const sentences = [
      { wrong: 1, total: 1 },
      { wrong: 0, total: 9 },
    ];
    expect(rate(sentences)).toBe(0.1);
  });

  it('the interval lies around the rate, narrows with more sentences, and is the same every time', () => {
    const of = (count: number) =>
      interval(
        Array.from({ length: count }, (_, at) => ({ wrong: at % 4 === 0 ? 8 : 1, total: 10 })),
        makeRandom('interval'),
      );
    const [low, high] = of(40);
    const [lower, higher] = of(4_000);
    expect(low).toBeLessThan(0.275);
    expect(high).toBeGreaterThan(0.275);
    expect(higher - lower).toBeLessThan((high - low) / 3);
    expect(of(40)).toEqual([low, high]);
  });
});

describe('texts in comparison', () => {
  it('only Chinese characters count, digits as they are said', () => {
    expect(spokenCharacters('１０点，打95588！OK 〇').join('')).toBe('一零点打九五五八八零');
  });

  it('syllables are joined from initials and finals, and a lone initial is none', () => {
    expect(syllablesOf(['zh', 'ong1', 'uo2', 'b'])).toEqual(['zh|ong1', '|uo2']);
    expect(withoutTones(['zh|ong1', '|uo2'])).toEqual(['zh|ong', '|uo']);
  });
});

describe('sets of recordings', () => {
  it('a table is read by the names in its first line, whatever its line ends', () => {
    expect(parseTable('id\ttext\r\na\t一\r\n\nb\t二\n')).toEqual([
      { id: 'a', text: '一' },
      { id: 'b', text: '二' },
    ]);
  });

  it('a limit spreads over the whole set', () => {
    expect(thinned([...Array(10).keys()], 4)).toEqual([0, 3, 6, 9]);
    expect(thinned([1, 2], Number.POSITIVE_INFINITY)).toEqual([1, 2]);
  });

  it('noise lies as far under the speech as was asked', () => {
    const speech = Int16Array.from({ length: 16_000 }, (_, at) => 8_000 * Math.sin(at / 3));
    const noisy = addNoise(speech, 20, makeRandom('noise'));
    const power = (samples: ArrayLike<number>) => Array.from(samples).reduce((sum, x) => sum + x * x, 0);
    const noise = noisy.map((sample, at) => sample - (speech[at] ?? 0));
    expect(10 * Math.log10(power(speech) / power(noise))).toBeCloseTo(20, 0);
  });

  it('silence at both ends of a recorded syllable goes, the syllable stays', () => {
    const samples = new Int16Array(8_000);
    samples.fill(9_000, 3_200, 4_800);
    expect(trimmed(samples)).toHaveLength(1_600);
  });
});

describe('the announcements', () => {
  const keywords = compileKeywords(defaultKeywordRows);

  it('there are two or more for every keyword of the default table, each with a verdict of its own', () => {
    expect(new Set(Object.keys(announcements))).toEqual(new Set(defaultKeywordRows.map(({ word }) => word)));
    for (const [keyword, texts] of Object.entries(announcements)) {
      expect(texts.length).toBeGreaterThan(1);
      for (const text of texts) {
        expect(text).toContain(keyword);
        expect(findKeyword(keywords, text)).toBeDefined();
      }
    }
  });

  it('the other sentences hold no keyword', () => {
    expect(otherSentences.filter((text) => findKeyword(keywords, text) !== undefined)).toEqual([]);
  });
});

describe('the table', () => {
  const item = {
    model: 'm',
    condition: 'clean' as const,
    set: 's',
    speaker: 'A',
    id: '1',
    text: '',
    heard: '',
    characters: { wrong: 1, total: 4 },
    toneless: { wrong: 1, total: 4 },
    tonal: undefined,
    searched: undefined,
    cpuS: 0.1,
    audioS: 10,
  };

  it('has a row for each set, speaker, condition and model, with its size and date', () => {
    const table = asrTable(
      [item, { ...item, id: '2' }, { ...item, condition: 'alaw' }],
      commandLine('/x/shared/data', { limit: '2' }),
      new Date('2026-11-21'),
    );
    expect(table).toContain('`npm run eval:asr -- ../shared/data --limit 2`, 2026-11-21');
    expect(table).toContain('| s A, 2 | as recorded | m | 25.0 (25.0–25.0) | 25.0 (25.0–25.0) | – | – | 0.0100 |');
    expect(table).toContain('| s A, 1 | 8 kHz A-law | m |');
  });
});
