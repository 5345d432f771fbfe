// The voice of a session: what its sentences say of it, pooled.
import { describe, expect, it } from 'vitest';
import { Voice } from '../../../src/engine/pipeline/analysis/gender.js';
import type { Analysis } from '../../../src/protocol/engine/recognition.js';

type Heard = Analysis['gender'] | undefined;

/** A session whose sentences, each so many ms long, a model would judge so. */
async function pooled(...sentences: readonly (readonly [Heard, number])[]): Promise<Heard[]> {
  const verdicts = sentences.map(([heard]) => heard);
  const voice = new Voice(async () => verdicts.shift(), 8_000);
  const takes = sentences.map(([, ms]) => {
    voice.push(new Int16Array(8 * ms));
    return voice.take();
  });
  return Promise.all(takes);
}

const woman = (confidence: number): Heard => ({ gender: 'FEMALE', confidence });
const man = (confidence: number): Heard => ({ gender: 'MALE', confidence });

describe('the gender of a session', () => {
  it('is that of its first sentence while there is one, with its confidence', async () => {
    const [first] = await pooled([woman(0.9), 2_000]);
    expect(first?.gender).toBe('FEMALE');
    expect(first?.confidence).toBeCloseTo(0.9, 6);
  });

  it('is not turned by a short sentence that is judged otherwise, only made less sure', async () => {
    const [first, second] = await pooled([man(0.95), 4_000], [woman(0.8), 600]);
    expect(second?.gender).toBe('MALE');
    expect(second?.confidence).toBeLessThan(first?.confidence ?? 0);
  });

  it('is left out while it is not clear', async () => {
    expect(await pooled([woman(0.6), 2_000])).toEqual([undefined]);
    expect((await pooled([woman(0.9), 2_000], [man(0.9), 2_000]))[1]).toBeUndefined();
  });

  it('stays as it was through a sentence with too little speech to judge', async () => {
    const [first, second] = await pooled([man(0.9), 2_000], [undefined, 200]);
    expect(second).toEqual(first);
  });

  it('goes on behind a sentence that could not be judged', async () => {
    let isFirst = true;
    const voice = new Voice(async () => {
      if (!isFirst) return woman(0.9);
      isFirst = false;
      throw new Error('the model failed');
    }, 8_000);
    voice.push(new Int16Array(8_000));
    const failed = voice.take();
    voice.push(new Int16Array(8_000));
    const next = voice.take();
    await expect(failed).rejects.toThrow('the model failed');
    expect((await next)?.gender).toBe('FEMALE');
  });
});
