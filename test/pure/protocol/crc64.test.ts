// CRC-64/XZ. The check value is that of the catalogue of parametrised CRC algorithms; the others come from the definition.
import { describe, expect, it } from 'vitest';
import { crc64 } from '../../../src/protocol/crc64.js';

/** Bit by bit, as the definition has it. */
function byDefinition(bytes: Uint8Array): string {
  const ones = (1n << 64n) - 1n;
  let crc = ones;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1n) === 1n ? (crc >> 1n) ^ 0xc96c5795d7870f42n : crc >> 1n;
  }
  return (crc ^ ones).toString(16).padStart(16, '0');
}

describe('crc64', () => {
  it('has the check value of CRC-64/XZ', () => {
    expect(crc64(Buffer.from('123456789'))).toBe('995dc9bbdf1939fa');
    expect(crc64(new Uint8Array())).toBe('0000000000000000');
  });

  it('is the definition for every byte and many lengths', () => {
    const bytes = Uint8Array.from({ length: 700 }, (_, at) => (at * 151 + (at >> 3)) & 0xff);
    for (let length = 0; length < 40; length++) {
      const part = bytes.subarray(length, 17 * length + 1);
      expect(crc64(part)).toBe(byDefinition(part));
    }
    for (let byte = 0; byte < 256; byte++) expect(crc64(Uint8Array.of(byte))).toBe(byDefinition(Uint8Array.of(byte)));
  });
});
