// The two counters behind FATAL_ERROR, with the specification's numbers: 10 errors in 60 s, audio for over 10 s. And the
// clock of a connection: 20 s for the next slice.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { ErrorWindow } from '../../../src/session/error-window.js';
import { SessionClock } from '../../../src/session/session-clock.js';
import { StrayAudio } from '../../../src/session/unsolicited-audio.js';

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

describe('the clock of a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const started = () => {
    const codes: string[] = [];
    const clock = new SessionClock(limits.stream, ({ code }) => codes.push(code));
    return { clock, codes };
  };

  it('gives each slice its whole time after the one before', () => {
    const { clock, codes } = started();
    clock.awaitSlice();
    for (let slice = 0; slice < 10; slice++) {
      vi.advanceTimersByTime(limits.stream.nextSliceMs - 1);
      clock.again();
    }
    expect(codes).toEqual([]);
    vi.advanceTimersByTime(limits.stream.nextSliceMs);
    expect(codes).toEqual(['NEXT_SLICE_TIMEOUT']);
  });

  it('waits for one thing at a time, and for nothing once it was stopped', () => {
    const { clock, codes } = started();
    clock.awaitSlice();
    clock.awaitSession();
    vi.advanceTimersByTime(limits.stream.idleMs);
    expect(codes).toEqual(['IDLE_TIMEOUT']);
    clock.awaitSlice();
    clock.stop();
    vi.advanceTimersByTime(10 * limits.stream.idleMs);
    expect(codes).toEqual(['IDLE_TIMEOUT']);
  });
});
