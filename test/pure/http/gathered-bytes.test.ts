// Bodies that are put together as they arrive.
import { describe, expect, it } from 'vitest';
import { GatheredBytes } from '../../../src/http/body/gathered-bytes.js';
import { slabs } from '../../../src/http/body/slabs.js';
import { limits } from '../../../src/protocol/limits.js';

const { largeBodyBytes, slabStepBytes } = limits.shares;
const mostBytes = 4 * slabStepBytes + 3;

const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 251));

function gathered(body: Buffer, pieceBytes: number, intoSlab = true): GatheredBytes {
  const bytes = new GatheredBytes({ intoSlab, mostBytes });
  for (let at = 0; at < body.length; at += pieceBytes) bytes.add(Buffer.from(body.subarray(at, at + pieceBytes)));
  return bytes;
}

describe('the bytes of a body', () => {
  it.each([0, 1, 100, largeBodyBytes - 1, largeBodyBytes, slabStepBytes + 1, mostBytes])(
    'are whole, whatever the pieces are: %d bytes',
    (length) => {
      const body = bytesOf(length);
      for (const pieceBytes of [length || 1, 65_536, 4_099]) {
        for (const intoSlab of [true, false]) {
          const bytes = gathered(body, pieceBytes, intoSlab);
          expect(bytes.bytes).toBe(length);
          expect(bytes.take().equals(body)).toBe(true);
          bytes.drop();
        }
      }
    },
  );

  it('of a large one go into memory that comes back, and that holds a few times what has come', () => {
    const body = bytesOf(mostBytes);
    const bytes = gathered(body, 65_536);
    const { buffer } = bytes.take();
    expect(buffer.byteLength).toBeLessThanOrEqual(mostBytes + slabStepBytes);
    const before = slabs.idleBytes;
    bytes.drop();
    expect(slabs.idleBytes).toBe(before + buffer.byteLength);
    expect(gathered(body, 65_536).take().buffer).toBe(buffer);
  });

  it('take no memory that was only announced', () => {
    const bytes = new GatheredBytes({ intoSlab: true, mostBytes: 4_000_000 });
    bytes.add(bytesOf(largeBodyBytes));
    expect(bytes.take().buffer.byteLength).toBeLessThanOrEqual(4 * largeBodyBytes + slabStepBytes);
  });
});
