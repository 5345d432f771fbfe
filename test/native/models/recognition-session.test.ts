// Specification 2, sections 4.2 and 6: the three streaming modes, from slices to what is said, with a recogniser that
// hears tones as characters (test/helpers/models/tone-recogniser.ts) and voices found by level.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { levelSpeech, type OpenSpeech } from '../../../src/engine/pipeline/audio/vad.js';
import { SentenceText } from '../../../src/engine/pipeline/recognition/sentence-text.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import {
  changed,
  events,
  finals,
  plainParams,
  sentences,
  shown,
  ToneCalls,
} from '../../helpers/models/recognition-call.js';
import { characters, slicesOf, spoken } from '../../helpers/models/tone-recogniser.js';

let calls: ToneCalls;
beforeAll(async () => {
  calls = await ToneCalls.open();
});
afterAll(() => calls.close());
const heard: ToneCalls['heard'] = (...given) => calls.heard(...given);

describe('short_stream', () => {
  it('takes all audio as one sentence and sends no sentence events', async () => {
    const { said, cause } = await heard(spoken('5一二三99四五'), { mode: 'short' });
    expect(shown(said)).toEqual(['一二三四五 0-3300']);
    expect(cause).toBe('client');
  });

  it('gives an empty result where nothing was said, and none without audio', async () => {
    expect(shown((await heard(spoken('9'), { mode: 'short' })).said)).toEqual([' 0-900']);
    expect(shown((await heard(new Int16Array(0), { mode: 'short' })).said)).toEqual([]);
  });

  it('sends EXCEEDED_AUDIO, the pending result and the end when the audio is over its maximum', async () => {
    const { said, cause } = await heard(spoken('一二三四五六七八九'), { mode: 'short', audioMaxMs: 1_000 });
    expect(shown(said)).toEqual(['EXCEEDED_AUDIO 1000', '一二三四五 0-1000']);
    expect(cause).toBe('service');
  });

  it('does not send EXCEEDED_AUDIO for exactly the maximum', async () => {
    const { said } = await heard(spoken('一二三四五'), { mode: 'short', audioMaxMs: 1_000 });
    expect(shown(said)).toEqual(['一二三四五 0-1000']);
  });
});

describe('utterance_stream', () => {
  it('outputs the sentence after VOICE_END, ends the session and ignores later audio', async () => {
    const { said, cause } = await heard(spoken('5一二三9四五六9'), { mode: 'utterance' });
    expect(events(said)).toEqual(['VOICE_START 540', 'VOICE_END 1100']);
    expect(finals(said)).toEqual(['一二三']);
    expect(shown(said).at(-1)).toBe('一二三 540-1100');
    expect(cause).toBe('service');
  });

  it('ends with EXCEEDED_SILENCE when nobody speaks', async () => {
    const { said, cause } = await heard(spoken('99999'), { mode: 'utterance', endpoint: { headMs: 1_000 } });
    expect(shown(said)).toEqual(['EXCEEDED_SILENCE 1000']);
    expect(cause).toBe('service');
  });

  it('never sends EXCEEDED_AUDIO', async () => {
    const changes = { mode: 'utterance', audioMaxMs: 1_000, endpoint: { headMs: 0 } } as const;
    const { said } = await heard(spoken('999一二9'), changes);
    expect(finals(said)).toEqual(['一二']);
    expect(events(said).map((each) => each.split(' ')[0])).toEqual(['VOICE_START', 'VOICE_END']);
  });
});

describe('continue_stream', () => {
  it('goes on after VOICE_END and gives each sentence its own result', async () => {
    const { said, cause } = await heard(spoken('5一二三9四五六9'));
    expect(events(said)).toEqual(['VOICE_START 540', 'VOICE_END 1100', 'VOICE_START 2040', 'VOICE_END 2600']);
    expect(finals(said)).toEqual(['一二三', '四五六']);
    expect(cause).toBe('client');
  });

  it('ends with EXCEEDED_END_SILENCE after the pending results', async () => {
    const { said, cause } = await heard(spoken('一二三9999'), { endpoint: { endMs: 1_000 } });
    expect(events(said)).toEqual(['VOICE_START 40', 'VOICE_END 600', 'EXCEEDED_END_SILENCE 1600']);
    expect(finals(said)).toEqual(['一二三']);
    expect(cause).toBe('service');
  });

  it('vadEnd smaller than vadTail: the session ends right after the sentence', async () => {
    const { said } = await heard(spoken('一二三9999'), { endpoint: { endMs: 300 } });
    expect(events(said)).toEqual(['VOICE_START 40', 'VOICE_END 600', 'EXCEEDED_END_SILENCE 1100']);
    expect(finals(said)).toEqual(['一二三']);
  });

  it('outputs what is pending and ends when the audio is over its maximum', async () => {
    const { said, cause } = await heard(spoken('一二三四五六七八九'), { audioMaxMs: 1_000 });
    expect(events(said)).toEqual(['VOICE_START 40', 'VOICE_END 1000', 'EXCEEDED_AUDIO 1000']);
    expect(finals(said)).toEqual(['一二三四五']);
    expect(cause).toBe('service');
  });

  it('vadMaxSegment splits a sentence and loses nothing', async () => {
    const said = (await heard(spoken('一二三四五六七八九'.repeat(12)), { endpoint: { maxSegmentMs: 10_000 } })).said;
    expect(finals(said).join('')).toBe('一二三四五六七八九'.repeat(12));
    expect(finals(said)).toHaveLength(3);
  });

  it('a result for a noise that said nothing is left out, and NOISE tells of it', async () => {
    const { said } = await heard(spoken(`${'~'.repeat(30)}9一9`));
    expect(events(said).filter((each) => each.startsWith('NOISE'))).toEqual(['NOISE 3040']);
    expect(finals(said)).toEqual(['一']);
  });

  it('sends NOISE as well when the audio comes faster than it is heard', async () => {
    const { session, said, ended } = calls.call(changed({}));
    for (const slice of slicesOf(spoken(`${'~'.repeat(30)}9一9`), 1_000)) session.push(slice);
    session.end(false);
    await ended;
    expect(events(said).filter((each) => each.startsWith('NOISE'))).toEqual(['NOISE 3040']);
  });

  it('sends no NOISE while something is recognised', async () => {
    const { said } = await heard(spoken('一二三四五六七八九'.repeat(3)));
    expect(events(said).map((each) => each.split(' ')[0])).toEqual(['VOICE_START', 'VOICE_END']);
  });
});

describe('whatever the slices', () => {
  it.each([40, 60, 130, 500, 1_000])('of %i ms, events and results are the same', async (sliceMs) => {
    const samples = spoken('5一二三7四五六9~9七八91');
    const expected = shown((await heard(samples)).said);
    const found = shown((await heard(samples, {}, { sliceMs })).said);
    expect(new Set(found)).toEqual(new Set(expected));
    const inOrder = (all: string[]) => all.filter((each) => /^\p{sc=Han}/u.test(each));
    expect(inOrder(found)).toEqual(inOrder(expected));
    expect(inOrder(found)).toHaveLength(3);
  });
});

describe('whatever is said', () => {
  const sayings = fc.array(fc.tuple(fc.constantFrom('', '1', '3', '6', '9', '99'), fc.constantFrom(...characters)), {
    minLength: 1,
    maxLength: 12,
  });
  const slicings = fc.array(fc.integer({ min: 40, max: 1_000 }), { minLength: 1, maxLength: 8 });

  it('is heard once and in order, in any mixture of slices, and events come in turn', async () => {
    await fc.assert(
      fc.asyncProperty(sayings, slicings, fc.boolean(), async (saying, slicing, interimResults) => {
        const samples = spoken(`${saying.map((each) => each.join('')).join('')}1`);
        const more = { frontends: new FrontendPool(anySecond, 1) };
        const { said, cause } = await heard(samples, { interimResults }, { slices: cutBy(samples, slicing), more });
        expect(finals(said).join('')).toBe(saying.map(([, character]) => character).join(''));
        const names = events(said).map((each) => each.split(' ')[0]);
        for (const [at, name] of names.entries()) expect(name).toBe(at % 2 === 0 ? 'VOICE_START' : 'VOICE_END');
        expect(names.length).toBe(2 * finals(said).length);
        for (const { isFinal, startMs, endMs } of sentences(said)) {
          if (isFinal) continue;
          const final = sentences(said).find((each) => each.isFinal && each.startMs === startMs);
          expect(endMs).toBeLessThanOrEqual(final?.endMs ?? 0);
        }
        expect(cause).toBe('client');
      }),
      { numRuns: 40 },
    );
  });
});

describe('a model of voices that answers late', () => {
  /** Each answer comes three turns of the event loop after its audio. */
  const late: OpenSpeech = (listener) => {
    let work = Promise.resolve();
    const later = (tell: () => void) => {
      work = work.then(async () => {
        for (let turn = 0; turn < 3; turn++) await nextTurn();
        tell();
      });
    };
    const detector = levelSpeech({
      probabilities: (values) => later(() => listener.probabilities(values)),
      ended: () => later(() => listener.ended()),
      failed: (fault) => listener.failed(fault),
    });
    return detector;
  };

  it.each([
    ['sentence after sentence', '5一二三9四五六9', {}],
    ['a silence that is too long', '一二三9999', { endpoint: { endMs: 1_000 } }],
    ['audio that is too long', '一二三四五六七八九', { audioMaxMs: 1_000 }],
    ['one utterance', '5一二三9四五六9', { mode: 'utterance' }],
    ['a word that is cut', '5一二', {}],
  ] as const)('says of %s what one says that answers at once', async (_, saying, changes) => {
    const samples = spoken(saying);
    const [atOnce, found] = [
      await heard(samples, changes),
      await heard(samples, changes, { more: { openSpeech: late } }),
    ];
    expect(events(found.said)).toEqual(events(atOnce.said));
    expect(shown(found.said).sort()).toEqual(shown(atOnce.said).sort());
  });
});

/** Slices of these lengths in turn. */
function cutBy(samples: Int16Array, slicing: readonly number[]): Uint8Array[] {
  const slices: Uint8Array[] = [];
  const bytes = new Uint8Array(samples.buffer);
  let at = 0;
  while (at < bytes.length) {
    const ms = slicing[slices.length % slicing.length] ?? 100;
    slices.push(bytes.subarray(at, at + 16 * ms));
    at += 16 * ms;
  }
  return slices;
}

describe('the end of the audio', () => {
  it.each(['short', 'utterance', 'continue'] as const)('%s: a word cut in its middle is still heard', async (mode) => {
    const whole = spoken('5一二三四');
    const { said } = await heard(whole.subarray(0, whole.length - 8 * 60), { mode });
    expect(finals(said)).toEqual(['一二三四']);
  });

  it('END with cancel true outputs nothing more', async () => {
    const { session, said, ended } = calls.call(plainParams);
    for (const slice of slicesOf(spoken('一二三'))) session.push(slice);
    session.end(true);
    expect(await ended).toBe('cancel');
    const before = said.length;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(said).toHaveLength(before);
    expect(finals(said)).toEqual([]);
  });

  it('audio after a stop condition is ignored', async () => {
    const { session, said, ended } = calls.call(changed({ mode: 'utterance' }));
    for (const slice of slicesOf(spoken('一二9'))) session.push(slice);
    for (const slice of slicesOf(spoken('三四9'))) session.push(slice);
    expect(await ended).toBe('service');
    session.push(slicesOf(spoken('五'))[0] as Uint8Array);
    session.end(false);
    expect(finals(said)).toEqual(['一二']);
  });

  it('a session that was released says nothing', async () => {
    const { session, said } = calls.call(plainParams);
    for (const slice of slicesOf(spoken('一二三'))) session.push(slice);
    session.release();
    const before = said.length;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(said).toHaveLength(before);
  });
});

describe('interim results', () => {
  it('come only when asked for, without words and confidence', async () => {
    const text = { wordType: 'CHAR' } as const;
    const quiet = sentences((await heard(spoken('一二三四五六9'), { text })).said);
    expect(quiet.map(({ isFinal }) => isFinal)).toEqual([true]);
    const all = sentences((await heard(spoken('一二三四五六9'), { interimResults: true, text })).said);
    const interim = all.filter(({ isFinal }) => !isFinal);
    expect(interim.length).toBeGreaterThan(1);
    for (const { candidates, startMs, endMs } of interim) {
      expect(candidates).toHaveLength(1);
      expect(candidates[0]).toMatchObject({ confidence: 0, words: [] });
      expect('一二三四五六').toContain(candidates[0]?.text);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
    }
    expect(all.at(-1)?.candidates[0]?.words.map(({ text }) => text)).toEqual([...'一二三四五六']);
    expect(all.at(-1)?.candidates[0]?.confidence).toBeGreaterThan(0.9);
  });

  it.each(['short', 'utterance', 'continue'] as const)('%s: end no later than the final result', async (mode) => {
    const { said } = await heard(spoken('5一二三四99五六9'), { mode, interimResults: true }, { sliceMs: 40 });
    const interim = sentences(said).filter(({ isFinal }) => !isFinal);
    expect(interim.length).toBeGreaterThan(1);
    for (const { startMs, endMs } of interim) {
      const final = sentences(said).find((each) => each.isFinal && each.startMs === startMs);
      expect(endMs).toBeLessThanOrEqual(final?.endMs ?? 0);
    }
  });
});

describe('times', () => {
  it('of words are those of the session, silence that was skipped included', async () => {
    const said = (await heard(spoken('99一99二9'), { text: { wordType: 'CHAR' } })).said;
    const words = sentences(said).flatMap(({ candidates }) => candidates[0]?.words ?? []);
    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['一', 1_840, 2_000],
      ['二', 3_840, 4_000],
    ]);
  });

  it('of words last until the next word or a pause, and lie inside their sentence', async () => {
    const late = await ToneCalls.open({ beforeMs: 110, afterMs: 90 });
    try {
      for (const mode of ['short', 'utterance', 'continue'] as const) {
        const { said } = await late.heard(spoken('3一二三3四五9'), { mode, text: { wordType: 'CHAR' } });
        const [sentence] = sentences(said);
        const { startMs = 0, endMs = 0 } = sentence ?? {};
        const words = sentence?.candidates[0]?.words ?? [];
        expect(words.map(({ text }) => text).join('')).toBe('一二三四五');
        for (const [at, word] of words.entries()) {
          expect(word.startMs).toBeGreaterThanOrEqual(Math.max(startMs, words[at - 1]?.endMs ?? 0));
          expect(word.endMs).toBeGreaterThan(word.startMs);
          expect(word.endMs).toBeLessThanOrEqual(endMs);
        }
        const gapsMs = words.slice(1).map((word, at) => word.startMs - (words[at]?.endMs ?? 0));
        expect(gapsMs.map((gapMs) => gapMs > 0)).toEqual([false, false, true, false]);
      }
    } finally {
      await late.close();
    }
  });
});

describe('following sentences', () => {
  // A model of marks that writes down what it was given: the following text between brackets does not come back.
  const withMarks =
    (given: string[]) =>
    async (text: string, { isFinished }: { isFinished: boolean }) => {
      given.push(`${text}${isFinished ? '.' : ''}`);
      return `${text}。`;
    };
  const audio = spoken('一二9三四9');

  it('are waited for with tppContextRange, and finals stay in order', async () => {
    const given: string[] = [];
    const params = changed({ text: { addPunc: true } });
    const text = new SentenceText(params.text, [], withMarks(given));
    const { said } = await heard(audio, { text: { addPunc: true } }, { more: { text } });
    expect(given).toEqual(['一二三四', '三四.']);
    expect(finals(said)).toHaveLength(2);
    expect(finals(said)[0]).toMatch(/^一二/);
    const second = said.findLastIndex((each) => each.type === 'event' && each.event === 'VOICE_START');
    expect(said.findIndex((each) => each.type === 'sentence')).toBeGreaterThan(second);
  });

  it('after a pause of more than 1.2 s do not go on with what was said: nothing waits for them', async () => {
    const given: string[] = [];
    const params = changed({ text: { addPunc: true } });
    const text = new SentenceText(params.text, [], withMarks(given));
    const { said } = await heard(spoken('一二99三四9'), { text: params.text }, { more: { text } });
    expect(given).toEqual(['一二.', '三四.']);
    const second = said.findLastIndex((each) => each.type === 'event' && each.event === 'VOICE_START');
    expect(said.findIndex((each) => each.type === 'sentence')).toBeLessThan(second);
  });

  it('that cannot come any more are not waited for, though no further slice comes', async () => {
    const params = changed({ text: { addPunc: true } });
    const text = new SentenceText(params.text, [], withMarks([]));
    const { session, said } = calls.call(params, { text });
    for (const slice of slicesOf(spoken('一二99'), 500)) session.push(slice);
    for (let turn = 0; turn < 1_000 && finals(said).length === 0; turn++) await nextTurn();
    expect(finals(said)).toEqual(['一二。']);
    session.release();
  });

  it.each([1_000, 2_000, 5_000])('are the same at any speed of the audio, with a range of %i ms', async (range) => {
    const params = changed({ text: { addPunc: true, tppContextRangeMs: range } });
    const samples = spoken('一二7三四9五7六七八九一二三四五六七八九9一');
    const slowly: string[] = [];
    await heard(
      samples,
      { text: params.text },
      { more: { text: new SentenceText(params.text, [], withMarks(slowly)) } },
    );
    const atOnce: string[] = [];
    const text = new SentenceText(params.text, [], withMarks(atOnce));
    const { session, ended } = calls.call(params, { text });
    for (const slice of slicesOf(samples, 1_000)) session.push(slice);
    session.end(false);
    await ended;
    expect(atOnce).toEqual(slowly);
    expect(atOnce.some((each) => !each.endsWith('.'))).toBe(range > 1_000);
  });

  it('are not with 0', async () => {
    const given: string[] = [];
    const params = changed({ text: { addPunc: true, tppContextRangeMs: 0 } });
    const text = new SentenceText(params.text, [], withMarks(given));
    const { said } = await heard(audio, { text: params.text }, { more: { text } });
    expect(given).toEqual(['一二.', '三四.']);
    const second = said.findLastIndex((each) => each.type === 'event' && each.event === 'VOICE_START');
    expect(said.findIndex((each) => each.type === 'sentence')).toBeLessThan(second);
  });

  it('are waited for no longer than tppContextRange', async () => {
    const given: string[] = [];
    const params = changed({ text: { addPunc: true, tppContextRangeMs: 1_000 } });
    const text = new SentenceText(params.text, [], withMarks(given));
    const { said } = await heard(spoken('一二99999三四9'), { text: params.text }, { more: { text } });
    expect(given).toEqual(['一二.', '三四.']);
    const second = said.findLastIndex((each) => each.type === 'event' && each.event === 'VOICE_START');
    expect(said.findIndex((each) => each.type === 'sentence')).toBeLessThan(second);
  });
});
