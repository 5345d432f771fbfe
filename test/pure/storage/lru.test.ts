import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lru } from '../../../src/storage/lru.js';

describe('an Lru', () => {
  it('keeps within its count and its bytes; the entry that was used last goes last', () => {
    const kept = new Lru<string, string>({ entries: 3, bytes: 100 });
    for (const name of ['a', 'b', 'c']) kept.set(name, name, 30);
    expect(kept.get('a')).toBe('a');
    kept.set('d', 'd', 30);
    expect(['a', 'b', 'c', 'd'].filter((name) => kept.get(name) !== undefined)).toEqual(['a', 'c', 'd']);
    kept.set('e', 'e', 60);
    expect([kept.size, kept.bytes, kept.get('e')]).toEqual([2, 90, 'e']);
    kept.set('g', 'g', 40);
    kept.set('g', 'G', 50);
    expect([kept.size, kept.bytes, kept.get('g')]).toEqual([1, 50, 'G']);
  });

  it('keeps nothing larger than an entry may be, and pushes nothing out for it', () => {
    const kept = new Lru<string, string>({ entries: 3, bytes: 100, entryBytes: 60 });
    kept.set('a', 'a', 60);
    kept.set('b', 'b', 61);
    expect([kept.size, kept.get('a'), kept.get('b')]).toEqual([1, 'a', undefined]);
    kept.set('a', 'A', 61);
    expect([kept.size, kept.bytes, kept.get('a')]).toEqual([0, 0, undefined]);
  });

  it('makes what it does not have, once', () => {
    const kept = new Lru<string, number>({ entries: 1 });
    let made = 0;
    expect([kept.getOr('a', () => ++made), kept.getOr('a', () => ++made)]).toEqual([1, 1]);
  });

  it('forgets every entry that is stale', () => {
    const kept = new Lru<string, number>({ entries: 9, bytes: 9 });
    for (const value of [1, 2, 3, 4]) kept.set(`${value}`, value, 2);
    kept.deleteWhere((value) => value % 2 === 0);
    expect([kept.size, kept.bytes, kept.get('2'), kept.get('3')]).toEqual([2, 4, undefined, 3]);
  });

  it('holds what a plain list of the last uses holds, whatever is done', () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 5 }),
      bytes: fc.integer({ min: 0, max: 50 }),
      isGet: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const kept = new Lru<number, number>({ entries: 4, bytes: 100 });
        let plain: { key: number; bytes: number }[] = [];
        for (const { key, bytes, isGet } of steps) {
          const old = plain.find((entry) => entry.key === key);
          plain = plain.filter((entry) => entry.key !== key);
          if (isGet) {
            expect(kept.get(key)).toBe(old?.bytes);
            if (old !== undefined) plain.push(old);
          } else {
            kept.set(key, bytes, bytes);
            plain.push({ key, bytes });
            while (plain.length > 4 || plain.reduce((sum, entry) => sum + entry.bytes, 0) > 100) plain.shift();
          }
          expect([kept.size, kept.bytes]).toEqual([plain.length, plain.reduce((sum, entry) => sum + entry.bytes, 0)]);
        }
      }),
    );
  });
});
