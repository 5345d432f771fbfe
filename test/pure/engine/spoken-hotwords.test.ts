// Hotwords of sessions without endpoints, and the units that they are heard through.
import { describe, expect, it } from 'vitest';
import { SpokenHotwords } from '../../../src/engine/pipeline/recognition/spoken-hotwords.js';
import { nearUnits } from '../../../src/engine/runtime/recogniser/confusable-phones.js';
import type { HeardWord } from '../../../src/engine/runtime/recogniser/hypotheses.js';

const word = (text: string, startMs: number, endMs: number, hotword?: number): HeardWord => ({
  text,
  startMs,
  endMs,
  confidence: 1,
  units: [{ name: text, startMs, endMs, confidence: 1, clearness: 1, lostNats: 0 }],
  hotword,
});
const hypothesis = (...words: HeardWord[]) => ({
  text: words.map(({ text }) => text).join(''),
  words,
  units: words.flatMap(({ units }) => units),
  confidence: 0.9,
  score: -1,
});

describe('a hotword where the speech detector hears no speech', () => {
  const spoken = new SpokenHotwords();
  spoken.push(new Float32Array(50).fill(0.1));
  spoken.push(new Float32Array(50).fill(0.9));

  it('is left out, and its neighbours stay', () => {
    const heard = hypothesis(word('甲', 100, 400, 0), word('乙', 400, 480), word('丙', 600, 900, 1));
    expect(spoken.in(heard)).toEqual({ ...hypothesis(word('乙', 400, 480), word('丙', 600, 900, 1)) });
  });

  it('is kept where a third of it is speech', () => {
    expect(spoken.in(hypothesis(word('甲', 350, 600, 0))).text).toBe('甲');
    expect(spoken.in(hypothesis(word('甲', 350, 530, 0)))).toMatchObject({ text: '', words: [], confidence: 0 });
  });

  it('is kept behind the end of what the detector has heard', () => {
    expect(spoken.in(hypothesis(word('甲', 1_000, 1_010, 0))).text).toBe('甲');
  });
});

describe('near units', () => {
  const names = ['<blk>', 'z', 'zh', 'in1', 'in2', 'ing1', 'ong1'];
  const near = nearUnits(names, { tone: 1, final: 2, initial: 4 });
  const cost = (meant: string, heard: string) =>
    near.find((each) => names[each.meant] === meant && names[each.heard] === heard)?.cost;

  it('are other tones of a final, finals with another nasal, and initials that accents confuse', () => {
    expect(cost('in1', 'in2')).toBe(1);
    expect(cost('in2', 'in1')).toBe(1);
    expect(cost('ing1', 'in1')).toBe(2);
    expect(cost('in2', 'ing1')).toBe(3);
    expect(cost('zh', 'z')).toBe(4);
    expect(cost('ong1', 'in1')).toBeUndefined();
    expect(near.every(({ meant, heard }) => meant !== heard)).toBe(true);
  });

  it('are none of characters', () => {
    expect(nearUnits(['<blk>', '中', '国'], { tone: 1, final: 1, initial: 1 })).toEqual([]);
  });
});
