// The size of a body that somebody else sends.
import { describe, expect, it } from 'vitest';
import { BodyCap } from '../../../src/net/body-cap.js';

const cap = (statedBytes?: number) => new BodyCap({ maxBytes: 100, statedBytes, who: 'the server' });

describe('a body', () => {
  it('may have as many bytes as are accepted, in any pieces', () => {
    const body = cap(100);
    for (const bytes of [1, 0, 99]) body.arrived(bytes);
    expect(() => body.ended()).not.toThrow();
  });

  it('of which too much is announced is refused before a byte of it came', () => {
    expect(() => cap(101)).toThrow(
      expect.objectContaining({ kind: 'refused', message: 'the server has 101 bytes; at most 100 are accepted' }),
    );
  });

  it('that grows too large is refused with the piece that makes it so', () => {
    const body = cap();
    body.arrived(100);
    expect(() => body.arrived(1)).toThrow(
      expect.objectContaining({ kind: 'refused', message: expect.stringContaining('sends more than 100 bytes') }),
    );
  });

  it('that ends early is worth another try; one with more than was announced is not', () => {
    const [short, long] = [cap(10), cap(10)];
    short.arrived(9);
    long.arrived(11);
    expect(() => short.ended()).toThrow(expect.objectContaining({ kind: 'passing' }));
    expect(() => long.ended()).toThrow(expect.objectContaining({ kind: 'refused' }));
  });

  it('without an announcement may end anywhere', () => {
    expect(() => cap().ended()).not.toThrow();
  });
});
