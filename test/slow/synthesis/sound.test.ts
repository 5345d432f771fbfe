// The sound of the voices that ship: specification 2, sections 2.1 and 2.6. Nothing here knows how it sounds to a
// person.
import { OpusEncoder } from '@discordjs/opus';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoicesModel } from '../../../src/engine/runtime/voices/voices.js';
import { addon, encodings } from '../../../src/native/index.js';
import { soundEffects } from '../../../src/native/vocoder.js';
import { codedRateHz, spokenFormats, spokenRatesHz } from '../../../src/protocol/engine/synthesis.js';
import { likeness } from '../../helpers/audio/likeness.js';
import { framesOf } from '../../helpers/audio/ogg.js';
import { chance } from '../../helpers/chance.js';
import {
  levelDb,
  loadShippedVoices,
  Mouth,
  neuralVoice,
  paramsOf,
  pitchHz,
  quickVoice,
  samplesOf,
  sentencesOf,
} from '../../helpers/models/voices.js';

/** Section 2.1. */
const specified = [
  ...['zhixingjing', 'chengshuqian', 'liaoliangnan', 'shuhuankun', 'reqingman', 'yanlirui', 'roumeijuan', 'roumeiqian'],
  ...['qingchunwei', 'roumeiyun', 'chunzhenhe', 'catongjing', 'daimengxi', 'youmoxiong', 'jiangsong', 'liluoxu'],
];
const voices = [
  ...specified.map((name) => `cn_${name}_common`),
  ...['en_roumeicameal_common', 'en_shenghuobarron_common'],
  ...['zhixingjing', 'roumeijuan', 'roumeiqian'].map((name) => `cn_${name}_common-h9`),
];

const short = '您好。';
const long = '您好，请问有什么可以帮您？今天天气不错。';
const frameMs = 20;
/** Level of speech with its pauses, that a telephone can carry. */
const [quietestDb, loudestDb] = [-36, -14];

let model: VoicesModel;
let mouth: Mouth;
beforeAll(async () => {
  model = await loadShippedVoices();
  mouth = new Mouth(model);
});
afterAll(() => model.release());

describe('a synthesis', () => {
  const lengths: readonly [string, () => () => number][] = [
    ['100 ms', () => () => 100],
    ['10 s', () => () => 10_000],
    ['odd lengths', () => () => 37],
    [
      'lengths by chance',
      () => {
        const lot = chance(7);
        return () => lot.int(1, 700);
      },
    ],
  ];

  it.each([neuralVoice, quickVoice])('is the same bit for bit whatever is pulled: %s', async (property) => {
    const whole = Buffer.concat(await mouth.slices(paramsOf({ property }), sentencesOf(long), () => 10_000));
    for (const [name, next] of lengths) {
      const parts = Buffer.concat(await mouth.slices(paramsOf({ property }), sentencesOf(long), next()));
      expect(parts.equals(whole), name).toBe(true);
    }
  });

  it('is the same when it was made ahead before the first pull', async () => {
    const whole = Buffer.concat(await mouth.slices(paramsOf(), sentencesOf(long)));
    const [session, listener] = mouth.open(paramsOf(), sentencesOf(long));
    await mouth.idle();
    expect(listener.slices).toEqual([]);
    while (!listener.hasEnded) {
      mouth.speaking.pull(session, 333);
      await mouth.idle();
    }
    expect(Buffer.concat(listener.slices).equals(whole)).toBe(true);
  });

  it.each(['svc_speex', 'svc_opus'] as const)('has the same %s frames whatever is pulled', async (format) => {
    const frames = async (ms: number) => {
      const slices = await mouth.slices(paramsOf({ format }), sentencesOf(long), () => ms);
      return Buffer.concat(slices.map((slice) => slice.subarray(4)));
    };
    const whole = await frames(10_000);
    for (const ms of [20, 100, 330]) expect((await frames(ms)).equals(whole)).toBe(true);
  });

  it('gives slices of exactly the length that was pulled, the last of what is left', async () => {
    for (const sampleRateHz of spokenRatesHz) {
      const slices = await mouth.slices(paramsOf({ sampleRateHz }), sentencesOf(short), () => 100);
      const samples = slices.map((slice) => slice.length / 2);
      for (const count of samples.slice(0, -1)) expect(Math.abs(count - sampleRateHz / 10)).toBeLessThanOrEqual(0.5);
      const [sum, number] = [samples.slice(0, -1).reduce((a, b) => a + b, 0), samples.length - 1];
      expect(Math.abs(sum - (number * sampleRateHz) / 10)).toBeLessThanOrEqual(0.5); // halves do not add up
      expect(samples.at(-1)).toBeLessThanOrEqual(Math.ceil(sampleRateHz / 10));
    }
  });
});

describe('formats and rates', () => {
  const pairs = spokenFormats.flatMap((format) => spokenRatesHz.map((rate) => [format, rate] as const));

  it.each(pairs)('%s at %i Hz has the length of the speech and is heard again', async (format, wantedHz) => {
    const sampleRateHz = codedRateHz(format, wantedHz);
    const spoken = await mouth.pcm(short);
    const spokenMs = spoken.length / 16;
    const slices = await mouth.slices(paramsOf({ format, sampleRateHz }), sentencesOf(short), () => 200);
    const bytes = Buffer.concat(slices);
    if (format === 'pcm' || format === 'alaw' || format === 'ulaw') {
      const samples = format === 'pcm' ? samplesOf(bytes) : addon.decode(encodings[format], bytes);
      expect(samples.length).toBe(Math.ceil((spoken.length * sampleRateHz) / 16_000));
      expect(Math.abs(levelDb(samples) - levelDb(spoken))).toBeLessThan(1.5);
      return;
    }
    const frontend = new addon.Frontend(encodings[format], sampleRateHz, 0, 1_000, 16_000);
    const heard: number[] = [];
    for (const slice of slices) {
      expect(frontend.push(slice)).toBeGreaterThanOrEqual(0);
      expect(frontend.sliceMs % frameMs).toBe(0);
      heard.push(...(frontend.samples?.subarray(0, frontend.sampleCount) ?? []));
    }
    expect(frontend.totalMs).toBe(Math.ceil(spokenMs / frameMs) * frameMs);
    expect(Math.abs(levelDb(Int16Array.from(heard)) - levelDb(spoken))).toBeLessThan(4);
  });

  it.each([
    ['pcm', spokenRatesHz],
    ['alaw', spokenRatesHz],
    ['svc_speex', [8_000, 16_000, 16_000, 32_000, 32_000, 32_000, 32_000]],
    ['svc_opus', [8_000, 12_000, 16_000, 24_000, 48_000, 48_000, 48_000]],
  ] as const)('%s carries the next rate of its codec, at most its highest', (format, carriedHz) => {
    expect(spokenRatesHz.map((rateHz) => codedRateHz(format, rateHz))).toEqual(carriedHz);
  });

  it.each(spokenRatesHz)(
    'svc_opus at %i Hz is decoded by another libopus, and sounds as the PCM does',
    async (wantedHz) => {
      const sampleRateHz = codedRateHz('svc_opus', wantedHz);
      const original = samplesOf(Buffer.concat(await mouth.slices(paramsOf({ sampleRateHz }), sentencesOf(short))));
      const slices = await mouth.slices(paramsOf({ format: 'svc_opus', sampleRateHz }), sentencesOf(short), () => 200);
      const peer = new OpusEncoder(sampleRateHz, 1);
      const decoded = slices.map((slice) => framesOf(Buffer.from(slice)).map((frame) => peer.decode(frame)));
      for (const [at, slice] of slices.entries())
        expect(Buffer.from(slice).readUInt32BE(0)).toBe(Buffer.concat(decoded[at] ?? []).length);
      const heard = samplesOf(Buffer.concat(decoded.flat()));
      expect(Math.ceil(original.length / (sampleRateHz / 50)) * (sampleRateHz / 50)).toBe(heard.length);
      expect(Math.abs(levelDb(heard) - levelDb(original))).toBeLessThan(1.5);
      expect(likeness(original, heard, sampleRateHz / 100).correlation).toBeGreaterThan(0.7);
    },
  );
});

describe('the voices', () => {
  it('are those of the specification', () => {
    expect([...model.manifest.serves].sort()).toEqual([...voices].sort());
  });

  it('all speak, and no two alike', async () => {
    const said = new Map<string, string>();
    for (const property of voices) {
      const samples = await mouth.pcm(short, { property });
      expect(samples.length / 16, property).toBeGreaterThan(300);
      expect(levelDb(samples), property).toBeGreaterThan(quietestDb);
      expect(levelDb(samples), property).toBeLessThan(loudestDb);
      said.set(Buffer.from(samples.buffer).toString('base64'), property);
    }
    expect(said.size).toBe(voices.length);
  });

  it.each([neuralVoice, 'en_roumeicameal_common', quickVoice])('%s says English words', async (property) => {
    const samples = await mouth.pcm('hello', { property });
    expect(samples.length / 16).toBeGreaterThan(250);
    expect(levelDb(samples)).toBeGreaterThan(quietestDb - 4);
  });

  it('change within a sentence where markup says so', async () => {
    const [sentence] = sentencesOf(long);
    const tokens = (sentence?.tokens ?? []).map((token, at) => ({
      ...token,
      prosody: { rate: 1, pitchSemitones: 0, gainDb: 0, voice: at % 4 < 2 ? quickVoice : neuralVoice },
    }));
    const mixed = await mouth.pcm([{ ...(sentence as NonNullable<typeof sentence>), tokens }]);
    expect(levelDb(mixed)).toBeGreaterThan(quietestDb);
    const unknown = tokens.map((token) => ({ ...token, prosody: { ...token.prosody, voice: 'cn_nobody_common' } }));
    const own = await mouth.pcm([sentence as NonNullable<typeof sentence>]);
    const asOwn = await mouth.pcm([{ ...(sentence as NonNullable<typeof sentence>), tokens: unknown }]);
    expect(Buffer.from(asOwn.buffer).equals(Buffer.from(own.buffer))).toBe(true); // the session's speaks
  });
});

describe.each([neuralVoice, quickVoice])('options of %s', (property) => {
  const text = '妈妈今天买梨。';

  it('pitch is cents: 500 raises by a third, -500 lowers', async () => {
    const [low, own, high] = await Promise.all(
      [-500, 0, 500].map(async (pitch) => pitchHz(await mouth.pcm(text, { property, pitch }))),
    );
    expect((high as number) / (own as number)).toBeGreaterThan(1.2);
    expect((high as number) / (own as number)).toBeLessThan(1.5);
    expect((low as number) / (own as number)).toBeLessThan(0.85);
    expect((low as number) / (own as number)).toBeGreaterThan(0.65);
  });

  it('speed 500 is twice as fast, -500 half as fast', async () => {
    const length = async (speed: number) => (await mouth.pcm(text, { property, speed })).length;
    const own = await length(0);
    expect((await length(500)) / own).toBeGreaterThan(0.45);
    expect((await length(500)) / own).toBeLessThan(0.62);
    expect((await length(-500)) / own).toBeGreaterThan(1.75);
    expect((await length(-500)) / own).toBeLessThan(2.1);
  });

  it('volume 0 is silence, 25 half of 50, 100 twice', async () => {
    const level = async (volume: number) => levelDb(await mouth.pcm(text, { property, volume }));
    const own = await level(50);
    expect(await level(0)).toBeLessThan(-90);
    expect((await level(25)) - own).toBeCloseTo(-6, 0);
    expect((await level(100)) - own).toBeGreaterThan(3);
  });

  it('every soundEffect sounds different', async () => {
    const said = new Set<string>();
    for (const soundEffect of soundEffects.keys()) {
      const samples = await mouth.pcm(short, { property, soundEffect });
      expect(levelDb(samples)).toBeGreaterThan(quietestDb - 6);
      said.add(Buffer.from(samples.buffer).toString('base64'));
    }
    expect(said.size).toBe(soundEffects.length);
  });

  it('markup changes rate, pitch and loudness of what it encloses', async () => {
    const [sentence] = sentencesOf(text);
    const own = await mouth.pcm(text, { property });
    const marked = async (change: object) => {
      const prosody = { rate: 1, pitchSemitones: 0, gainDb: 0, voice: undefined, ...change };
      const tokens = (sentence?.tokens ?? []).map((token) => ({ ...token, prosody }));
      return mouth.pcm([{ ...(sentence as NonNullable<typeof sentence>), tokens }], { property });
    };
    expect((await marked({ rate: 2 })).length / own.length).toBeLessThan(0.65);
    expect(pitchHz(await marked({ pitchSemitones: 5 })) / pitchHz(own)).toBeGreaterThan(1.2);
    expect(levelDb(await marked({ gainDb: -12 })) - levelDb(own)).toBeCloseTo(-12, 0);
  });

  it('a pause of markup lasts as long as it says', async () => {
    const [sentence] = sentencesOf(text);
    const own = await mouth.pcm(text, { property });
    const tokens = [...(sentence?.tokens ?? [])];
    const place = { start: 0, end: 0, boundary: 'phrase' as const };
    tokens.splice(2, 0, { kind: 'pause', ms: 2_000, ...place });
    const paused = await mouth.pcm([{ ...(sentence as NonNullable<typeof sentence>), tokens }], { property });
    const addedMs = (paused.length - own.length) / 16;
    expect(addedMs).toBeGreaterThan(1_800);
    expect(addedMs).toBeLessThan(2_300);
  });
});
