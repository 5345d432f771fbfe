// Vectors of voices into two groups, and groups into turns (docs/why/speakers.md).
import { describe, expect, it } from 'vitest';
import { makeRandom } from '../../../scripts/measure/lib/random.mjs';
import { type TwoVoices, twoVoicesIn } from '../../../src/engine/pipeline/diarization/clustering.js';
import { isOneVoice } from '../../../src/engine/pipeline/diarization/diarise.js';
import { changesIn, speakerBetween, speakersOf, turnsOf } from '../../../src/engine/pipeline/diarization/turns.js';
import type { Cell } from '../../../src/engine/pipeline/diarization/voice-windows.js';

const size = 32;
const cellMs = 400;
const twoVoices = 1;

/** Each letter a vector: `a` and `b` are two voices, `.` was too short to have one. */
function vectorsOf(voices: string, spread: number) {
  const random = makeRandom(`two voices ${voices.length} ${spread}`);
  const axes = ['a', 'b'].map(() => Float32Array.from({ length: size }, () => random.gauss()));
  const values = new Float32Array(voices.length * size);
  for (const [at, voice] of [...voices].entries()) {
    const axis = axes[voice.charCodeAt(0) - 'a'.charCodeAt(0)];
    if (axis === undefined) continue;
    const vector = axis.map((value) => value + spread * random.gauss());
    const length = Math.hypot(...vector);
    values.set(
      vector.map((value) => value / length),
      at * size,
    );
  }
  return { values, size, count: voices.length };
}
const cellsOf = (voices: string): Cell[] =>
  [...voices].map((_, at) => ({ fromMs: at * cellMs, toMs: (at + 1) * cellMs, follows: at > 0 }));
const asFound = (aroundMs: number) => aroundMs;
const twoIn = async (voices: string, spread: number) => (await twoVoicesIn(vectorsOf(voices, spread))) as TwoVoices;
const heard = async (voices: string, spread = 0.5) =>
  [...(await speakersOf(cellsOf(voices), vectorsOf(voices, spread), await twoIn(voices, spread)))].join('');

describe('two groups of voices', () => {
  it.each([0.3, 0.6, 1])('are found where two people speak, vectors scattered by %f', async (spread) => {
    const two = await twoIn('aaaaabbbbbaaabbbbbbbaaaa'.repeat(4), spread);
    expect(two.counts.reduce((sum, count) => sum + count)).toBe(96);
    expect([...two.counts].sort()).toEqual([48, 48]);
    expect(isOneVoice(two, twoVoices)).toBe(false);
  });

  it.each([0.3, 0.6, 1])('are one person where one speaks, vectors scattered by %f', async (spread) => {
    for (const count of [6, 20, 100, 400]) {
      expect(isOneVoice(await twoIn('a'.repeat(count), spread), twoVoices)).toBe(true);
    }
  });

  it('are one person where the other has a word only', async () => {
    expect(isOneVoice(await twoIn('aaaaaaaaaabaaaaaaaabaaaaa', 0.3), twoVoices)).toBe(true);
  });

  it('are not looked for in fewer than two vectors', async () => {
    expect(await twoIn('', 0)).toBeUndefined();
    expect(await twoIn('a...', 0.3)).toBeUndefined();
  });

  it('are found again in the vectors that a long recording is thinned to', async () => {
    const two = await twoIn('aaaaaabbbbb'.repeat(400), 0.5);
    const [less, more] = [...two.counts].sort((a, b) => a - b) as [number, number];
    expect(less / (less + more)).toBeCloseTo(5 / 11, 1);
  });
});

describe('turns', () => {
  it('follow the voices', async () => {
    expect(await heard('aaaaabbbbbbaaaaa')).toMatch(/^(0{5}1{6}0{5}|1{5}0{6}1{5})$/);
  });

  it('go on through stretches that were too short for a vector', async () => {
    expect(await heard('aaaa..aaaabbbb.bbb')).toMatch(/^(0{10}1{8}|1{10}0{8})$/);
  });

  it('begin with speaker 0, and a change is put at the quietest place near it', async () => {
    const turns = turnsOf(cellsOf('aabb'), Uint8Array.of(1, 1, 0, 0), () => 850);
    expect(turns).toEqual([
      { fromMs: 0, toMs: 850, speaker: 0 },
      { fromMs: 850, toMs: 1_600, speaker: 1 },
    ]);
    expect(changesIn(turns)).toEqual([850]);
  });

  it('of one speaker on both sides of a pause are no change', async () => {
    const cells = cellsOf('aaa').map((cell, at) => ({ ...cell, follows: at === 1 }));
    const turns = turnsOf(cells, Uint8Array.of(0, 0, 0), asFound);
    expect(turns).toHaveLength(2);
    expect(changesIn(turns)).toEqual([]);
  });

  it('give a sentence to who speaks most in it, and one between turns to the nearest', async () => {
    const turns = [
      { fromMs: 0, toMs: 1_000, speaker: 0 },
      { fromMs: 1_000, toMs: 3_000, speaker: 1 },
      { fromMs: 60_000, toMs: 62_000, speaker: 0 },
    ] as const;
    expect(speakerBetween(turns, 500, 2_000)).toBe(1);
    expect(speakerBetween(turns, 0, 1_400)).toBe(0);
    expect(speakerBetween(turns, 4_000, 4_500)).toBe(1);
    expect(speakerBetween(turns, 55_000, 55_500)).toBe(0);
    expect(speakerBetween(turns, 100_000, 100_500)).toBe(0);
    expect(speakerBetween([], 0, 500)).toBe(0);
  });
});
