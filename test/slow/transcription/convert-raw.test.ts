// Offline transcription: raw formats to PCM (specification 2, section 2.2).
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { type ConvertOptions, convertAudio } from '../../../src/trans/decode/convert-audio.js';
import { rawFormats } from '../../../src/trans/decode/formats.js';

const formatUnknown = 4200;
const conversionFailed = 4204;
const tooLong = 4300;
const maxMs = 60_000;
/** more than is read at once */
const durationMs = 8_250;
const rates = [8_000, 16_000] as const;
const names = Object.keys(rawFormats);

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-raw-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const source = () => join(folder, 'source');
const target = () => join(folder, 'target');
const convert = (bytes: Uint8Array, options: Partial<ConvertOptions>) => {
  writeFileSync(source(), bytes);
  const signal = new AbortController().signal;
  return convertAudio(source(), target(), {
    audioFormat: 'auto',
    channelCount: undefined,
    rateHz: 8_000,
    maxMs,
    signal,
    ...options,
  });
};
const converted = () => {
  const bytes = readFileSync(target());
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
};
const refusedWith = (code: number, message: RegExp) =>
  expect.objectContaining({ code, isPassing: false, message: expect.stringMatching(message) });

/** A voice-like tone whose pitch moves, so that a slip of one sample shows. */
function tone(rateHz: number, baseHz: number): Int16Array {
  return Int16Array.from({ length: (rateHz * durationMs) / 1000 }, (_, at) => {
    const s = at / rateHz;
    return Math.round(8_000 * Math.sin(2 * Math.PI * (baseHz + 20 * Math.sin(s)) * s));
  });
}

function encoded(name: string, samples: Int16Array): Uint8Array {
  const format = rawFormats[name] as (typeof rawFormats)[string];
  if (format.encoding === 'pcm_s16le') return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return addon.encode(encodings[format.encoding], samples);
}

/** The native code's result for the whole at once. */
function expected(name: string, samples: Int16Array, toHz: number): Int16Array {
  const format = rawFormats[name] as (typeof rawFormats)[string];
  const decoded =
    format.encoding === 'pcm_s16le' ? samples : addon.decode(encodings[format.encoding], encoded(name, samples));
  if (format.rateHz === toHz) return decoded;
  const resampler = new addon.Resampler(format.rateHz, toHz);
  const head = resampler.push(decoded);
  const tail = resampler.flush();
  const all = new Int16Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

const cases = names.flatMap((name) => rates.map((rateHz) => [name, rateHz] as const));

describe.each(cases)('%s for a model of %i Hz', (audioFormat, rateHz) => {
  const fromHz = (rawFormats[audioFormat] as (typeof rawFormats)[string]).rateHz;

  it('is decoded and resampled in pieces as it would be as a whole', async () => {
    const samples = tone(fromHz, 300);
    const pcm = await convert(encoded(audioFormat, samples), { audioFormat, rateHz });
    expect(pcm).toEqual({ path: target(), sampleRateHz: rateHz, channels: 1, durationMs });
    expect(Buffer.from(converted().buffer).equals(Buffer.from(expected(audioFormat, samples, rateHz).buffer))).toBe(
      true,
    );
    expect(readdirSync(folder).sort()).toEqual(['source', 'target']);
  });
});

/** Samples take turns; in vox the left one is the high nibble. */
function interleaved(name: string, left: Uint8Array, right: Uint8Array): Uint8Array {
  const { bits } = rawFormats[name] as (typeof rawFormats)[string];
  const both = new Uint8Array(2 * left.length);
  const nibble = (bytes: Uint8Array, at: number) => ((bytes[at >> 1] as number) >> (at % 2 === 0 ? 4 : 0)) & 15;
  for (let at = 0; at < (left.length * 8) / bits; at++) {
    if (bits === 4) both[at] = (nibble(left, at) << 4) | nibble(right, at);
    else if (bits === 8) both.set([left[at] as number, right[at] as number], 2 * at);
    else both.set([...left.subarray(2 * at, 2 * at + 2), ...right.subarray(2 * at, 2 * at + 2)], 4 * at);
  }
  return both;
}

describe.each(['pcm_s16le_16k', 'alaw_8k', 'ulaw_8k', 'vox_8k', 'vox_6k'])('two channels of %s', (audioFormat) => {
  it('stay apart', async () => {
    const { rateHz } = rawFormats[audioFormat] as (typeof rawFormats)[string];
    const [left, right] = [tone(rateHz, 300), tone(rateHz, 700)];
    const both = interleaved(audioFormat, encoded(audioFormat, left), encoded(audioFormat, right));
    const pcm = await convert(both, { audioFormat, channelCount: 2 });
    expect(pcm).toEqual({ path: target(), sampleRateHz: 8_000, channels: 2, durationMs });
    const samples = converted();
    for (const [channel, own] of [left, right].entries()) {
      const heard = samples.filter((_, at) => at % 2 === channel);
      expect(Buffer.from(heard.buffer).equals(Buffer.from(expected(audioFormat, own, 8_000).buffer))).toBe(true);
    }
  });
});

describe('a raw recording', () => {
  it('longer than allowed ends with 4300, before it is decoded', async () => {
    const second = new Uint8Array(8_000);
    await expect(convert(second, { audioFormat: 'alaw_8k', maxMs: 999 })).rejects.toEqual(
      refusedWith(tooLong, /longer than 0.999 s/),
    );
    expect((await convert(second, { audioFormat: 'alaw_8k', maxMs: 1_000 })).durationMs).toBe(1_000);
    expect((await convert(second, { audioFormat: 'alaw_8k', channelCount: 2, maxMs: 500 })).durationMs).toBe(500);
  });

  it('of no bytes, or of less than a sample, is no recording', async () => {
    await expect(convert(new Uint8Array(0), { audioFormat: 'alaw_8k' })).rejects.toEqual(
      refusedWith(formatUnknown, /empty/),
    );
    await expect(convert(new Uint8Array(3), { audioFormat: 'pcm_s16le_8k', channelCount: 2 })).rejects.toEqual(
      refusedWith(conversionFailed, /shorter than one sample/),
    );
    expect(readdirSync(folder)).toEqual(['source']);
  });

  it('that ends within a sample is taken up to there', async () => {
    await convert(Uint8Array.of(1, 0, 2, 0, 3), { audioFormat: 'pcm_s16le_8k' });
    expect([...converted()]).toEqual([1, 2]);
  });

  it('that is cancelled leaves nothing behind', async () => {
    const abort = new AbortController();
    const converting = convert(new Uint8Array(1_000_000), { audioFormat: 'vox_6k', maxMs: 1e9, signal: abort.signal });
    const reason = new Error('cancelled');
    setImmediate(() => abort.abort(reason));
    await expect(converting).rejects.toBe(reason);
    expect(readdirSync(folder)).toEqual(['source']);
  });

  it('of a format that is not listed is refused', async () => {
    for (const audioFormat of ['wav', 'svc_opus', 'constructor']) {
      await expect(convert(new Uint8Array(8), { audioFormat })).rejects.toEqual(refusedWith(formatUnknown, /unknown/));
    }
  });
});
