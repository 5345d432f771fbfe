// docs/hardening.md: memory goes back after a wave of calls, and from time to time where the calls never cease.
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { giveBackInWork, giveMemoryBack, Rest } from '../../../src/main/recovery/rest.js';

const did: string[] = [];
let rest: Rest;
beforeEach(() => {
  vi.useFakeTimers();
  did.length = 0;
  rest = new Rest({
    ...{ afterMs: 5_000, atRest: () => did.push('at rest') },
    ...{ mostMs: 60_000, inWork: () => did.push('in work') },
    nowMs: () => Date.now(),
  });
});
afterEach(() => vi.useRealTimers());

it('a process gives its memory back once, five seconds after its last work', () => {
  rest.ended(true);
  vi.advanceTimersByTime(4_000);
  rest.ended(true);
  vi.advanceTimersByTime(4_999);
  expect(did).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(did).toEqual(['at rest']);
});

it('a process that always has work gives back what it can each minute', () => {
  for (let second = 0; second < 180; second++) {
    vi.advanceTimersByTime(1_000);
    rest.ended(false);
  }
  expect(did).toEqual(['in work', 'in work', 'in work']);
});

it('a rest counts as well: the next minute begins with it', () => {
  rest.ended(true);
  vi.advanceTimersByTime(50_000);
  rest.ended(false);
  vi.advanceTimersByTime(14_999);
  rest.ended(false);
  expect(did).toEqual(['at rest']);
  vi.advanceTimersByTime(1);
  rest.ended(false);
  expect(did).toEqual(['at rest', 'in work']);
});

it('a process that always has work collects its garbage at a longer interval', async () => {
  let nowMs = 0;
  const inWork = giveBackInWork(300_000, () => nowMs);
  const forgotten = () => new WeakRef({ bytes: Buffer.alloc(1_000) });
  const garbage = forgotten();
  await vi.advanceTimersByTimeAsync(1); // a WeakRef holds what it was given until the turn is over
  nowMs = 300_000;
  inWork();
  expect(garbage.deref()).toBeUndefined();
});

it('pages that are one third empty are given back, too, which an ordinary collection keeps', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const oldMiB = () => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space');
    return (space?.space_size ?? 0) / 2 ** 20;
  };
  const kept: unknown[] = Array.from({ length: 150_000 }, (_, at) => [at, at + 1, at + 2, at + 3]);
  for (let round = 0; round < 3; round++) collect();
  for (let at = 0; at < kept.length; at += 3) kept[at] = undefined;
  collect();
  const ordinaryMiB = oldMiB();
  giveMemoryBack();
  vi.advanceTimersByTime(1_000);
  expect(oldMiB()).toBeLessThan(ordinaryMiB - 1);
  expect(kept[1]).toEqual([1, 2, 3, 4]);
});
