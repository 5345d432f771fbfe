// The files of training (specification 3, section 2.2), read by the line.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../../../src/protocol/limits.js';
import { InputFault } from '../../../../../src/understanding/learning/fault.js';
import { parseKnowledgeBase } from '../../../../../src/understanding/learning/inputs/knowledge-base.js';
import { parseLabelled } from '../../../../../src/understanding/learning/inputs/labelled.js';
import { parseLines, textOf } from '../../../../../src/understanding/learning/inputs/lines.js';
import { sampled } from '../../../../../src/understanding/learning/inputs/sampled.js';
import { chance } from '../../../../helpers/chance.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const base = (text: string, needsIds = false) => parseKnowledgeBase(bytes(text), 'kb.mjsn', { needsIds });
const { lineBytes, lines: mostLines } = limits.training.material;

describe('a knowledge base', () => {
  it('has one knowledge point on each line', () => {
    expect(base('{"q":"怎么退款","e":["如何退款"]}\n{"q":"营业时间","e":[],"i":"7"}')).toEqual([
      { line: 1, q: '怎么退款', e: ['如何退款'] },
      { line: 2, q: '营业时间', e: [], i: '7' },
    ]);
  });

  it('may begin with a byte order mark, end its lines with CRLF, and have blank lines', () => {
    expect(base('\ufeff{"q":"甲","e":[]}\r\n\r\n{"q":"乙","e":[]}\r\n').map(({ line, q }) => [line, q])).toEqual([
      [1, '甲'],
      [3, '乙'],
    ]);
  });

  it.each([
    ['', 'kb.mjsn: is empty; each line must be a JSON object'],
    [' \n\t\n', 'kb.mjsn: is empty'],
    ['{"q":"甲","e":[]}\n{"q":', 'kb.mjsn: line 2: is not JSON'],
    ['["甲"]', 'kb.mjsn: line 1: must be a JSON object'],
    ['null', 'kb.mjsn: line 1: must be a JSON object'],
    ['{"e":[]}', 'kb.mjsn: line 1: q must be the standard question'],
    ['{"q":" ","e":[]}', 'kb.mjsn: line 1: q must be the standard question'],
    ['{"q":"甲"}', 'kb.mjsn: line 1: e must be an array'],
    ['{"q":"甲","e":"乙"}', 'kb.mjsn: line 1: e must be an array'],
    ['{"q":"甲","e":[1]}', 'kb.mjsn: line 1: e must be an array'],
    ['{"q":"甲","e":[]}\n\n{"q":"甲","e":[]}', 'kb.mjsn: lines 1 and 3 have the same q; each must be unique'],
  ])('that reads %j is refused by name and line', (text, message) => {
    expect(() => base(text)).toThrow(message);
    expect(() => base(text)).toThrow(InputFault);
  });

  it.each([
    ['{"q":"甲","e":[]}', 'line 1: i must be the id'],
    ['{"q":"甲","e":[],"i":7}', 'line 1: i must be the id'],
    ['{"q":"甲","e":[],"i":"7"}\n{"q":"乙","e":[],"i":"7"}', 'lines 1 and 2 have the same i'],
  ])('for mining, %j is refused', (text, message) => {
    expect(() => base(text, true)).toThrow(message);
  });
});

describe('a test set', () => {
  it('has a question and a standard question on each line', () => {
    expect(parseLabelled(bytes('我要退钱 \t怎么退款\n'), 'test.tsv')).toEqual([
      { line: 1, text: '我要退钱', answer: '怎么退款' },
    ]);
  });

  it.each([
    ['甲', 'test.tsv: line 1 has 0 tabs'],
    ['甲\t乙\t丙', 'test.tsv: line 1 has 2 tabs'],
    ['好\t好\n甲\t', 'test.tsv: line 2 has an empty column'],
  ])('with the line %j is refused', (text, message) => {
    expect(() => parseLabelled(bytes(text), 'test.tsv')).toThrow(message);
  });
});

describe('a file of training', () => {
  it('that is no UTF-8 is refused with the place of the first wrong byte', () => {
    const gbk = Uint8Array.of(...bytes('好\n'), 0xc4, 0xe3, 0xba, 0xc3);
    expect(() => parseLines(gbk, 'records.txt')).toThrow('records.txt: is not UTF-8 from byte 4 on; save it as UTF-8');
    expect(() => textOf(Uint8Array.of(0xe4, 0xbd), 'a.txt')).toThrow('from byte 0 on');
  });

  it('may have lines of the longest length, and no longer ones', () => {
    expect(parseLines(bytes('a'.repeat(lineBytes)), 'records.txt')).toHaveLength(1);
    expect(() => parseLines(bytes(`b\n${'a'.repeat(lineBytes + 1)}`), 'records.txt')).toThrow(
      `records.txt: line 2 has ${lineBytes + 1} bytes; a line may have at most ${lineBytes}`,
    );
  });

  it('may have so many lines', () => {
    expect(parseLines(bytes('a\n'.repeat(mostLines)), 'records.txt')).toHaveLength(mostLines);
    expect(() => parseLines(bytes('a\n'.repeat(mostLines + 1)), 'records.txt')).toThrow(
      `records.txt: has more than ${mostLines} lines: split it`,
    );
  });

  it('is read or refused in words, whatever its bytes are', () => {
    const random = chance(16);
    const parts = [
      '{"q":"',
      '甲',
      '","e":[',
      '"乙"',
      ']}',
      '\n',
      '\r\n',
      '\t',
      ',',
      '"i":"1"',
      '\\',
      '{',
      '\u0000',
      '\ufeff',
    ];
    const readers = [
      (read: Uint8Array) => parseKnowledgeBase(read, 'f', { needsIds: random.is(0.5) }),
      (read: Uint8Array) => parseLabelled(read, 'f'),
      (read: Uint8Array) => parseLines(read, 'f'),
    ];
    for (let round = 0; round < 3_000; round++) {
      const made = Array.from({ length: random.int(0, 19) }, () => random.of(parts));
      const read = bytes(made.join(''));
      if (random.is(0.1) && read.length > 0) read[random.int(0, read.length - 1)] = random.int(0, 255);
      for (const reader of readers) {
        try {
          reader(read);
        } catch (fault) {
          expect(fault).toBeInstanceOf(InputFault);
        }
      }
    }
  });
});

describe('slot notation in training material', () => {
  it.each([
    ['从{北京:city@SYS.city}出发', '从北京出发'],
    ['从{city@SYS.city}出发', '从出发'],
    ['没有', '没有'],
    ['{坏的', '{坏的'],
    ['RE:{a}', 'RE:{a}'],
  ])('%j counts as %j', (written, shown) => {
    expect(sampled(written)).toBe(shown);
  });
});
