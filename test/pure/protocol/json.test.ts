// JSON from outside: what is accepted is exactly JSON (RFC 8259) minus depth and __proto__; a fault says where it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/protocol/errors.js';
import { faultOffset, type JsonBounds, parseJson, parseJsonBytes } from '../../../src/protocol/wire/json.js';

const many = Number.POSITIVE_INFINITY;
const bounds = (given: Partial<JsonBounds>): JsonBounds => ({
  depth: 32,
  containers: many,
  members: many,
  keys: many,
  ...given,
});

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('parseJson', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses with a ServiceError what JSON.parse refuses, whatever the text', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      '\\',
      'a',
      '1',
      '-',
      '.',
      'e',
      ' ',
      '\n',
      'true',
      '\\u00',
      '\u0001',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          fc.pre(!accepts(text));
          expect(() => parseJson(text, bounds({ depth: 1_000 }))).toThrow(ServiceError);
          const at = faultOffset(text);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('names the first character that cannot be there', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (text, seed) => {
        const cut = seed % (text.length + 1);
        const broken = `${text.slice(0, cut)}\u0000${text.slice(cut)}`; // NUL is allowed nowhere
        const at = faultOffset(broken);
        // Inside a string the whole string is at fault, inside a word its beginning, inside a number what cannot follow.
        expect(at <= cut).toBe(true);
        if (at < cut) expect('"-0123456789tfn.eE').toContain(broken[at]);
      }),
    );
  });

  it('counts brackets outside strings only', () => {
    expect(parseJson('{"a":"[[[[[[","b":"\\"[[[["}', bounds({ depth: 1 }))).toEqual({ a: '[[[[[[', b: '"[[[[' });
    expect(() => parseJson('[[1]]', bounds({ depth: 1 }))).toThrow('nested deeper than 1 at position 1');
  });

  it('has only so many objects and arrays, those in strings aside', () => {
    expect(() => parseJson(`[${'{},'.repeat(9)}{}]`, bounds({ containers: 10 }))).toThrow(
      'the JSON has more than 10 objects and arrays; send fewer at once',
    );
    expect(parseJson('[{},{},"[[[[[[[[[["]', bounds({ containers: 3 }))).toHaveLength(3);
  });

  it('has only so many keys and list entries', () => {
    expect(() => parseJson('[1,2,3,[4,5,6]]', bounds({ members: 4 }))).toThrow(
      'the JSON has more than 4 keys and list entries; send fewer at once',
    );
    expect(parseJson('[1,"2,3,4,5",6]', bounds({ members: 2 }))).toHaveLength(3);
  });

  it('has only so many keys in one object', () => {
    const three = '{"a":1,"b:":{"c":1,"d":1},"e":":::"}';
    expect(parseJson(three, bounds({ keys: 3 }))).toHaveProperty('e');
    expect(() => parseJson(three, bounds({ keys: 2 }))).toThrow(
      'the JSON has more than 2 keys in one object; send fewer at once',
    );
  });

  it('refuses a million brackets at the depth limit', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow('nested deeper than 32 at position 32 ');
  });

  it('finds the fault behind megabytes of audio', () => {
    const head = `{"audio":"${'A'.repeat(4 * 1024 * 1024)}",`;
    expect(() => parseJson(`${head} oops}`)).toThrow(`position ${head.length + 1} `);
  });

  it('says nothing of the text itself', () => {
    expect(() => parseJson('{"secret": hunter2}')).toThrow(/^malformed JSON at position 11 \(line 1, column 12\)$/);
  });

  it('takes bytes in UTF-8 only', () => {
    expect(parseJsonBytes(Buffer.from('\ufeff"忙"'))).toBe('忙');
    expect(() => parseJsonBytes(Buffer.from([0x22, 0xc3, 0x22]))).toThrow('not UTF-8');
  });
});
