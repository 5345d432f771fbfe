// One-shot containers: WAV whose header lies, Ogg Speex and Ogg Opus. The parsers' own tests are native/test/parser.cc.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addon } from '../../../src/native/index.js';
import { likeness, speechLike } from '../../helpers/audio/likeness.js';
import { oggOf, oggOpusOf, oggSpeexOf } from '../../helpers/audio/ogg.js';
import { bytesOf, wavOf } from '../../helpers/audio/tones.js';

const resampled = (samples: Int16Array, fromHz: number, toHz: number): Int16Array => {
  const resampler = new addon.Resampler(fromHz, toHz);
  return Int16Array.from([...resampler.push(samples), ...resampler.flush()]);
};

function decoded(file: Uint8Array) {
  const result = addon.decodeOgg(file, 60_000);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

describe('WAV', () => {
  const whole = wavOf(speechLike(8_000, 100));

  it('gives its coding and where the sound lies', () => {
    const encoding = 'pcm_s16le';
    expect(addon.parseWav(whole)).toEqual({
      encoding,
      sampleRateHz: 8_000,
      channels: 1,
      dataOffset: 44,
      dataBytes: 1_600,
    });
  });

  it.each([0xffffffff, 0xfffffffe, 0x7fffffff, 0])(
    'that claims %i bytes of sound gives those that are there',
    (claimed) => {
      const lying = Buffer.from(whole);
      lying.writeUInt32LE(claimed, 4);
      lying.writeUInt32LE(claimed, 40);
      expect(addon.parseWav(lying)).toMatchObject({ dataOffset: 44, dataBytes: 1_600 });
    },
  );

  it('of two channels gives whole pairs of samples', () => {
    const stereo = Buffer.from(wavOf(speechLike(8_000, 100)).subarray(0, -2)); // half a pair at the end
    stereo.writeUInt16LE(2, 22);
    expect(addon.parseWav(stereo)).toMatchObject({ channels: 2, dataOffset: 44, dataBytes: 1_596 });
  });

  it('that cannot be taken says what is wrong and what would be right', () => {
    const three = Buffer.from(whole);
    three.writeUInt16LE(3, 22);
    expect(addon.parseWav(three)).toBe('the WAV file has 3 channels; only mono and stereo are accepted');
    expect(addon.parseWav(whole.subarray(0, 44))).toBe("the WAV file's data chunk is empty: there is no sound in it");
    expect(addon.parseWav(Buffer.from('MThd and so on'))).toMatch(/does not begin with RIFF/);
  });
});

describe('Ogg', () => {
  it.each([8_000, 16_000, 48_000] as const)('Opus of %i Hz comes out whole and aligned', (rateHz) => {
    const original = speechLike(rateHz, 1_990);
    const { codec, sampleRateHz, channels, samples } = decoded(oggOpusOf(original, rateHz));
    expect({ codec, sampleRateHz, channels }).toEqual({
      codec: 'opus',
      sampleRateHz: rateHz === 8_000 ? 8_000 : 16_000,
      channels: 1,
    });
    expect(samples.length).toBe((sampleRateHz * 1_990) / 1_000);
    const alike = likeness(resampled(original, rateHz, sampleRateHz), samples);
    expect(Math.abs(alike.lag)).toBeLessThanOrEqual(1);
    expect(alike.correlation).toBeGreaterThan(0.95);
  });

  it.each([8_000, 16_000, 32_000] as const)('Speex of %i Hz keeps its rate and comes out aligned', (rateHz) => {
    const original = speechLike(rateHz, 2_000);
    const { codec, sampleRateHz, channels, samples } = decoded(oggSpeexOf(original, rateHz));
    expect({ codec, sampleRateHz, channels }).toEqual({ codec: 'speex', sampleRateHz: rateHz, channels: 1 });
    const alike = likeness(original, samples);
    expect(Math.abs(alike.lag)).toBeLessThanOrEqual(2);
    expect(alike.correlation).toBeGreaterThan(0.8);
  });

  it('that cannot be taken says what is wrong and what would be right', () => {
    const sound = speechLike(8_000, 400);
    expect(addon.decodeOgg(oggOpusOf(sound, 8_000, 2), 60_000)).toMatch(/2 channels; only mono/);
    expect(addon.decodeOgg(oggSpeexOf(sound, 8_000, 2), 60_000)).toMatch(/2 channels; only mono/);
    expect(addon.decodeOgg(oggOpusOf(sound, 8_000), 300)).toMatch(/longer than the limit of 300 ms/);
    expect(addon.decodeOgg(bytesOf(sound), 60_000)).toMatch(/not an Ogg file/);
    const vorbis = oggOf([{ packets: [Buffer.from('\x01vorbis')], granule: 0 }]);
    expect(addon.decodeOgg(vorbis, 60_000)).toMatch(/holds Vorbis; use Speex or Opus/);
  });
});

/** The encoders of ffmpeg; empty when it is not installed. */
const coders = spawnSync('ffmpeg', ['-v', 'quiet', '-encoders'], { encoding: 'utf8' }).stdout ?? '';

describe.each(['libopus', 'libspeex'])('an Ogg file that ffmpeg wrote', (coder) => {
  const here = coders.includes(coder);
  it.skipIf(!here)(`by ${coder} comes out whole and aligned${here ? '' : ' (skipped: no ffmpeg with it)'}`, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-ogg-'));
    try {
      const original = speechLike(16_000, 2_000);
      writeFileSync(path.join(folder, 'in.raw'), bytesOf(original));
      const input = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', path.join(folder, 'in.raw')];
      const made = spawnSync('ffmpeg', ['-v', 'error', ...input, '-c:a', coder, path.join(folder, 'out.ogg')]);
      expect(made.status).toBe(0);
      const { sampleRateHz, samples } = decoded(readFileSync(path.join(folder, 'out.ogg')));
      expect(sampleRateHz).toBe(16_000);
      expect(Math.abs(samples.length - original.length)).toBeLessThanOrEqual(320); // a frame: ffmpeg ends Speex early
      const alike = likeness(original, samples);
      expect(Math.abs(alike.lag)).toBeLessThanOrEqual(2);
      expect(alike.correlation).toBeGreaterThan(0.8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
