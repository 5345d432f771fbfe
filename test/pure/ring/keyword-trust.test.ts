// The keywords of a prompt's text that are believed (docs/why/ring-verdicts.md): their own syllables, singing, two
// places.
import { describe, expect, it } from 'vitest';
import type { HeardEvent, KeywordRow, TextEvent } from '../../../src/protocol/engine/ring.js';
import { limits } from '../../../src/protocol/limits.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { type RingJudge, ringJudge } from '../../../src/ring/judge.js';

const needed = 0.2;
const readingsOf = (word: string) => (word === '关机' ? [['guan1', 'ji1']] : word === '忙' ? [['mang2']] : []);
const makeJudge = (until: 'match' | 'whole' = 'match', keywordConfidence = needed): RingJudge =>
  ringJudge(defaultTables, { until, endOnRingback: false, keywordConfidence }, readingsOf);

interface Said {
  readonly atMs?: number;
  readonly isFinal?: boolean;
  readonly fromMs?: number;
  /** of each syllable after the one before */
  readonly stepMs?: number;
}

/** A text of one character a syllable, each with its confidence. */
function said(text: string, confidences: readonly number[], how: Said = {}): TextEvent {
  const { atMs = 5_000, isFinal = false, fromMs = 1_000, stepMs = 250 } = how;
  const readings = [...text].map((character) => ({ 关: 'guan1', 机: 'ji1', 忙: 'mang2' })[character] ?? 'x1');
  const syllables = confidences.map((confidence, at) => ({ fromMs: fromMs + at * stepMs, confidence }));
  return { type: 'text', text, isFinal, atMs, fromMs, confidence: 0.01, readings, syllables };
}
const music: HeardEvent = {
  type: 'decided',
  kind: 'music',
  atMs: 4_000,
  fromMs: 0,
  levelDbm0: -15,
  frequencyHz: 0,
  confidence: 0.9,
};
const levels = { meanDbm0: -20, peakDbm0: -10, audioMs: 9_000 };
const keywordOf = (events: readonly HeardEvent[], judge = makeJudge()) =>
  events.map((event) => judge.take(event)).find((verdict) => verdict?.isFinal)?.keyword;

describe('a keyword', () => {
  it('is as sure as its own syllables, whatever the rest of the text is', () => {
    const judge = makeJudge();
    const verdict = judge.take(said('他已关机了', [0.9, 0.9, 0.32, 0.5, 0.9]));
    expect(verdict).toMatchObject({ keyword: '关机', confidence: 0.4, isFinal: true });
    const keyword = { word: '关机', fromMs: 1_500, atMs: 5_000, confidence: 0.4, rule: 'sure' };
    expect(judge.evidence(levels).keyword).toEqual(keyword);
    expect(keywordOf([said('他已关机了', [0.9, 0.9, 0.1, 0.3, 0.9])])).toBeUndefined();
  });

  it('counts from interim and from final text alike, live and in a recording', () => {
    for (const isFinal of [false, true]) {
      expect(keywordOf([said('关机', [0.24, 0.25], { isFinal })])).toBe('关机');
      expect(keywordOf([said('关机', [0.24, 0.23], { isFinal })])).toBeUndefined();
    }
    const end: HeardEvent = { type: 'end', reason: 'end', atMs: 9_000 };
    expect(keywordOf([said('关机', [0.4, 0.4], { isFinal: true }), end], makeJudge('whole'))).toBe('关机');
    expect(keywordOf([said('关机', [0.1, 0.1], { isFinal: true }), end], makeJudge('whole'))).toBe('');
  });

  it('that was written down as a homophone is judged where it was heard', () => {
    const { readings: _, ...event } = said('他观及', [0.9, 0.4, 0.4]);
    expect(keywordOf([{ ...event, readings: ['ta1', 'guan1', 'ji1'] }])).toBe('关机');
    const doubted = { ...event, syllables: said('他观及', [0.9, 0.1, 0.1]).syllables ?? [] };
    expect(keywordOf([{ ...doubted, readings: ['ta1', 'guan1', 'ji1'] }])).toBeUndefined();
  });

  it('has the confidence of the whole text where its syllables are not known', () => {
    const { syllables: _, readings: __, ...plain } = said('他已关机', []);
    expect(keywordOf([{ ...plain, confidence: 0.3 }])).toBe('关机');
    expect(keywordOf([{ ...plain, confidence: 0.1 }])).toBeUndefined();
  });

  it('must be surer after music, and where it is stretched as in singing', () => {
    expect(keywordOf([music, said('关机', [0.25, 0.25])])).toBeUndefined();
    expect(keywordOf([music, said('关机', [0.27, 0.27])])).toBe('关机');
    expect(keywordOf([said('关机', [0.25, 0.25], { stepMs: 600 })])).toBeUndefined();
    expect(keywordOf([said('关机', [0.25, 0.25], { stepMs: 500 })])).toBe('关机');
    const judge = makeJudge();
    for (const event of [music, said('关机', [0.5, 0.5])]) judge.take(event);
    expect(judge.evidence(levels).keyword?.rule).toBe('sure-in-music');
  });

  it('must be surer where the text around it is badly understood, as foreign speech is', () => {
    const among = (others: number, confidence: number, count = 6) =>
      said(`${'他'.repeat(count)}关机`, [...Array(count).fill(others), confidence, confidence]);
    expect(keywordOf([among(0.28, 0.3)])).toBeUndefined();
    expect(keywordOf([among(0.3, 0.3)])).toBe('关机');
    expect(keywordOf([among(0.28, 0.3, 5)])).toBe('关机'); // too few to tell
    const judge = makeJudge();
    expect(keywordOf([among(0.28, 0.32)], judge)).toBe('关机');
    expect(judge.evidence(levels).keyword?.rule).toBe('sure-when-unclear');
  });

  it('must be the surer the fewer syllables it has', () => {
    const long = (confidence: number) => said('用户不存在', Array(5).fill(confidence));
    expect(keywordOf([long(0.19)])).toBeUndefined();
    expect(keywordOf([long(0.21)])).toBe('用户不存在');
    expect(keywordOf([said('线路忙', [0.9, 0.9, 0.43])])).toBeUndefined();
    expect(keywordOf([said('线路忙', [0.9, 0.9, 0.45])])).toBe('忙');
  });

  it('that is less sure is believed when it is heard at two places a second apart', () => {
    const first = said('关机', [0.2, 0.2], { isFinal: true });
    const judge = makeJudge();
    expect(keywordOf([first, said('关机', [0.2, 0.2], { fromMs: 2_100 })], judge)).toBe('关机');
    expect(judge.evidence(levels).keyword?.rule).toBe('twice');
    expect(keywordOf([said('关机他他关机', [0.2, 0.2, 0.9, 0.9, 0.2, 0.2])])).toBe('关机');
  });

  it('is not heard twice when a later text says the same place again, nor when one of the two is too faint', () => {
    const again = [1, 2, 3, 4].map((at) =>
      said('关机', [0.2, 0.2], { atMs: 5_000 + 1_000 * at, fromMs: 1_000 + 90 * at }),
    );
    expect(keywordOf(again)).toBeUndefined();
    expect(keywordOf([said('关机', [0.1, 0.1]), said('关机', [0.2, 0.2], { fromMs: 3_000 })])).toBeUndefined();
  });

  it('that is doubted leaves the verdict to another in the same text', () => {
    const text = '他关机正在通话中';
    const confidences = [0.9, 0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 0.9];
    const judge = makeJudge();
    expect(judge.take(said(text, confidences))?.keyword).not.toBe('关机');
    expect(judge.evidence(levels).doubted).toEqual([{ word: '关机', fromMs: 1_250, atMs: 5_000, confidence: 0.1 }]);
  });
});

describe('the setting keywordConfidence', () => {
  it('believes every keyword at 0, and none over music at 1', () => {
    expect(keywordOf([said('关机', [0.001, 0.001])], makeJudge('match', 0))).toBe('关机');
    expect(keywordOf([music, said('关机', [0.98, 0.98])], makeJudge('match', 1))).toBeUndefined();
  });
});

describe('the doubted keywords of the evidence', () => {
  it('are bounded, the first ones, each place once with the best that was heard of it', () => {
    const judge = makeJudge();
    const most = limits.ring.doubtedKeywords;
    for (let at = 0; at < most + 5; at++) {
      judge.take(said('关机', [0.05, 0.05], { fromMs: 3_000 * at, atMs: 3_000 * at + 600 }));
      judge.take(said('关机', [0.1, 0.1], { fromMs: 3_000 * at + 30, atMs: 3_000 * at + 900 }));
    }
    const { doubted = [], keyword } = judge.evidence(levels);
    expect(keyword).toBeUndefined();
    expect(doubted).toHaveLength(most);
    expect(doubted[1]).toEqual({ word: '关机', fromMs: 3_000, atMs: 3_600, confidence: 0.1 });
  });
});

it('rows are told apart by their place in the table, not by their word', () => {
  const rows: KeywordRow[] = [{ word: '关机', resultId: 40, resultName: 'off' }];
  const judge = ringJudge({ keywords: rows, tones: [] }, { until: 'match', endOnRingback: false }, readingsOf);
  expect(judge.take(said('关机', [0.9, 0.9]))).toMatchObject({ resultId: 40, resultName: 'off' });
});
