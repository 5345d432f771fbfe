// One range of bytes (RFC 9110, section 14.1.2): its last byte belongs to it.
import { describe, expect, it } from 'vitest';
import { partOf } from '../../../src/http/conditional.js';

describe('a range of bytes', () => {
  it.each([
    ['bytes=1-2', { from: 1, to: 2 }],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=9-', { from: 9, to: 9 }],
    ['bytes=3-100', { from: 3, to: 9 }],
    ['bytes=-4', { from: 6, to: 9 }],
    ['bytes=-100', { from: 0, to: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=2-1', 'whole'],
    ['bytes=-', 'whole'],
    ['lines=1-2', 'whole'],
  ])('%s of ten bytes', (range, part) => {
    expect(partOf({ range }, '"tag"', 10)).toEqual(part);
  });

  it('of other content is the whole', () => {
    expect(partOf({ range: 'bytes=1-2', 'if-range': '"other"' }, '"tag"', 10)).toBe('whole');
    expect(partOf({ range: 'bytes=1-2', 'if-range': '"tag"' }, '"tag"', 10)).toEqual({ from: 1, to: 2 });
  });
});
