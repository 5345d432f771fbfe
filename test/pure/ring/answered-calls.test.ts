// The sounds and words that still count after a call was answered, in the order of verdicts of docs/why/ring-verdicts.md.
import { describe, expect, it } from 'vitest';
import type { HeardEvent, TextEvent } from '../../../src/protocol/engine/ring.js';
import { defaultTables } from '../../../src/ring/default-tables.js';
import { ringJudge } from '../../../src/ring/judge.js';
import { decided, end, named, text, verdicts } from '../../helpers/ring/heard.js';

describe('a call that was answered', () => {
  const answered = (atMs: number): HeardEvent => ({ type: 'answered', atMs });
  const pieces = [
    { characters: 2, syllables: 0, toMs: 900 },
    { characters: 2, syllables: 0, toMs: 1_400 },
  ];
  const late = (isFinal: boolean): HeardEvent => ({ ...(text('关机停机', 2_500, isFinal) as TextEvent), pieces });

  it('has no keywords from there on, and no verdict from what a person says', () => {
    const person = [text('我现在有点忙', 3_000), text('我现在有点忙就要关机了', 4_000, true)];
    const [verdict, ...more] = verdicts([answered(1_000), ...person, end(9_000)]);
    expect(more).toEqual([]);
    expect(verdict).toMatchObject({ resultId: 0, keyword: '', result: '我现在有点忙就要关机了' });
  });

  it('still ends with a keyword that was said before and recognised later', () => {
    expect(named(verdicts([answered(1_000), late(false)]))).toEqual(['关机 14 final']);
    expect(named(verdicts([answered(1_400), late(false)]))).toEqual(['停机 17 final']);
    expect(named(verdicts([answered(899), late(true), end(9_000)]))).toEqual(['none 0 final']);
  });

  it('takes the first answer, and tells when it was', () => {
    const judge = ringJudge(defaultTables, { until: 'match', endOnRingback: false });
    for (const event of [answered(1_000), answered(5_000)]) judge.take(event);
    expect(judge.take(text('关机', 2_000))).toBeUndefined();
    expect(judge.evidence({ meanDbm0: 0, peakDbm0: 0, audioMs: 6_000 }).answeredAtMs).toBe(1_000);
  });

  it('is still ended by busy and fax, and keeps what was held before', () => {
    expect(named(verdicts([answered(1_000), decided('busy', 5_000)]))).toEqual(['#BUSY# 10 final']);
    expect(named(verdicts([answered(1_000), decided('ced', 5_000)]))).toEqual(['#FAX# 16 final']);
    expect(named(verdicts([decided('ringback', 900), answered(1_000), text('忙', 3_000, true), end(5_000)]))).toEqual([
      '#WAIT# 11',
      '#WAIT# 11 final',
    ]);
  });

  it('counts in a whole clip by the time of the words, whenever it is told', () => {
    for (const events of [
      [answered(1_000), late(true)],
      [answered(1_000), late(true), answered(9_000)],
    ]) {
      expect(named(verdicts([...events, end(9_000)], { until: 'whole' }))).toEqual(['关机 14 final']);
    }
  });
});
