// Specification 2, 3.3, as a table: what can happen to a file in which state, and what follows.
import { describe, expect, it } from 'vitest';
import { fileCodes } from '../../../src/protocol/engine/transcription.js';
import { type Happening, next, stageOf } from '../../../src/trans/states.js';

const nothing = { source: false, pcm: false };

describe('the table of states', () => {
  /** The state that follows a state, by what happens, with nothing on the disk; absent: nothing happens. */
  const table: Readonly<Record<Happening, Readonly<Record<number, number>>>> = {
    claimed: { 1000: 1001, 1002: 1001, 2000: 2001, 3000: 3001 },
    done: { 1001: 2000, 2001: 3000, 3001: 4000 },
    passing: { 1001: 1002, 2001: 2000, 3001: 3000 },
    lost: { 1001: 1000, 2001: 2000, 3001: 3000 },
    failed: { 1001: 4101, 2001: 4204, 3001: 4302 },
    cancelled: { 1000: 4101, 1001: 4101, 1002: 4101, 2000: 4204, 2001: 4204, 3000: 4302, 3001: 4302 },
    restarted: {
      ...{ 4100: 1000, 4101: 1000, 4102: 1000 },
      ...{ 4200: 1000, 4201: 1000, 4202: 1000, 4203: 1000, 4204: 1000, 4300: 1000, 4301: 1000, 4302: 1000 },
    },
  };
  const happenings = Object.keys(table) as Happening[];
  const codes = Object.values(fileCodes);

  it.each(happenings.flatMap((happening) => codes.map((code) => [code, happening] as const)))(
    '%i, when it is %s, is followed by what the table says',
    (code, happening) => {
      expect(next(code, happening, nothing)).toBe(table[happening][code]);
    },
  );

  it.each([
    [4301, { source: false, pcm: true }, 3000],
    [4302, { source: true, pcm: true }, 3000],
    [4302, { source: true, pcm: false }, 2000],
    [4204, { source: true, pcm: false }, 2000],
    [4204, { source: true, pcm: true }, 2000],
    [4300, { source: true, pcm: false }, 2000],
    [4101, { source: true, pcm: true }, 1000],
  ] as const)('%i, restarted with %j on the disk, begins at %i', (code, inputs, wanted) => {
    expect(next(code, 'restarted', inputs)).toBe(wanted);
  });

  it('knows the stage of every code but success', () => {
    expect(codes.filter((code) => stageOf(code) === undefined)).toEqual([fileCodes.succeeded]);
  });
});
