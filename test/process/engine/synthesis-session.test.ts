// One synthesis and those beside it, without an engine's process: what it asks for, how far it goes ahead, when it stops,
// what is kept. The bounds are those of limits.synthesis.engine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AudioCache } from '../../../src/engine/pipeline/synthesis/audio-cache.js';
import type { VoicesModel } from '../../../src/engine/runtime/voices/voices.js';
import type { SpokenSentence } from '../../../src/protocol/engine/synthesis.js';
import { limits } from '../../../src/protocol/limits.js';
import {
  loadShippedVoices,
  Mouth,
  neuralVoice,
  paramsOf,
  quickVoice,
  sentencesOf,
} from '../../helpers/models/voices.js';

const { aheadMs, pullMs, waitingPulls, tokens: mostTokens } = limits.synthesis.engine;
const text = '您好，请问有什么可以帮您？';
const [sentence] = sentencesOf(text) as [SpokenSentence];
const empty: SpokenSentence = { ...sentence, tokens: [] };
/** The most that one step makes beyond the bound. */
const longestStepMs = 410;

function* endless(): Generator<SpokenSentence> {
  for (;;) yield sentence;
}

let model: VoicesModel;
let mouth: Mouth;
beforeAll(async () => {
  model = await loadShippedVoices();
});
afterAll(() => model.release());
const fresh = () => {
  mouth = new Mouth(model);
  return mouth;
};

describe('a synthesis that nobody pulls', () => {
  it.each([quickVoice, neuralVoice])('stops at the bound and goes on when it is pulled: %s', async (property) => {
    const [session, listener] = fresh().open(paramsOf({ property }), endless());
    await mouth.idle();
    const { asked } = listener;
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThan(20);
    await mouth.idle();
    expect(listener.asked).toBe(asked);
    mouth.speaking.pull(session, pullMs);
    await mouth.idle();
    expect(listener.slices[0]?.length).toBe(pullMs * 32);
    expect(listener.asked).toBeGreaterThan(asked);
    // what was made ahead is all there is without more work
    mouth.speaking.pull(session, aheadMs);
    expect(listener.slices.length).toBe(2);
    mouth.speaking.pull(session, longestStepMs);
    expect(listener.slices.length).toBe(2);
    mouth.speaking.close(session);
  });
});

describe('pauses of minutes', () => {
  it.each([quickVoice, neuralVoice])('are made a step at a time, up to the bound: %s', async (property) => {
    const place = { start: 0, end: 0, boundary: 'phrase' as const };
    const pause = { kind: 'pause' as const, ms: 10_000, ...place };
    const withPauses = (length: number) => ({
      ...sentence,
      tokens: [...sentence.tokens, ...Array.from({ length }, () => pause)],
    });
    const msOf = ({ slices }: { slices: readonly Uint8Array[] }) =>
      slices.reduce((sum, { length }) => sum + length / 32, 0);
    const [single, heardOnce] = fresh().open(paramsOf({ property }), [withPauses(1)]);
    await mouth.idle();
    for (let each = 0; each < 10; each++) mouth.speaking.pull(single, pullMs);
    await mouth.idle();
    expect(heardOnce.hasEnded).toBe(true);
    const [session, listener] = fresh().open(paramsOf({ property }), [withPauses(6)]);
    await mouth.idle();
    mouth.speaking.pull(session, aheadMs);
    expect(listener.slices.length).toBe(1);
    mouth.speaking.pull(session, longestStepMs);
    expect(listener.slices.length).toBe(1);
    for (let each = 0; each < 10; each++) mouth.speaking.pull(session, pullMs);
    await mouth.idle();
    expect(listener.hasEnded).toBe(true);
    expect(msOf(listener)).toBeGreaterThan(60_000);
    // Five pauses more; how long the words are may differ by a frame between processors.
    expect(msOf(listener) - msOf(heardOnce)).toBe(50_000);
  });
});

describe('a synthesis that is closed', () => {
  it('says nothing more, makes nothing more and is not kept', async () => {
    const params = paramsOf({ property: neuralVoice });
    const [session, listener] = fresh().open(params, endless(), () => 100);
    while (listener.slices.length < 3) await new Promise((resolve) => setImmediate(resolve));
    mouth.speaking.close(session);
    const { asked, slices } = listener;
    const given = slices.length;
    await mouth.idle();
    expect(listener.slices.length).toBe(given);
    expect(listener.asked).toBe(asked);
    expect(listener.hasEnded).toBe(false);
    expect(mouth.speaking.size).toBe(0);
    expect(mouth.speaking.cachedBytes).toBe(0);
  });

  it('takes what crosses its end for nothing', async () => {
    const [session] = fresh().open(paramsOf(), [sentence]);
    mouth.speaking.close(session);
    mouth.speaking.pull(session, 100);
    mouth.speaking.say(session, sentence);
    await mouth.idle();
    expect(mouth.speaking.size).toBe(0);
  });
});

describe('a synthesis', () => {
  it('ends by itself when all was given, and answers no pull that is left', async () => {
    const [session, listener] = fresh().open(paramsOf(), [sentence]);
    for (let pull = 0; pull < 5; pull++) mouth.speaking.pull(session, pullMs);
    await mouth.idle();
    expect(listener.slices.length).toBe(1);
    expect(listener.hasEnded).toBe(true);
    expect(mouth.speaking.size).toBe(0);
  });

  it('leaves out sentences without sounds', async () => {
    const own = Buffer.concat(await fresh().slices(paramsOf(), [sentence]));
    const among = Buffer.concat(await mouth.slices(paramsOf(), [empty, sentence, empty, empty]));
    expect(among.equals(own)).toBe(true);
    expect(await mouth.slices(paramsOf(), [empty])).toEqual([]);
  });

  it('pauses between two sentences', async () => {
    const one = Buffer.concat(await fresh().slices(paramsOf(), [sentence])).length;
    const two = Buffer.concat(await mouth.slices(paramsOf(), [sentence, sentence])).length;
    expect((two - 2 * one) / 32).toBeGreaterThan(100);
    expect((two - 2 * one) / 32).toBeLessThan(500);
  });

  it('of a voice that nobody has is refused', () => {
    expect(() => fresh().open(paramsOf({ property: 'cn_nobody_common' }), [])).toThrow(
      'property cn_nobody_common: no voice serves it',
    );
  });

  it.each([
    ['slices that are too long', [pullMs + 1], `must be 1 to ${pullMs}`],
    ['slices of nothing', [0], `must be 1 to ${pullMs}`],
    ['slices of no number', [Number.NaN], `must be 1 to ${pullMs}`],
    [
      'too many slices',
      Array.from({ length: waitingPulls + 1 }, () => 100),
      `more than ${waitingPulls} requests for slices`,
    ],
  ])('fails where it is asked for %s', async (_, pulls, reason) => {
    const [session, listener] = fresh().open(paramsOf(), endless());
    for (const ms of pulls) mouth.speaking.pull(session, ms);
    expect(String(listener.fault)).toContain(reason);
    await mouth.idle();
    expect(mouth.speaking.size).toBe(0);
  });

  it('fails at a sentence that is too long or was not requested, and no other does', async () => {
    const [token] = sentence.tokens;
    const long = {
      ...sentence,
      tokens: Array.from({ length: mostTokens + 1 }, () => token as NonNullable<typeof token>),
    };
    const [, listener] = fresh().open(paramsOf(), [long]);
    const [other, beside] = mouth.open(paramsOf(), endless(), () => 1_000);
    const [hasty, third] = mouth.open(paramsOf(), []);
    for (let each = 0; each < 3; each++) mouth.speaking.say(hasty, sentence);
    while (beside.slices.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(String(listener.fault)).toContain(`must be at most ${mostTokens}`);
    expect(String(third.fault)).toContain('was not requested');
    expect(beside.fault).toBeUndefined();
    mouth.speaking.close(other);
    await mouth.idle();
  });
});

describe('syntheses beside one another', () => {
  it('one that is waited for goes before those that work ahead', async () => {
    fresh();
    const behind = Array.from({ length: 8 }, () => mouth.open(paramsOf({ property: neuralVoice }), endless()));
    const [waited, listener] = mouth.open(paramsOf({ property: neuralVoice }), endless());
    mouth.speaking.pull(waited, pullMs);
    while (listener.slices.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const askedBehind = behind.map(([, each]) => each.asked);
    expect(Math.max(...askedBehind)).toBeLessThanOrEqual(2); // one sentence, and the one after it
    for (const [session] of behind) mouth.speaking.close(session);
    mouth.speaking.close(waited);
    await mouth.idle();
  });

  it('sound as if each were alone', async () => {
    const alone = Buffer.concat(await fresh().slices(paramsOf({ property: neuralVoice }), [sentence]));
    const all = Array.from({ length: 4 }, () => mouth.open(paramsOf({ property: neuralVoice }), [sentence], () => 200));
    await mouth.idle();
    for (const [, { slices }] of all) expect(Buffer.concat(slices).equals(alone)).toBe(true);
  });
});

describe('what was said before', () => {
  it('is given again bit for bit without a sentence, in any format', async () => {
    const params = paramsOf({ property: neuralVoice });
    const first = Buffer.concat(await fresh().slices(params, [sentence]));
    expect(mouth.speaking.cachedBytes).toBe(first.length);
    const [, again] = mouth.open(params, [], () => 70);
    await mouth.idle();
    expect(again.asked).toBe(0);
    expect(again.hasEnded).toBe(true);
    expect(Buffer.concat(again.slices).equals(first)).toBe(true);
    const coded = await mouth.slices({ ...params, format: 'svc_opus' }, []);
    const anew = await mouth.slices({ ...paramsOf(params), cacheKey: 'other', format: 'svc_opus' }, [sentence]);
    expect(Buffer.concat(coded).equals(Buffer.concat(anew))).toBe(true);
  });

  it('is another thing at another rate or in another voice', async () => {
    const params = paramsOf();
    await fresh().slices(params, [sentence]);
    for (const other of [{ sampleRateHz: 8_000 }, { property: neuralVoice }] as const) {
      const [session, listener] = mouth.open({ ...params, ...other }, [sentence]);
      await mouth.idle();
      expect(listener.asked).toBe(2);
      mouth.speaking.close(session);
    }
  });

  it('goes, what was wanted longest ago first, when there is too much', () => {
    const cache = new AudioCache({ bytes: 100, entries: 3, entryBytes: 60 });
    const of = (bytes: number) => [new Int16Array(bytes / 2)];
    for (const key of ['a', 'b', 'c']) cache.put(key, of(20));
    expect(cache.get('a')).toBeDefined();
    cache.put('d', of(20)); // four entries
    expect(cache.get('b')).toBeUndefined();
    cache.put('e', of(60)); // 120 bytes without c
    expect(['a', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'd', 'e']);
    expect(cache.bytes).toBe(100);
    cache.put('f', of(62));
    expect(cache.get('f')).toBeUndefined();
    cache.put('d', of(40));
    expect(cache.bytes).toBe(100);
    expect(cache.entries).toBe(2);
  });
});
