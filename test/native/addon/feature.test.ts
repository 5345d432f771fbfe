// The recogniser's front end as JavaScript sees it; its arithmetic is tested by native/test/feature.cc.
import { describe, expect, it } from 'vitest';
import { addon, type FbankOptions, makeFbank } from '../../../src/native/index.js';

const rateHz = 16_000;
const sine = (seconds: number, frequencyHz: number) =>
  Int16Array.from({ length: seconds * rateHz }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * frequencyHz * at) / rateHz)),
  );

function inPieces(options: Partial<FbankOptions>, samples: Int16Array, piece: number): number[] {
  const extractor = makeFbank(options);
  const rows: number[] = [];
  for (let at = 0; at < samples.length; at += piece) rows.push(...extractor.push(samples.subarray(at, at + piece)));
  rows.push(...extractor.flush());
  return rows;
}

describe('FbankExtractor', () => {
  it('gives a row of 80 filters every 10 ms once 25 ms are there', () => {
    const extractor = makeFbank({});
    expect(extractor.width).toBe(80);
    expect(extractor.push(sine(0.02, 1_000)).length).toBe(0);
    expect(extractor.push(sine(0.02, 1_000)).length).toBe(2 * 80);
  });

  it('hears a 1 kHz sine loudest in the filter around 1 kHz', () => {
    const row = makeFbank({}).push(sine(0.025, 1_000));
    const mel = (hz: number) => 1127 * Math.log(1 + hz / 700);
    const wanted = Math.round(((mel(1_000) - mel(20)) / (mel(8_000) - mel(20))) * 81) - 1;
    expect(row.indexOf(Math.max(...row))).toBe(wanted);
  });

  it('gives the same numbers for slices of any length', () => {
    const options = { stackLength: 5, stackStep: 3 };
    const whole = inPieces(options, sine(0.5, 440), 1e6);
    expect(whole.length).toBe(400 * Math.ceil(48 / 3));
    for (const piece of [1, 160, 777, 1_600]) expect(inPieces(options, sine(0.5, 440), piece)).toEqual(whole);
  });

  it('starts again at reset', () => {
    const extractor = makeFbank({});
    const first = extractor.push(sine(0.1, 300));
    extractor.reset();
    expect(extractor.push(sine(0.1, 300))).toEqual(first);
  });

  it.each<[string, Partial<Record<keyof FbankOptions, unknown>>]>([
    ['a rate that no model has', { sampleRateHz: 11_025 }],
    ['no filters', { melBins: 0 }],
    ['a fraction of a filter', { melBins: 40.5 }],
    ['an upper edge above half the rate', { highHz: 4_001, sampleRateHz: 8_000 }],
    ['edges the wrong way round', { lowHz: 3_000, highHz: 300 }],
    ['NaN', { floor: Number.NaN }],
    ['a floor of nothing', { floor: 0 }],
    ['a number for a claim', { removeDc: 1 }],
    ['a step longer than the stack', { stackLength: 2, stackStep: 3 }],
    ['vectors that are not as wide as a row', { shift: new Float32Array(79), scale: new Float32Array(79) }],
    ['doubles for a vector', { shift: new Float64Array(80) }],
    ['a window that does not exist', { window: 'square' }],
  ])('refuses %s', (_, options) => {
    expect(() => makeFbank(options as Partial<FbankOptions>)).toThrow(TypeError);
  });

  it('takes nothing but 16-bit samples', () => {
    const extractor = makeFbank({});
    for (const wrong of [undefined, [1, 2], new Uint8Array(8), new Float32Array(8)]) {
      expect(() => extractor.push(wrong as never)).toThrow(/samples must be a Int16Array/);
    }
    const push = addon.FbankExtractor.prototype.push;
    expect(() => push.call(new addon.Resampler(8_000, 16_000) as never, new Int16Array(1))).toThrow(TypeError);
  });
});
