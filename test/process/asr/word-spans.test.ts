// Numbers of a search → words with the times in which they were said. Frames last 30 ms; a unit's sound begins 230 ms before
// its first frame and ends, before a pause, 75 ms after its last.
import { describe, expect, it } from 'vitest';
import { type Reading, readHypothesis, within } from '../../../src/engine/runtime/recogniser/hypotheses.js';

const frameMs = 30;
const names = ['<blk>', 'k', 'ong1', 'h', 'ao4', '\u2581he', 'llo', '\u2581you', '空', '号'];
const reading = (kind: Reading['units']['kind'], wordText?: Reading['wordText']): Reading => ({
  units: { kind, names, blank: 0 },
  wordText,
  hotwordText: () => '',
  startMs: (frame) => Math.max(0, frame * frameMs - 230),
  endMs: (frame) => frame * frameMs + 75,
});

type Frames = readonly (readonly [name: string, first: number, after: number])[];
const unitsOf = (frames: Frames) =>
  Float64Array.from(frames.flatMap(([name, first, after]) => [names.indexOf(name), first, after, 0.9]));
const clear = (frames: Frames) => new Float64Array(frames.length).fill(1);
const spans = (frames: Frames, of: Reading, words = new Float64Array(0)) =>
  readHypothesis(
    { score: 0, units: unitsOf(frames), clearness: clear(frames), lost: clear(frames), words },
    of,
  ).words.map(({ text, startMs, endMs }) => [text, startMs, endMs] as const);

describe('a word', () => {
  it('of phones lasts from its first sound to the first of the next word', () => {
    const frames = [
      ['k', 10, 11],
      ['ong1', 11, 12],
      ['h', 18, 19],
      ['ao4', 19, 21],
    ] as const;
    const words = Float64Array.of(1, 0, 2, 0.9, 2, 2, 2, 0.9);
    const found = spans(
      frames,
      reading('phones', (word) => ['', '空', '号'][word] ?? ''),
      words,
    );
    expect(found).toEqual([
      ['空', 70, 310],
      ['号', 310, 705],
    ]);
  });

  it('of characters ends before a pause, and the next one begins after it', () => {
    const found = spans(
      [
        ['空', 10, 11],
        ['号', 40, 41],
      ],
      reading('characters'),
    );
    expect(found).toEqual([
      ['空', 70, 405],
      ['号', 970, 1_305],
    ]);
  });

  it('of pieces lasts from its first piece to its last', () => {
    const found = spans(
      [
        ['\u2581he', 10, 11],
        ['llo', 15, 16],
        ['\u2581you', 20, 22],
      ],
      reading('bpe'),
    );
    expect(found).toEqual([
      ['hello', 70, 370],
      ['you', 370, 735],
    ]);
  });

  it('that begins before its sentence or ends after it is cut to it, its units as well', () => {
    const heard = readHypothesis(
      {
        score: 0,
        clearness: new Float64Array([1, 1]),
        lost: new Float64Array([0, 0]),
        units: unitsOf([
          ['空', 10, 11],
          ['号', 18, 19],
        ]),
        words: new Float64Array(0),
      },
      reading('characters'),
    );
    const { words, units } = within(heard, 100, 500);
    expect(words.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [100, 310],
      [310, 500],
    ]);
    expect(units.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [100, 310],
      [310, 500],
    ]);
    expect(words.flatMap((word) => word.units)).toEqual(units);
  });
});
