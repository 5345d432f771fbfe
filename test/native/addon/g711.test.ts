// ITU-T test vectors of G.711 (Software Tool Library): a sweep over every 16-bit value. 16-bit words, little-endian here.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { alawByte, ulawByte } from '../../../scripts/measure/bench/tones/channel.mjs';
import { addon, encodings } from '../../../src/native/index.js';

const wanted = 'shared/data/codec-conformance-itu/g711/test_data';

/** Beside the checkout, or beside the checkout that a copy of the tree lies in. */
function findVectors(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (folder !== path.dirname(folder)) {
    if (existsSync(path.join(folder, wanted))) return path.join(folder, wanted);
    folder = path.dirname(folder);
  }
  return undefined;
}
const folder = findVectors();
const title = `G.711 against the ITU-T vectors${folder ? '' : ` (skipped: no ../${wanted} beside the checkout)`}`;

function words(name: string): Int16Array {
  const bytes = readFileSync(path.join(folder ?? '', name));
  return addon.decode(encodings.pcm_s16le, bytes);
}
const octets = (name: string): Uint8Array => Uint8Array.from(words(name));

describe.skipIf(folder === undefined)(title, () => {
  it('has vectors that cover every 16-bit value', () => {
    expect(new Set(words('sweep.src')).size).toBe(65_536);
  });

  it.each([
    ['A-law', encodings.alaw, 'sweep-r.a', 'sweep-r.a-a', 'sweep-r.rea'],
    ['mu-law', encodings.ulaw, 'sweep-r.u', 'sweep-r.u-u', 'sweep-r.reu'],
  ])('%s codes and decodes bit for bit', (_, encoding, coded, decoded, both) => {
    const source = words('sweep.src');
    expect(Buffer.compare(addon.encode(encoding, source), octets(coded))).toBe(0);
    expect(addon.decode(encoding, octets(coded))).toEqual(words(decoded));
    expect(addon.decode(encoding, addon.encode(encoding, source))).toEqual(words(both));
  });
});

describe('G.711 without vectors', () => {
  it.each([
    ['A-law', encodings.alaw, 0xd5, 8],
    ['mu-law', encodings.ulaw, 0xff, 0],
  ])('%s silence is its own code', (_, encoding, code, sample) => {
    expect([...addon.encode(encoding, Int16Array.of(0))]).toEqual([code]);
    expect([...addon.decode(encoding, Uint8Array.of(code))]).toEqual([sample]);
  });
});

describe('G.711 against the tables of the recommendation (test/fixtures/g711)', () => {
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const everySample = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);

  describe.each([
    ['A-law', 'alaw', alawByte],
    ['mu-law', 'ulaw', ulawByte],
  ] as const)('%s', (_, name, byteOf) => {
    const file = new URL(`../../fixtures/g711/${name}.txt`, import.meta.url);
    const table = Int16Array.from(readFileSync(file, 'utf8').trim().split(/\s+/), Number);

    it('decodes each of the 256 codes as its table says', () => {
      expect(table).toHaveLength(256);
      expect(addon.decode(encodings[name], codes)).toEqual(table);
    });

    it('codes each value of the table as its own code; mu-law has two zeros, of which the positive one is sent', () => {
      const expected = codes.map((code) => (name === 'ulaw' && code === 0x7f ? 0xff : code));
      expect([...addon.encode(encodings[name], table)]).toEqual([...expected]);
    });

    it('codes every 16-bit value as a second coder does, and a louder value never as a softer one', () => {
      const coded = addon.encode(encodings[name], everySample);
      expect(
        Buffer.compare(
          coded,
          Uint8Array.from(everySample, (sample) => byteOf(sample)),
        ),
      ).toBe(0);
      const values = Int16Array.from(coded, (code) => table[code] as number);
      expect(values.every((value, at) => at === 0 || value >= (values[at - 1] as number))).toBe(true);
    });
  });
});
