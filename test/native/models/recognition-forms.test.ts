// Specification 2, sections 2.2, 2.4 and 4.1: every coding, analysis, and one-shot recognition, with the recogniser of
// test/helpers/models/tone-recogniser.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClip } from '../../../src/engine/pipeline/audio/clip.js';
import { anySecond, FrontendPool } from '../../../src/engine/pipeline/audio/frontend.js';
import { recogniseClip } from '../../../src/engine/pipeline/recognition/recognise-clip.js';
import { addon, encodings } from '../../../src/native/index.js';
import { nextTurn } from '../../helpers/models/hearing-models.js';
import { finals, plainParams, sentences, ToneCalls } from '../../helpers/models/recognition-call.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';

let calls: ToneCalls;
beforeAll(async () => {
  calls = await ToneCalls.open();
});
afterAll(() => calls.close());
const heard: ToneCalls['heard'] = (...given) => calls.heard(...given);

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

  it('says ANGRY once of a sentence with a raised voice, after three ordinary ones, where emotion is asked for', async () => {
    // A buzz under the tones is the pitch; the recogniser does not hear multiples of 100 Hz under 600.
    const said = (pitchHz: number, buzz: number, gain: number) => {
      const text = spoken('四五四五四五四五9');
      return text.map((sample, at) =>
        sample === 0 ? 0 : Math.round(gain * sample + buzz * Math.sin((2 * Math.PI * pitchHz * at) / 8_000)),
      );
    };
    const plain = said(100, 5_000, 1);
    const audio = Int16Array.from([plain, plain, plain, said(200, 8_000, 2)].flatMap((each) => [...each]));
    const none = { emotion: false, gender: false, speed: false, volume: false };
    const angry = await heard(audio, { analysis: { ...none, emotion: true } });
    expect(sentences(angry.said).map(({ candidates }) => candidates[0]?.text)).toEqual(
      Array(4).fill('四五四五四五四五'),
    );
    const [last, ...before] = sentences(angry.said).toReversed();
    for (const { analysis } of before) expect(analysis).toEqual({});
    const { startMs, endMs } = last ?? {};
    expect(last?.analysis?.emotions).toMatchObject([{ emotion: 'ANGRY', startMs, endMs }]);
    const unasked = await heard(audio, { analysis: none });
    expect(sentences(unasked.said).map(({ analysis }) => analysis)).toEqual(Array(4).fill({}));
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
    expect(lengths).toEqual([900, 1_100]);
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
  } = plainParams;
  const recognised = (bytes: Uint8Array, format: 'auto' | 'pcm_s16le_8k', by = calls) =>
    recogniseClip(
      openClip(bytes, { format }, 60_000),
      clipParams,
      by.parts(plainParams, { frontends: new FrontendPool(anySecond, 1) }),
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

  it('hears a clip with a model whose chunks last longer than a backlog may', async () => {
    const long = await ToneCalls.open({}, { chunkRows: 150, rightRows: 20 });
    try {
      const samples = spoken('一二三四五六七八九'.repeat(5));
      const { sentence } = await recognised(new Uint8Array(samples.buffer), 'pcm_s16le_8k', long);
      expect(sentence.candidates.map(({ text }) => text)).toEqual(['一二三四五六七八九'.repeat(5)]);
      const { said } = await long.heard(samples, { mode: 'short' });
      expect(finals(said)).toEqual(['一二三四五六七八九'.repeat(5)]);
    } finally {
      await long.close();
    }
  });

  it('refuses what cannot be recognised as audio', async () => {
    expect(() => openClip(new Uint8Array(100), { format: 'auto' }, 60_000)).toThrow(/format cannot be determined/);
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
