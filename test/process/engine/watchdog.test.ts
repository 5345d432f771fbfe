// Signs of life for a service manager: only an engine that hears gives them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engines } from '../../../src/engine/client/client.js';
import { busyTone } from '../../../src/main/recovery/busy-tone.js';
import type { Notice } from '../../../src/main/recovery/service-manager.js';
import { feedWatchdog } from '../../../src/main/recovery/watchdog.js';

type Heard = Awaited<ReturnType<Engines['ask']>>;

const hears = (kind: string) => [{ evidence: { decided: [{ kind }] } }] as unknown as Heard;
let told: Notice[];
let answer: () => Promise<Heard>;
let feeder: { close(): void } | undefined;
const feed = (watchdogMs: number | undefined, startMs = 0) => {
  const manager = { watchdogMs, tell: (notice: Notice) => told.push(notice) > 0 };
  feeder = feedWatchdog({ manager, engines: { ask: () => answer() }, log: { warn: () => {} }, startMs });
};
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => {
  feeder?.close();
  vi.useRealTimers();
});
const toldIn = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  return told.length;
};

describe('signs of life', () => {
  it('come twice in the time of the watchdog while engines hear a busy tone', async () => {
    answer = async () => hears('busy');
    feed(60_000);
    expect(await toldIn(0)).toBe(1);
    expect(await toldIn(29_000)).toBe(1);
    expect(await toldIn(91_000)).toBe(5);
    expect(told.every((notice) => 'is' in notice && notice.is === 'alive')).toBe(true);
  });

  it.each<[string, () => Promise<Heard>]>([
    ['hears something else', async () => hears('ringback')],
    ['fails', () => Promise.reject(new Error('no engine is ready'))],
    ['never answers', () => new Promise(() => {})],
  ])('do not come while an engine %s', async (_, silent) => {
    answer = silent;
    feed(60_000);
    expect(await toldIn(120_000)).toBe(0);
  });

  it('come again within a second once an engine that failed hears', async () => {
    answer = () => Promise.reject(new Error('no engine is ready'));
    feed(60_000);
    await toldIn(10_000);
    answer = async () => hears('busy');
    expect(await toldIn(1_000)).toBe(1);
  });

  it('need no answer while the first engine starts, and only then', async () => {
    answer = () => Promise.reject(new Error('no engine is ready'));
    feed(60_000, 5_000);
    const atStart = await toldIn(4_500);
    expect(atStart).toBeGreaterThan(3);
    const later = await toldIn(60_000);
    expect(later).toBeLessThanOrEqual(atStart + 1);
  });

  it('are not given to anyone who does not want them', async () => {
    answer = async () => hears('busy');
    feed(undefined);
    expect(feeder).toBeUndefined();
    expect(await toldIn(120_000)).toBe(0);
  });
});

it('the tone of the question is three seconds of 16-bit samples', () => {
  expect(busyTone()).toHaveLength(48_000);
});
