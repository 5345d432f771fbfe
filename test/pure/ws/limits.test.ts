// The two counters behind FATAL_ERROR, with the specification's numbers: 10 errors in 60 s, audio for over 10 s.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { ErrorWindow } from '../../../src/ws/error-window.js';
import { StrayAudio } from '../../../src/ws/unsolicited-audio.js';

const { errorCount, errorWindowMs, strayAudioMs } = limits.stream;

describe('errors', () => {
  it('are too many at the tenth within a minute', () => {
    const window = new ErrorWindow(errorCount, errorWindowMs);
    const answers = Array.from({ length: 10 }, (_, index) => window.add(index * 6_600));
    expect(answers).toEqual([...new Array(9).fill(false), true]);
  });

  it('that are a minute old no longer count', () => {
    const window = new ErrorWindow(errorCount, errorWindowMs);
    const answers = Array.from({ length: 100 }, (_, index) => window.add(index * 6_700));
    expect(answers).toEqual(new Array(100).fill(false));
  });
});

describe('stray audio', () => {
  it('is too much once it has kept arriving for over 10 s', () => {
    const stray = new StrayAudio(strayAudioMs);
    for (let atMs = 0; atMs <= 10_000; atMs += 100) expect(stray.add(atMs)).toBe(false);
    expect(stray.add(10_100)).toBe(true);
  });

  it('begins anew after a pause of over 10 s, and when it is forgotten', () => {
    const stray = new StrayAudio(strayAudioMs);
    expect([stray.add(0), stray.add(9_000), stray.add(19_500), stray.add(29_000)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    stray.forget();
    expect([stray.add(29_100), stray.add(39_000)]).toEqual([false, false]);
    expect(stray.add(39_200)).toBe(true);
  });
});
