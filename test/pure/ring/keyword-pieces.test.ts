// Keywords in recognised texts: in two sentences together, and by their sound.
import { describe, expect, it } from 'vitest';
import type { HeardEvent, TextEvent } from '../../../src/protocol/engine/ring.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import type { ReadingsOf } from '../../../src/ring/keywords.js';
import { end, named, text, verdicts } from '../../helpers/ring/heard.js';

describe('a keyword that a pause splits', () => {
  const piece = (said: string, fromMs: number, toMs: number, isFinal = true, confidence = 0.8): HeardEvent => ({
    ...(text(said, toMs + 300, isFinal) as TextEvent),
    fromMs,
    confidence,
    pieces: [{ characters: said.length, syllables: 0, toMs }],
  });

  it('is found in the sentences together', () => {
    const [verdict] = verdicts([piece('对方正在通', 500, 1_500), piece('话中', 2_200, 2_600, false, 0.5)]);
    expect(verdict).toMatchObject({
      keyword: '正在通话',
      isFinal: true,
      result: '对方正在通 话中',
      confidence: 0.5,
      startMs: 500,
    });
  });

  it('is found in a whole clip as well', () => {
    const whole = verdicts([piece('正在通', 500, 1_500), piece('话中', 2_200, 2_600), end(4_000)], { until: 'whole' });
    expect(named(whole)).toEqual(['正在通话 10 final']);
  });

  it('is none after a long pause, and none of two characters is', () => {
    expect(named(verdicts([piece('正在通', 500, 1_500), piece('话中', 3_100, 3_500), end(4_000)]))).toEqual([
      'none 0 final',
    ]);
    expect(named(verdicts([piece('有关', 500, 1_500), piece('机主', 2_000, 2_500), end(4_000)]))).toEqual([
      'none 0 final',
    ]);
  });
});

describe('keywords by their sound', () => {
  it('follow the readings that are given, whatever others the same tables had before', () => {
    const heard = { ...text('孔号', 1_500), readings: ['kong3', 'hao4'] };
    const keywordOf = (readingsOf?: ReadingsOf) =>
      ringJudge(defaultTables, { until: 'match', endOnRingback: false }, readingsOf).take(heard)?.keyword;
    expect(keywordOf()).toBeUndefined();
    expect(keywordOf((word) => (word === '空号' ? [['kong1', 'hao4']] : []))).toBe('空号');
    expect(keywordOf(() => [])).toBeUndefined();
  });
});
