// The sound models as JavaScript sees them, with the weights that ship; native/test/sound_net.cc has their arithmetic.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SpeechSegments } from '../../../src/engine/runtime/classifiers/speech-segments.js';
import { addon, encodings } from '../../../src/native/index.js';
import { loadSoundModel, makeSpeechDetector, soundClasses, sounds } from '../../../src/native/sound.js';
import { readFlac } from '../../helpers/audio/flac.js';
import { type Cadence, cadences, joined, silence, tone } from '../../helpers/audio/tones.js';

const shipped = (id: string) => fileURLToPath(new URL(`../../../models/${id}/${id}.bin`, import.meta.url));
const vad = loadSoundModel(shipped('vad'));
const music = loadSoundModel(shipped('music'));
const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-sound-'));
afterAll(() => rmSync(folder, { recursive: true }));

const recordings = fileURLToPath(new URL('../../../../shared/data/aishell-sample/flac', import.meta.url));
const hasRecordings = existsSync(recordings);
const named = (name: string) => (hasRecordings ? name : `${name} (needs the reference data beside the checkout)`);
/** The first twenty sentences of a woman who was not heard in training. */
const strangersSentences = () =>
  readdirSync(recordings)
    .filter((name) => name.includes('S0252'))
    .sort()
    .slice(0, 20)
    .map((name) => path.basename(name, '.flac'));
/** Brought to 8 kHz. */
const sentence = (id: string) =>
  new addon.Resampler(16_000, 8_000).push(readFlac(readFileSync(path.join(recordings, `${id}.flac`))).samples);
const alaw = (samples: Int16Array) => addon.decode(encodings.alaw, addon.encode(encodings.alaw, samples));
const threshold = 0.5;

function speechIn(samples: Int16Array, slice = 160, model = vad): Float32Array {
  const detector = makeSpeechDetector(model);
  const all: number[] = [];
  for (let at = 0; at < samples.length; at += slice) all.push(...detector.push(samples.subarray(at, at + slice)));
  all.push(...detector.flush());
  return Float32Array.from(all);
}
const shareAbove = (values: Float32Array) => values.filter((value) => value >= threshold).length / values.length;

/** At least 80 ms in a row, in ms. */
function beginsOfSpeech(values: Float32Array): number[] {
  const segments = new SpeechSegments({
    threshold,
    endThreshold: 0.35,
    minSpeechMs: 80,
    minSilenceMs: 300,
    outputMs: 10,
  });
  const begins: number[] = [];
  for (const value of values)
    segments.push(value, (event) => {
      if (event.type === 'speech-start') begins.push(event.atMs);
    });
  return begins;
}

/** The class of the last 3 s, at each quarter of a second. */
function classesIn(samples: Int16Array): string[] {
  const detector = makeSpeechDetector(music);
  detector.push(samples);
  const { windows } = detector;
  const names: string[] = [];
  for (let at = 0; at < windows.length; at += soundClasses.length) {
    const row = windows.subarray(at, at + soundClasses.length);
    names.push(soundClasses[row.indexOf(Math.max(...row))] ?? '');
  }
  return names;
}

const key = (hz: readonly [number, number]): Cadence => ({ frequenciesHz: hz, pattern: [120, 180] });
const signals: [string, Cadence][] = [
  ...Object.entries(cadences),
  ['key 1', key([697, 1_209])],
  ['key 5', key([770, 1_336])],
  ['key #', key([941, 1_477])],
  ['a prompt tone', { frequenciesHz: [1_000], pattern: [400, 2_000] }],
  ['fax answer', { frequenciesHz: [2_100], pattern: [3_000, 0] }],
];

describe('the speech detector', () => {
  it('gives one probability for each 10 ms, the last ones at the end of the audio', () => {
    const detector = makeSpeechDetector(vad);
    const look = vad.lookMs / 10;
    expect(detector.push(silence(1_000)).length).toBe(100 - look);
    expect(detector.sounds.length).toBe((100 - look) * sounds.length);
    expect(detector.flush().length).toBe(look);
    detector.reset();
    expect(detector.push(new Int16Array(79)).length).toBe(0);
    expect(vad.outputs).toBe(sounds.length);
  });

  it('gives the same bits in slices as whole', () => {
    const samples = joined(tone(cadences.busy, 900, { noiseDbm0: -40 }), silence(300));
    const whole = speechIn(samples, samples.length);
    for (const slice of [80, 111, 800]) expect(speechIn(samples, slice)).toEqual(whole);
  });

  it.each(signals)('never takes %s for the begin of speech', (_, cadence) => {
    for (const noiseDbm0 of [undefined, -65, -45]) {
      for (const levelDbm0 of [-40, -15, -5]) {
        const samples = alaw(tone(cadence, 12_000, { levelDbm0, ...(noiseDbm0 === undefined ? {} : { noiseDbm0 }) }));
        expect(beginsOfSpeech(speechIn(samples))).toEqual([]);
      }
    }
  });

  it('hears nothing in silence', () => {
    expect(shareAbove(speechIn(silence(5_000)))).toBe(0);
  });

  it.runIf(hasRecordings)(named('hears somebody whom it was not trained on, through A-law, loud and quiet'), () => {
    const shares: number[] = [];
    for (const gain of [1, 0.3]) {
      for (const id of strangersSentences()) {
        const spoken = sentence(id).map((value) => value * gain);
        const values = speechIn(alaw(joined(silence(1_000), spoken, silence(1_000))));
        expect(shareAbove(values.subarray(0, 90)), id).toBe(0);
        shares.push(shareAbove(values.subarray(140, values.length - 140)));
        expect(shareAbove(values.subarray(values.length - 60)), id).toBe(0);
      }
    }
    expect(shares.length).toBeGreaterThanOrEqual(40);
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.8);
  });
});

describe('the windows of the music model', () => {
  it('come every quarter of a second once 3 s were heard; the speech model has none', () => {
    expect(music.classes).toBe(soundClasses.length);
    expect(classesIn(silence(2_990)).length).toBe(0);
    expect(classesIn(silence(4_000)).length).toBe(5);
    expect(vad.classes).toBe(0);
    const detector = makeSpeechDetector(vad);
    detector.push(silence(4_000));
    expect(detector.windows.length).toBe(0);
  });

  // In ringback's period of 5 s, windows that hold less than a quarter of a second of its tone are noise.
  it.each([
    ['busy', 0.9],
    ['dial', 0.9],
    ['ringback', 0.6],
  ] as const)('call %s a tone, and never speech or music', (name, least) => {
    const told = classesIn(alaw(tone(cadences[name], 15_000, { noiseDbm0: -60 })));
    expect(told.filter((one) => one === 'tone').length / told.length).toBeGreaterThan(least);
    expect(told.filter((one) => one !== 'tone' && one !== 'noise')).toEqual([]);
  });

  it.runIf(hasRecordings)(named('call a sentence speech'), () => {
    const told = classesIn(alaw(joined(sentence('BAC009S0252W0130'), sentence('BAC009S0252W0131'))));
    expect(told.filter((one) => one === 'speech').length / told.length).toBeGreaterThan(0.9);
  });
});

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  bytes[at] = value;
  return bytes;
}

describe('a sound model', () => {
  const whole = readFileSync(shipped('vad'));
  const damaged = (change: (bytes: Buffer) => Buffer) => {
    const file = path.join(folder, 'damaged.bin');
    writeFileSync(file, change(Buffer.from(whole)));
    return file;
  };

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut short', (bytes) => bytes.subarray(0, 5_000), /checksum/],
    ['shorter than its header', (bytes) => bytes.subarray(0, 20), /must begin with TGSN/],
    ['of another kind', (bytes) => Buffer.concat([Buffer.from('TGLM'), bytes.subarray(4)]), /must begin with TGSN/],
    ['of a later version', (bytes) => withByte(bytes, 4, 2), /version 2; this program reads version 1/],
    ['with one bit turned', (bytes) => withByte(bytes, 9_999, bytes.readUInt8(9_999) ^ 1), /checksum/],
  ])('%s is refused with file and reason', (_, change, reason) => {
    const file = damaged(change);
    expect(() => loadSoundModel(file)).toThrow(reason);
    expect(() => loadSoundModel(file)).toThrow(file);
  });

  it('that is not there is refused with its name', () => {
    expect(() => loadSoundModel(path.join(folder, 'none.bin'))).toThrow(/none\.bin: No such file/);
  });

  it('is asked for by its detector', () => {
    expect(() => new addon.SpeechDetector({} as never)).toThrow('called on something that is not a SoundModel');
    expect(() => new addon.SpeechDetector(undefined as never)).toThrow('model must be a SoundModel');
    expect(() => makeSpeechDetector(vad).push(new Uint8Array(2) as never)).toThrow('samples must be a Int16Array');
  });
});
