// Specification 2, sections 4.2 and 6: the three streaming modes and one-shot recognition, from slices to what is said,
// with a recogniser that hears tones as characters (test/helpers/tone-recogniser.ts) and voices found by level.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClip } from '../../src/engine/pipeline/clip.js';
import { anySecond, HearingPool } from '../../src/engine/pipeline/hearing.js';
import { recogniseClip } from '../../src/engine/pipeline/recognise-clip.js';
import { type RecognitionParts, RecognitionSession } from '../../src/engine/pipeline/recognition.js';
import { SentenceText } from '../../src/engine/pipeline/sentence-text.js';
import { levelSpeech } from '../../src/engine/pipeline/speech-ear.js';
import type { CtcModel } from '../../src/engine/runtime/ctc.js';
import { loadCtc } from '../../src/engine/runtime/load.js';
import { Recogniser } from '../../src/engine/runtime/recogniser.js';
import { addon, encodings } from '../../src/native/index.js';
import type {
  RecognitionEnd,
  RecognitionParams,
  RecognitionSaid,
  Sentence,
  TextParams,
} from '../../src/protocol/recognition.js';
import { nextTurn } from '../helpers/hearing-models.js';
import { modelIn, writeModel } from '../helpers/model-folder.js';
import { slicesOf, spoken, toneRecogniser } from '../helpers/tone-recogniser.js';

let folder: string;
let model: CtcModel;
let recogniser: Recogniser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-session-'));
  model = await loadCtc(modelIn(writeModel(folder, toneRecogniser.draft, toneRecogniser.files)));
  recogniser = Recogniser.open(model);
});
afterAll(async () => {
  await model.release();
  rmSync(folder, { recursive: true, force: true });
});

const plainText: TextParams = {
  addPunc: false,
  digitNorm: false,
  textSmooth: false,
  makeParagraph: false,
  outputPinyin: false,
  wordType: 'DISABLED',
  wordTpp: false,
  tppContextRangeMs: 5_000,
  sensitiveWords: [],
};
const plain: RecognitionParams = {
  kind: 'asr',
  mode: 'continue',
  property: 'cn_8k_common',
  coding: { coding: 'pcm_s16le', sampleRateHz: 8_000 },
  audioMaxMs: 60_000,
  endpoint: { headMs: 10_000, tailMs: 500, endMs: 0, maxSegmentMs: 30_000, threshold: 10 },
  interimResults: false,
  nBest: 1,
  hotwords: [],
  text: plainText,
  analysis: undefined,
  languageModelPath: undefined,
};
type Changes = Partial<Omit<RecognitionParams, 'endpoint' | 'text'>> & {
  readonly endpoint?: Partial<RecognitionParams['endpoint']>;
  readonly text?: Partial<TextParams>;
};
const changed = ({ endpoint, text, ...changes }: Changes): RecognitionParams => ({
  ...plain,
  ...changes,
  endpoint: { ...plain.endpoint, ...endpoint },
  text: { ...plainText, ...text },
});

const hearings = new HearingPool({ minMs: 40, maxMs: 1_000 }, 4);
const partsOf = (params: RecognitionParams, more: Partial<RecognitionParts> = {}): RecognitionParts => ({
  recogniser,
  hotwords: recogniser.compileHotwords([]),
  text: new SentenceText(params.text, params.hotwords, undefined),
  openSpeech: levelSpeech,
  hearings,
  gender: undefined,
  ...more,
});

interface Call {
  readonly session: RecognitionSession;
  readonly said: RecognitionSaid[];
  readonly ended: Promise<RecognitionEnd>;
}

function call(params: RecognitionParams, more: Partial<RecognitionParts> = {}): Call {
  const said: RecognitionSaid[] = [];
  let session: RecognitionSession | undefined;
  const ended = new Promise<RecognitionEnd>((resolve, reject) => {
    const say = { said: (each: RecognitionSaid) => said.push(each), ended: resolve, failed: reject };
    session = new RecognitionSession(params, partsOf(params, more), say);
  });
  return { session: session as RecognitionSession, said, ended };
}

/** Slices one after another, as fast as the model takes them; then END, unless the session ended by itself. */
async function heard(
  samples: Int16Array,
  changes: Changes = {},
  { sliceMs = 100, more = {} as Partial<RecognitionParts>, slices = slicesOf(samples, sliceMs) } = {},
): Promise<{ said: RecognitionSaid[]; cause: RecognitionEnd }> {
  const { session, said, ended } = call(changed(changes), more);
  for (const slice of slices) {
    session.push(slice);
    do await nextTurn();
    while (session.isBehind);
  }
  session.end(false);
  return { said, cause: await ended };
}

const shown = (said: readonly RecognitionSaid[]): string[] =>
  said.map((each) =>
    each.type === 'event'
      ? `${each.event} ${each.atMs}`
      : `${each.sentence.isFinal ? '' : '… '}${each.sentence.candidates[0]?.text} ${each.sentence.startMs}-${each.sentence.endMs}`,
  );
const sentences = (said: readonly RecognitionSaid[]): Sentence[] =>
  said.flatMap((each) => (each.type === 'sentence' ? [each.sentence] : []));
const finals = (said: readonly RecognitionSaid[]): string[] =>
  sentences(said).flatMap(({ isFinal, candidates }) => (isFinal ? [candidates[0]?.text ?? ''] : []));
const events = (said: readonly RecognitionSaid[]): string[] =>
  said.flatMap((each) => (each.type === 'event' ? [`${each.event} ${each.atMs}`] : []));

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
    expect(events(said).filter((each) => each.startsWith('NOISE'))).toHaveLength(1);
    expect(finals(said)).toEqual(['一']);
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

describe('the end of the audio', () => {
  it.each(['short', 'utterance', 'continue'] as const)('%s: a word cut in its middle is still heard', async (mode) => {
    const whole = spoken('5一二三四');
    const { said } = await heard(whole.subarray(0, whole.length - 8 * 60), { mode });
    expect(finals(said)).toEqual(['一二三四']);
  });

  it('END with cancel true outputs nothing more', async () => {
    const { session, said, ended } = call(plain);
    for (const slice of slicesOf(spoken('一二三'))) session.push(slice);
    session.end(true);
    expect(await ended).toBe('cancel');
    const before = said.length;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(said).toHaveLength(before);
    expect(finals(said)).toEqual([]);
  });

  it('audio after a stop condition is ignored', async () => {
    const { session, said, ended } = call(changed({ mode: 'utterance' }));
    for (const slice of slicesOf(spoken('一二9'))) session.push(slice);
    for (const slice of slicesOf(spoken('三四9'))) session.push(slice);
    expect(await ended).toBe('service');
    session.push(slicesOf(spoken('五'))[0] as Uint8Array);
    session.end(false);
    expect(finals(said)).toEqual(['一二']);
  });

  it('a session that was released says nothing', async () => {
    const { session, said } = call(plain);
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

describe('analysis', () => {
  it('is absent unless asked for', async () => {
    const { said } = await heard(spoken('一二三9'));
    expect(sentences(said)[0]?.analysis).toBeUndefined();
  });

  it('gives speed as syllables a second × 60 and volume as dB of full scale over 60, of each sentence', async () => {
    const analysis = { emotion: true, gender: true, speed: true, volume: true };
    const { said } = await heard(spoken('一二三四五9'), { analysis });
    const found = sentences(said)[0]?.analysis;
    // Five tones of 160 ms, 40 ms apart: 960 ms. 8000 of 32768 is -12.2 dB, a fifth of it silence: -13.1 dB.
    expect(found?.speed).toBeGreaterThan(300);
    expect(found?.speed).toBeLessThan(330);
    expect(found?.averageVolume).toBe(78);
    expect(found?.maximumVolume).toBe(80);
    expect(found).not.toHaveProperty('gender');
    expect(found).not.toHaveProperty('emotions');
  });

  it('hears the voice of each sentence alone', async () => {
    const lengths: number[] = [];
    const gender = async (samples: Int16Array) => {
      lengths.push(samples.length / 8);
      return { gender: 'FEMALE', confidence: 0.9 } as const;
    };
    const analysis = { emotion: false, gender: true, speed: false, volume: false };
    const { said } = await heard(spoken('一二9三9'), { analysis }, { more: { gender } });
    expect(sentences(said).map((each) => each.analysis)).toEqual([
      { gender: { gender: 'FEMALE', confidence: 0.9 } },
      { gender: { gender: 'FEMALE', confidence: 0.9 } },
    ]);
    expect(lengths).toEqual([900, 960]);
  });
});

describe('every streaming format', () => {
  const formats = [
    ['pcm_s16le', 16_000],
    ['alaw', 8_000],
    ['alaw', 16_000],
    ['ulaw', 8_000],
    ['ulaw', 16_000],
    ['svc_speex', 8_000],
    ['svc_speex', 16_000],
    ['svc_opus', 8_000],
    ['svc_opus', 16_000],
  ] as const;

  it.each(formats)('%s at %i Hz says what 8 kHz PCM says', async (coding, sampleRateHz) => {
    const samples = resampledTo(sampleRateHz, spoken('5一二三9七八九9'));
    const packed = coding.startsWith('svc_');
    const packer = packed
      ? new addon.Packer(encodings[coding], sampleRateHz, coding === 'svc_speex' ? 10 : 64_000)
      : undefined;
    const step = sampleRateHz / 10;
    const slices = Array.from({ length: samples.length / step }, (_, at) => {
      const part = samples.subarray(at * step, (at + 1) * step);
      return packer ? packer.pack(part) : addon.encode(encodings[coding], part);
    });
    const { said } = await heard(samples, { coding: { coding, sampleRateHz } }, { slices });
    expect(finals(said)).toEqual(['一二三', '七八九']);
  });
});

function resampledTo(rateHz: number, samples: Int16Array): Int16Array {
  if (rateHz === 8_000) return samples;
  const resampler = new addon.Resampler(8_000, rateHz);
  return Int16Array.from([...resampler.push(samples), ...resampler.flush()]);
}

describe('one-shot recognition', () => {
  const {
    mode: _mode,
    coding: _coding,
    audioMaxMs: _max,
    endpoint: _endpoint,
    interimResults: _,
    ...clipParams
  } = plain;
  const recognised = (bytes: Uint8Array, format: 'auto' | 'pcm_s16le_8k') =>
    recogniseClip(
      openClip(bytes, format, 60_000),
      clipParams,
      partsOf(plain, { hearings: new HearingPool(anySecond, 1) }),
      nextTurn,
    );

  it('gives one result over the whole body', async () => {
    const samples = spoken('5一二三99四五六5');
    const bytes = new Uint8Array(samples.buffer);
    const { sentence, audioMs, sampleRateHz } = await recognised(bytes, 'pcm_s16le_8k');
    expect(sentence).toMatchObject({ isFinal: true, startMs: 0, endMs: 4_000 });
    expect(sentence.candidates.map(({ text }) => text)).toEqual(['一二三四五六']);
    expect([audioMs, sampleRateHz]).toEqual([4_000, 8_000]);
  });

  it('says what the short mode says', async () => {
    const samples = spoken('一二三四五六七八九'.repeat(5));
    const live = (await heard(samples, { mode: 'short' })).said;
    const { sentence } = await recognised(new Uint8Array(samples.buffer), 'pcm_s16le_8k');
    expect(sentence).toEqual(sentences(live)[0]);
  });

  it('refuses what cannot be recognised as audio', async () => {
    expect(() => openClip(new Uint8Array(100), 'auto', 60_000)).toThrow(/format cannot be determined/);
  });

  it('leaves turns to live sessions', async () => {
    let turns = 0;
    const clip = recognised(new Uint8Array(spoken('一二三四五六七八九'.repeat(30)).buffer), 'pcm_s16le_8k');
    let isDone = false;
    void clip.then(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      turns++;
    }
    expect(turns).toBeGreaterThan(54 * 2); // 54 s of audio in chunks of 240 ms
  });
});
