// The voices as JavaScript sees them; native/test/vocoder_*.cc has their arithmetic. Specification 2, section 2.6:
// pitch and speed -500 to 500, volume 0 to 100 with 50 as default, soundEffect 0 to 5.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import {
  envelopePoints,
  frameFloats,
  gainOf,
  loadParametricVoice,
  makeVocoder,
  pitchFactorOf,
  rateOf,
  renderUnits,
  type SpokenUnit,
  soundEffects,
  spokenMoods,
  type VocoderOptions,
} from '../../../src/native/vocoder.js';
import { finals, initials } from '../../../src/protocol/engine/synthesis.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-vocoder-'));
afterAll(() => rmSync(folder, { recursive: true }));

const meanSounds = fileURLToPath(new URL('../../fixtures/mean-sounds.bin', import.meta.url));
const table = loadParametricVoice(meanSounds);
const unitsOf = (names: string): SpokenUnit[] => names.split(' ').map((name) => ({ unit: table.units.indexOf(name) }));
const sentence = unitsOf('sil n in2 h ao3 q ing3 un4 n in2 sil');

function steady(frames: number, f0Hz: number, levelDb: number): Float32Array {
  const all = new Float32Array(frames * frameFloats).fill(levelDb);
  for (let at = 0; at < all.length; at += frameFloats) {
    all[at] = f0Hz;
    all.fill(0, at + 1 + envelopePoints, at + frameFloats);
  }
  return all;
}

function spoken(frames: Float32Array, options: Partial<VocoderOptions> = {}, slice = frames.length / frameFloats) {
  const vocoder = makeVocoder(options);
  const all: number[] = [];
  for (let at = 0; at < frames.length; at += slice * frameFloats)
    all.push(...vocoder.push(frames.subarray(at, at + slice * frameFloats)));
  all.push(...vocoder.flush());
  return Int16Array.from(all);
}
/** Plain equality of big arrays: an element-wise comparison of `expect` takes seconds. */
const isSame = (one: Int16Array | Float32Array | undefined, other: Int16Array | Float32Array | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  Buffer.compare(
    Buffer.from(one.buffer, one.byteOffset, one.byteLength),
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  ) === 0;
const powerOf = (samples: Int16Array) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length;

/** The lag that a sound repeats itself best with, as a frequency. */
function pitchOf(samples: Int16Array): number {
  const middle = samples.subarray(4_000, 8_000);
  let best = 0;
  let bestLag = 1;
  for (let lag = 40; lag < 400; lag += 1) {
    let sum = 0;
    for (let at = 0; at + 400 < middle.length; at += 1) sum += (middle[at] ?? 0) * (middle[at + lag] ?? 0);
    if (sum > best * 1.001) {
      best = sum;
      bestLag = lag;
    }
  }
  return 16_000 / bestLag;
}

describe('the vocoder', () => {
  it('gives 80 samples a frame of 5 ms, 160 a frame of 10 ms, and the last of them at the end', () => {
    const vocoder = makeVocoder();
    expect(vocoder.push(steady(10, 200, -30)).length).toBe(9 * 80);
    expect(vocoder.flush().length).toBe(80);
    expect(spoken(steady(10, 200, -30), { frameMs: 10 }).length).toBe(1_600);
  });

  it('gives the same samples bit for bit in any slicing, with every effect', () => {
    const frames = renderUnits(table, sentence);
    for (const effect of soundEffects) {
      const whole = spoken(frames, { effect });
      for (const slice of [1, 20, 33]) expect(isSame(spoken(frames, { effect }, slice), whole)).toBe(true);
    }
  });

  it('is silent after its end until it is reset, and then says the same again', () => {
    const vocoder = makeVocoder({ effect: 'echo' });
    const frames = steady(50, 150, -30);
    const once = [...vocoder.push(frames), ...vocoder.flush()];
    expect(() => vocoder.push(frames)).toThrow(/has ended/);
    expect(() => vocoder.flush()).toThrow(/has ended/);
    vocoder.reset();
    expect([...vocoder.push(frames), ...vocoder.flush()]).toEqual(once);
  });

  it('has an effect of its own for every number of the protocol, each ending within a second of the voice', () => {
    const frames = renderUnits(table, sentence);
    const sounds = soundEffects.map((effect) => spoken(frames, { effect }));
    for (const [number, sound] of sounds.entries()) {
      expect(sound.length - (sounds[0]?.length ?? 0)).toBeLessThanOrEqual(16_000);
      for (const other of sounds.slice(0, number)) expect(isSame(sound, other)).toBe(false);
    }
  });

  it('speaks with the pitch of the frames, changed by the pitch factor; the robot has his own', () => {
    const frames = steady(150, 160, -30);
    expect(pitchOf(spoken(frames))).toBeCloseTo(160, 0);
    expect(pitchOf(spoken(frames, { pitchFactor: pitchFactorOf(500) }))).toBeGreaterThan(208);
    expect(pitchOf(spoken(frames, { pitchFactor: pitchFactorOf(-500) }))).toBeLessThan(123);
    // His tremble is at 50 Hz, so every second period is the best repetition.
    for (const f0Hz of [130, 160, 230])
      expect([50, 100]).toContain(pitchOf(spoken(steady(150, f0Hz, -30), { effect: 'robot' })));
  });

  it('bends what is louder than full scale instead of letting it overflow', () => {
    const loud = spoken(steady(200, 100, 10), { gain: 2 });
    expect(Math.max(...loud)).toBeGreaterThan(30_000);
    expect(Math.min(...loud)).toBeGreaterThan(-32_768);
    const quiet = spoken(steady(200, 100, 10), { gain: 0.02 });
    expect(loud.every((value, at) => value * (quiet[at] ?? 0) >= 0)).toBe(true);
  });

  it.each([
    ['frameMs', { frameMs: 7 }],
    ['pitchFactor', { pitchFactor: 5 }],
    ['formantFactor', { formantFactor: 0.4 }],
    ['gain', { gain: -1 }],
    ['sharpness', { sharpness: Number.NaN }],
    ['seed', { seed: -1 }],
    ['effect', { effect: 'underwater' }],
  ])('refuses %s out of its range', (_, options) => {
    expect(() => makeVocoder(options as never)).toThrow(TypeError);
  });

  it('refuses frames that are not whole, or no floats, and goes on as before', () => {
    const vocoder = makeVocoder();
    expect(() => vocoder.push(new Float32Array(71))).toThrow(/70 numbers/);
    expect(() => vocoder.push(new Int16Array(70) as never)).toThrow(/Float32Array/);
    expect([...vocoder.push(steady(20, 100, -30)), ...vocoder.flush()]).toEqual([...spoken(steady(20, 100, -30))]);
  });
});

describe('the scales of a synthesis request', () => {
  it('leave a voice as it is at their defaults: pitch 0, speed 0, volume 50', () => {
    expect([pitchFactorOf(0), rateOf(0), gainOf(50)]).toEqual([1, 1, 1]);
  });

  it('reach five semitones, half and double speed, silence and 6 dB more at their ends', () => {
    expect(pitchFactorOf(500)).toBeCloseTo(2 ** (5 / 12));
    expect(pitchFactorOf(-500) * pitchFactorOf(500)).toBeCloseTo(1);
    expect([rateOf(-500), rateOf(500)]).toEqual([0.5, 2]);
    expect([gainOf(0), gainOf(100)]).toEqual([0, 2]);
    const frames = renderUnits(table, sentence);
    expect(spoken(frames, { gain: gainOf(0) }).every((value) => value === 0)).toBe(true);
    const louder = powerOf(spoken(frames, { gain: gainOf(70) })) / powerOf(spoken(frames));
    expect(louder).toBeCloseTo(1.96, 1);
  });
});

describe('the voice without a network', () => {
  it('knows every unit that the text front end speaks', () => {
    for (const name of [...initials, ...finals.flatMap((final) => [1, 2, 3, 4, 5].map((tone) => `${final}${tone}`))])
      expect(table.units).toContain(name);
    expect(table.ownUnits).toBe(207); // English sounds are lent by the rules
  });

  it('turns units into frames: as many as it has time, all numbers, voiced and unvoiced', () => {
    const frames = renderUnits(table, sentence);
    expect(frames.length % frameFloats).toBe(0);
    expect(frames.every((value) => Number.isFinite(value))).toBe(true);
    const pitches = frames.filter((_, at) => at % frameFloats === 0);
    expect(pitches.some((value) => value === 0)).toBe(true);
    expect(pitches.some((value) => value > 60)).toBe(true);
    expect(renderUnits(table, sentence, 'statement', rateOf(500)).length).toBeLessThan(frames.length * 0.55);
    expect(renderUnits(table, [])).toEqual(new Float32Array(0));
  });

  it('gives the same frames every time, other ones in another mood', () => {
    const all = spokenMoods.map((mood) => renderUnits(table, sentence, mood));
    for (const [at, mood] of spokenMoods.entries()) {
      expect(isSame(renderUnits(table, sentence, mood), all[at])).toBe(true);
      for (const other of all.slice(0, at)) expect(isSame(all[at], other)).toBe(false);
    }
  });

  it('refuses what is out of range', () => {
    const wrong: Partial<SpokenUnit>[] = [
      { unit: 60_000 },
      { durationMs: 10_001 },
      { rate: 0.1 },
      { semitones: 25 },
      { gainDb: 13 },
      { durationMs: Number.NaN },
    ];
    for (const change of wrong) expect(() => renderUnits(table, [{ unit: 1, ...change }])).toThrow(TypeError);
    expect(() => renderUnits(table, sentence, 'statement', 5)).toThrow(TypeError);
    expect(() => table.render(new Uint16Array(2), new Uint8Array(1), new Float32Array(8), 0, 1)).toThrow(
      /one boundary/,
    );
    expect(() => table.render(new Uint16Array(1), new Uint8Array([9]), new Float32Array([0, 1, 0, 0]), 0, 1)).toThrow(
      TypeError,
    );
  });

  it('names the file and the reason where a table cannot be read', () => {
    const file = path.join(folder, 'voice.bin');
    expect(() => loadParametricVoice(file)).toThrow(/voice\.bin: No such file/);
    writeFileSync(file, 'TGPV is not enough');
    expect(() => loadParametricVoice(file)).toThrow(/voice\.bin: not a voice table/);
    expect(() => new addon.ParametricVoice(7 as never)).toThrow(TypeError);
  });
});
