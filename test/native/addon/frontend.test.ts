// Specification 2: formats of 2.2, slices of 40-1000 ms, packed slices of 4.2. Every format gives the same events.
import { describe, expect, it } from 'vitest';
import {
  addon,
  type Encoding,
  encodings,
  eventKinds,
  eventStride,
  type NativeFrontend,
  pushFaults,
} from '../../../src/native/index.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';

const samplesPerMs = 8;
const toleranceMs = 20;
const callMs = 6_000;
const formats: [Encoding, number][] = [
  ['pcm_s16le', 8_000],
  ['pcm_s16le', 16_000],
  ['alaw', 8_000],
  ['alaw', 16_000],
  ['ulaw', 8_000],
  ['ulaw', 16_000],
  ['vox', 8_000],
  ['vox', 6_000],
  ['svc_speex', 8_000],
  ['svc_speex', 16_000],
  ['svc_speex', 32_000],
  ['svc_opus', 8_000],
  ['svc_opus', 16_000],
];

const frontendOf = (encoding: Encoding, rateHz: number, minMs = 40, maxMs = 1_000): NativeFrontend =>
  new addon.Frontend(encodings[encoding], rateHz, minMs, maxMs);

function coded(encoding: Encoding, rateHz: number, samples: Int16Array, sliceMs: number): Uint8Array[] {
  const packed = encoding === 'svc_speex' || encoding === 'svc_opus';
  const packer = packed
    ? new addon.Packer(encodings[encoding], rateHz, encoding === 'svc_speex' ? 8 : 24_000)
    : undefined;
  const step = (sliceMs * rateHz) / 1_000;
  // Raw codings are cut as bytes, so that ADPCM runs on from slice to slice.
  const whole = packer ? undefined : addon.encode(encodings[encoding], samples);
  return Array.from({ length: Math.floor(samples.length / step) }, (_, at) => {
    if (packer) return packer.pack(samples.subarray(at * step, (at + 1) * step));
    const bytes = ((whole?.length ?? 0) / samples.length) * step;
    return whole?.subarray(at * bytes, (at + 1) * bytes) ?? new Uint8Array();
  });
}

function eventsOf(frontend: NativeFrontend, slices: readonly Uint8Array[]): number[][] {
  const found: number[][] = [];
  const take = (count: number) => {
    expect(count).toBeGreaterThanOrEqual(0);
    for (let at = 0; at < count; at++) found.push([...frontend.events.slice(at * eventStride, (at + 1) * eventStride)]);
  };
  for (const slice of slices) take(frontend.push(slice));
  take(frontend.flush());
  return found;
}

const decisionOf = (events: number[][]) => events.find(([kind = 0]) => kind < eventKinds['tone-on']);

describe('every format', () => {
  it.each(formats)('%s at %i Hz decides busy when 8 kHz PCM does, within 20 ms', (encoding, rateHz) => {
    const plain = coded('pcm_s16le', 8_000, tone(cadences.busy, callMs), 100);
    const expected = decisionOf(eventsOf(frontendOf('pcm_s16le', 8_000), plain));
    const slices = coded(encoding, rateHz, tone(cadences.busy, callMs, { rateHz }), 100);
    const found = decisionOf(eventsOf(frontendOf(encoding, rateHz), slices));
    expect(expected?.[0]).toBe(eventKinds.busy);
    expect(found?.[0]).toBe(eventKinds.busy);
    expect(Math.abs((found?.[2] ?? 0) - (expected?.[2] ?? 0)) / samplesPerMs).toBeLessThanOrEqual(toleranceMs);
  });

  it.each(formats)('%s at %i Hz gives identical events for slices of 40 to 1000 ms', (encoding, rateHz) => {
    const call = tone(cadences.ringback, callMs, { rateHz, noiseDbm0: -45 });
    const frontend = frontendOf(encoding, rateHz);
    const expected = eventsOf(frontend, coded(encoding, rateHz, call, 1_000));
    expect(expected.length).toBeGreaterThan(0);
    for (const sliceMs of [40, 60, 100, 500]) {
      frontend.reset();
      expect(eventsOf(frontend, coded(encoding, rateHz, call, sliceMs))).toEqual(expected);
    }
  });

  it.each(formats)('%s at %i Hz counts the time of its slices', (encoding, rateHz) => {
    const frontend = frontendOf(encoding, rateHz);
    for (const slice of coded(encoding, rateHz, tone(cadences.dial, 500, { rateHz }), 100)) frontend.push(slice);
    expect(frontend.sliceMs).toBe(100);
    expect(frontend.totalMs).toBe(500);
    frontend.reset();
    expect(frontend.totalMs).toBe(0);
  });
});

describe('levels', () => {
  it('are dBm0, a full-scale sine being +3.14', () => {
    const frontend = frontendOf('pcm_s16le', 8_000);
    frontend.push(bytesOf(tone(cadences.dial, 1_000, { levelDbm0: -15 })));
    expect(frontend.meanLevelDbm0).toBeCloseTo(-15, 1);
    expect(frontend.peakLevelDbm0).toBeGreaterThanOrEqual(frontend.meanLevelDbm0 - 0.1);
  });
});

describe('samples', () => {
  const call = tone(cadences.busy, 2_000);
  const slices = coded('pcm_s16le', 8_000, call, 100);

  it('come with each slice, at the rate that was asked for', () => {
    const frontend = new addon.Frontend(encodings.pcm_s16le, 8_000, 40, 1_000, 8_000);
    const heard = slices.flatMap((slice) => {
      frontend.push(slice);
      return [...(frontend.samples?.subarray(0, frontend.sampleCount) ?? [])];
    });
    expect(heard).toEqual([...call]);
    expect(frontend.narrowSamples).toBeUndefined();
  });

  it('at 16 kHz come with those at 8 kHz', () => {
    const frontend = new addon.Frontend(encodings.pcm_s16le, 8_000, 40, 1_000, 16_000);
    let [wide, narrow] = [0, 0];
    const count = () => {
      wide += frontend.sampleCount;
      narrow += frontend.narrowSampleCount;
    };
    for (const slice of slices) {
      frontend.push(slice);
      count();
      expect(frontend.narrowSamples?.subarray(0, frontend.narrowSampleCount)).toHaveLength(800);
    }
    frontend.flush();
    count();
    expect([wide, narrow]).toEqual([32_000, 16_000]);
  });

  it('are absent unless asked for', () => {
    const frontend = frontendOf('pcm_s16le', 8_000);
    frontend.push(slices[0] as Uint8Array);
    expect([frontend.samples, frontend.sampleCount]).toEqual([undefined, 0]);
  });

  it('need 8000 or 16000 Hz and slices of a second at most', () => {
    for (const [maxMs, rateHz] of [
      [1_000, 11_025],
      [1_001, 8_000],
      [0, 8_000],
    ] as const) {
      expect(() => new addon.Frontend(encodings.pcm_s16le, 8_000, 0, maxMs, rateHz)).toThrow(TypeError);
    }
  });
});

describe('a slice that is refused', () => {
  const refused = (encoding: Encoding, slice: Uint8Array) => frontendOf(encoding, 8_000).push(slice);
  const packed = (encoding: 'svc_speex' | 'svc_opus', ms = 100) =>
    Buffer.from(coded(encoding, 8_000, tone(cadences.dial, ms), ms)[0] ?? []);
  const framed = (encoding: 'svc_speex' | 'svc_opus', frame: readonly number[]) => {
    const slice = packed(encoding);
    const first = 4 + 2 + slice.readUInt16BE(4);
    const header = Buffer.from([...slice.subarray(0, 4), 0, frame.length]);
    return Buffer.concat([header, Buffer.from(frame), slice.subarray(first)]);
  };
  const stating = (bytes: number) => {
    const slice = packed('svc_speex');
    slice.writeUInt32BE(bytes);
    return slice;
  };

  it.each([
    ['an empty slice', 'pcm_s16le', new Uint8Array(), pushFaults.emptySlice],
    ['an odd number of bytes', 'pcm_s16le', new Uint8Array(1_601), pushFaults.oddByteCount],
    ['39 ms of PCM', 'pcm_s16le', new Uint8Array(39 * 16), pushFaults.sliceTooShort],
    ['1001 ms of PCM', 'pcm_s16le', new Uint8Array(1_001 * 16), pushFaults.sliceTooLong],
    ['39 ms of A-law', 'alaw', new Uint8Array(39 * 8), pushFaults.sliceTooShort],
    ['1001 ms of A-law', 'alaw', new Uint8Array(1_001 * 8), pushFaults.sliceTooLong],
    ['a packed slice of 3 bytes', 'svc_speex', new Uint8Array(3), pushFaults.packedHeader],
    ['a packed slice that states 0 bytes', 'svc_speex', stating(0), pushFaults.packedHeader],
    ['a packed slice that states 39 ms', 'svc_speex', stating(39 * 16), pushFaults.sliceTooShort],
    ['a packed slice that states 1001 ms', 'svc_speex', stating(1_001 * 16), pushFaults.sliceTooLong],
    ['a packed slice that states 4 GB', 'svc_speex', stating(0xfffffffe), pushFaults.sliceTooLong],
    ['a packed slice that states 20 ms more', 'svc_speex', stating(120 * 16), pushFaults.packedDuration],
    ['a packed slice that states 20 ms less', 'svc_speex', stating(80 * 16), pushFaults.packedDuration],
    ['half a packed Speex slice', 'svc_speex', packed('svc_speex').subarray(0, 80), pushFaults.packedTruncated],
    ['half a packed Opus slice', 'svc_opus', packed('svc_opus').subarray(0, -1), pushFaults.packedTruncated],
    ['a Speex frame that ends at once', 'svc_speex', framed('svc_speex', [0x7f, 0xff]), pushFaults.packedFrame],
    ['a Speex frame without bytes', 'svc_speex', framed('svc_speex', []), pushFaults.packedFrame],
    ['an Opus frame that holds no frames', 'svc_opus', framed('svc_opus', [0x0b, 0]), pushFaults.packedFrame],
    ['an Opus frame without bytes', 'svc_opus', framed('svc_opus', []), pushFaults.packedFrame],
  ] as const)('%s is named and leaves the session as it was', (_, encoding, slice, fault) => {
    const frontend = frontendOf(encoding, 8_000);
    expect(frontend.push(slice)).toBe(fault);
    expect(frontend.totalMs).toBe(0);
    expect(frontend.push(coded(encoding, 8_000, tone(cadences.dial, 100), 100)[0] ?? slice)).toBeGreaterThanOrEqual(0);
    expect(frontend.totalMs).toBe(100);
  });

  it('is one whose frames fall short by a frame or more; less than a frame is an incomplete trailing frame', () => {
    expect(refused('svc_speex', stating(119 * 16))).toBeGreaterThanOrEqual(0);
    expect(refused('svc_speex', stating(99 * 16))).toBeGreaterThanOrEqual(0);
  });

  it('comes after flush', () => {
    const frontend = frontendOf('pcm_s16le', 8_000);
    frontend.flush();
    expect(frontend.push(new Uint8Array(1_600))).toBe(pushFaults.ended);
    frontend.reset();
    expect(frontend.push(new Uint8Array(1_600))).toBe(0);
  });
});

describe('a row of packed slices', () => {
  it.each(['svc_speex', 'svc_opus'] as const)('%s is taken apart where each slice ends', (encoding) => {
    const slices = coded(encoding, 16_000, tone(cadences.busy, 1_000, { rateHz: 16_000 }), 100);
    const ends = addon.splitPacked(encodings[encoding], 16_000, Buffer.concat(slices));
    let end = 0;
    expect(ends).toEqual(Uint32Array.from(slices, (slice) => (end += slice.length)));
  });

  it('that is cut says what is missing', () => {
    const slices = Buffer.concat(coded('svc_speex', 8_000, tone(cadences.busy, 300), 100));
    expect(addon.splitPacked(encodings.svc_speex, 8_000, slices.subarray(0, -1))).toBe(pushFaults.packedTruncated);
    expect(addon.splitPacked(encodings.svc_speex, 8_000, Buffer.alloc(50))).toBe(pushFaults.packedHeader);
    expect(addon.splitPacked(encodings.svc_speex, 8_000, new Uint8Array())).toEqual(new Uint32Array());
  });
});
