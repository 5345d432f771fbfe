// Nothing that JavaScript hands over may end the process: a wrong argument is a TypeError that names it.
import { describe, expect, it } from 'vitest';
import { addon, encodings } from '../../../src/native/index.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';

const unknown = addon as unknown as Record<string, (...given: unknown[]) => unknown> & {
  Frontend: new (...given: unknown[]) => Record<string, (...given: unknown[]) => unknown>;
  Packer: new (...given: unknown[]) => Record<string, (...given: unknown[]) => unknown>;
  Resampler: new (...given: unknown[]) => Record<string, (...given: unknown[]) => unknown>;
};
const detach = ({ buffer }: { buffer: ArrayBufferLike }) =>
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
const frontend = () => new addon.Frontend(encodings.pcm_s16le, 8_000, 40, 1_000);

describe('wrong arguments', () => {
  it.each([
    ['no arguments', []],
    ['an unknown encoding', [6, 8_000, 40, 1_000]],
    ['a fraction', [0.5, 8_000, 40, 1_000]],
    ['a rate that is not served', [0, 7_999, 40, 1_000]],
    ['a negative rate', [0, -8_000, 40, 1_000]],
    ['an infinite rate', [0, Number.POSITIVE_INFINITY, 40, 1_000]],
    ['Speex at 48 kHz', [encodings.svc_speex, 48_000, 40, 1_000]],
    ['Opus at 11025 Hz', [encodings.svc_opus, 11_025, 40, 1_000]],
    ['bounds the wrong way round', [0, 8_000, 1_000, 40]],
    ['bounds that are no numbers', [0, 8_000, Number.NaN, 1_000]],
    ['texts', ['0', '8000', '40', '1000']],
    ['objects', [{}, [], null, undefined]],
  ])('Frontend refuses %s', (_, given) => {
    expect(() => new unknown.Frontend(...given)).toThrow(TypeError);
  });

  it.each([
    [[0, 8_000, 8]],
    [[encodings.svc_speex, 8_000, 11]],
    [[encodings.svc_speex, 11_025, 8]],
    [[encodings.svc_speex, 8_000, 8, 40]],
    [[encodings.svc_opus, 8_000, 1]],
    [[encodings.svc_opus, 44_100, 24_000]],
    [[encodings.svc_opus, 8_000, 24_000, 30]],
  ])('Packer refuses %j', (given) => {
    expect(() => new unknown.Packer(...given)).toThrow(TypeError);
  });

  it.each([[[]], [[8_000, 8_001]], [[0, 8_000]], [['8000', 16_000]]])('Resampler refuses %j', (given) => {
    expect(() => new unknown.Resampler(...given)).toThrow(TypeError);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'abc'],
    ['an array', [1, 2]],
    ['an ArrayBuffer', new ArrayBuffer(1_600)],
    ['a DataView', new DataView(new ArrayBuffer(1_600))],
    ['another element type', new Float32Array(400)],
    ['clamped bytes', new Uint8ClampedArray(1_600)],
  ])('%s in place of bytes or samples is refused', (_, given) => {
    const wrong = given as never;
    expect(() => frontend().push(wrong)).toThrow(/slice must be a Uint8Array/);
    expect(() => addon.parseWav(wrong)).toThrow(/bytes must be a Uint8Array/);
    expect(() => addon.decodeOgg(wrong, 1_000)).toThrow(TypeError);
    expect(() => addon.decode(encodings.alaw, wrong)).toThrow(TypeError);
    expect(() => addon.encode(encodings.alaw, wrong)).toThrow(/samples must be a Int16Array/);
    expect(() => new addon.Resampler(8_000, 16_000).push(wrong)).toThrow(TypeError);
    expect(() => new addon.Packer(encodings.svc_speex, 8_000, 8).pack(wrong)).toThrow(TypeError);
  });

  it('refuses codings that whole buffers do not have, and half samples', () => {
    expect(() => addon.decode(encodings.svc_speex, new Uint8Array(10))).toThrow(TypeError);
    expect(() => addon.decode(encodings.pcm_s16le, new Uint8Array(3))).toThrow(TypeError);
    expect(() => addon.encode(encodings.vox, new Int16Array(3))).toThrow(TypeError);
    expect(() => addon.splitPacked(encodings.alaw, 8_000, new Uint8Array(3))).toThrow(TypeError);
    expect(() => addon.decodeOgg(new Uint8Array(3), Number.POSITIVE_INFINITY)).toThrow(TypeError);
  });

  it('refuses more than 64 MiB', () => {
    const huge = new Uint8Array(64 * 1_024 * 1_024 + 1);
    expect(() => frontend().push(huge)).toThrow(/longer than 64 MiB/);
    expect(() => addon.decode(encodings.vox, huge)).toThrow(/longer than 64 MiB/);
  });
});

describe('wrong receivers', () => {
  it('are refused by every method, also another class of the addon', () => {
    const packer = new addon.Packer(encodings.svc_speex, 8_000, 8);
    const { push } = frontend();
    for (const receiver of [undefined, null, 1, {}, packer, Object.create(frontend()), addon.Frontend]) {
      expect(() => push.call(receiver as never, new Uint8Array(1_600))).toThrow(TypeError);
      expect(() => Reflect.get(addon.Frontend.prototype, 'sliceMs', receiver ?? {})).toThrow(TypeError);
    }
    expect(() => packer.pack.call(frontend() as never, new Int16Array(160))).toThrow(TypeError);
    expect(() => new addon.Resampler(8_000, 16_000).flush.call(packer as never)).toThrow(TypeError);
  });

  it('are refused by constructors without new', () => {
    expect(() => Reflect.apply(addon.Frontend as never, undefined, [0, 8_000, 40, 1_000])).toThrow(TypeError);
  });
});

describe('buffers that are gone', () => {
  it('count as empty slices', () => {
    const slice = new Uint8Array(1_600);
    detach(slice);
    expect(frontend().push(slice)).toBe(-1);
    expect(addon.parseWav(slice)).toMatch(/0 bytes/);
  });

  it('are replaced when it was the array of samples', () => {
    const heard = new addon.Frontend(encodings.pcm_s16le, 8_000, 0, 1_000, 8_000);
    detach(heard.samples as Int16Array);
    const call = tone(cadences.busy, 1_000);
    expect(heard.push(bytesOf(call))).toBeGreaterThan(0);
    expect(heard.samples?.subarray(0, heard.sampleCount)).toEqual(call);
  });

  it('are replaced when it was the array of events', () => {
    const heard = new addon.Frontend(encodings.pcm_s16le, 8_000, 0, Number.POSITIVE_INFINITY);
    const { events } = heard;
    detach(events);
    const count = heard.push(bytesOf(tone(cadences.busy, 1_000)));
    expect(count).toBeGreaterThan(0);
    expect(heard.events.length).toBe(128 * 8);
    expect(heard.events[0]).toBeGreaterThan(0);
  });
});
