// When background work happens: the next due time, rounds, another try, the end of what nobody needs.
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Alarm } from '../../../src/jobs/alarm.js';
import { Periodic, Rounds } from '../../../src/jobs/periodic.js';
import { earliest } from '../../../src/jobs/queue.js';
import { removeExpired, Unneeded } from '../../../src/jobs/retention.js';
import { final, retryWaitMs } from '../../../src/jobs/retry.js';
import { JobService, type JobServiceParts } from '../../../src/jobs/service.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose rounds the test ends. */
function slowWork() {
  const ends: { resolve: () => void; reject: (fault: unknown) => void }[] = [];
  const work = vi.fn(() => new Promise<void>((resolve, reject) => void ends.push({ resolve, reject })));
  return { work, ends };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('an alarm', () => {
  const alarmAt = (dueAt: () => number | undefined, mostMs = 60_000) => {
    const ring = vi.fn();
    return { ring, alarm: new Alarm({ dueAt, now: () => Date.now(), mostMs, ring }) };
  };

  it('rings when the next job is due, not before', () => {
    const at = Date.now() + 5_000;
    const { alarm, ring } = alarmAt(() => at);
    alarm.set();
    vi.advanceTimersByTime(4_999);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('is set anew when another job is due earlier, and rings once', () => {
    let at = Date.now() + 5_000;
    const { alarm, ring } = alarmAt(() => at);
    alarm.set();
    at -= 4_000;
    alarm.set();
    vi.advanceTimersByTime(1_000);
    expect(ring).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10_000);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('rings after the longest wait though the wall clock was set back', () => {
    const { alarm, ring } = alarmAt(() => Date.now() + 86_400_000);
    alarm.set();
    vi.advanceTimersByTime(60_000);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('is silent where nothing waits for its time, and after a stop', () => {
    const nothing = alarmAt(() => undefined);
    nothing.alarm.set();
    const { alarm, ring } = alarmAt(() => Date.now() + 1_000);
    alarm.set();
    alarm.stop();
    alarm.set();
    vi.advanceTimersByTime(100_000);
    expect([nothing.ring, ring].map(({ mock }) => mock.calls)).toEqual([[], []]);
  });

  it('looks at the earliest of several times', () => {
    expect(earliest(undefined, 7, 3)).toBe(3);
    expect(earliest(undefined, undefined)).toBeUndefined();
  });
});

describe('rounds', () => {
  it('never run at the same time; who asks during one gets one that began after he asked', async () => {
    const { work, ends } = slowWork();
    const rounds = new Rounds(work);
    const first = rounds.run();
    const [second, third] = [rounds.run(), rounds.run()];
    expect(work).toHaveBeenCalledTimes(1);
    expect(third).toBe(second);
    ends[0]?.resolve();
    await first;
    await settled();
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]?.resolve();
    await second;
    expect(rounds.isBusy).toBe(false);
  });

  it('that fail say so to who asked for them, and not to who asked for the next one', async () => {
    const { work, ends } = slowWork();
    const rounds = new Rounds(work);
    const first = rounds.run();
    const second = rounds.run();
    ends[0]?.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await settled();
    ends[1]?.resolve();
    await expect(second).resolves.toBeUndefined();
  });

  it('by a timer come at once and then in each interval, faults or not', async () => {
    const onFault = vi.fn();
    const work = vi.fn(() => {
      throw new Error('broken');
    });
    const periodic = new Periodic({ everyMs: 1_000, work, onFault });
    periodic.start();
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([work, onFault].map(({ mock }) => mock.calls.length)).toEqual([4, 4]);
    await periodic.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('by a timer leave an interval out while one runs, and a stop waits for it', async () => {
    const { work, ends } = slowWork();
    const periodic = new Periodic({ everyMs: 1_000, work, onFault: () => {} });
    periodic.start();
    await vi.advanceTimersByTimeAsync(5_500);
    expect(work).toHaveBeenCalledTimes(1);
    let isStopped = false;
    const stopped = periodic.stop().then(() => {
      isStopped = true;
    });
    await settled();
    expect(isStopped).toBe(false);
    ends[0]?.resolve();
    await stopped;
  });
});

describe('a failed job', () => {
  const backoff = { minMs: 5_000, maxMs: 60_000, spread: 0.5 };
  const waitMs = (tries: number, chance = 0) => retryWaitMs({ weight: 1, most: 4 }, tries, backoff, () => chance);

  it('waits twice as long after each try, up to the longest wait, half of it by chance', () => {
    expect([0, 1, 2].map((tries) => waitMs(tries))).toEqual([2_500, 5_000, 10_000]);
    expect([0, 1, 2].map((tries) => waitMs(tries, 1))).toEqual([5_000, 10_000, 20_000]);
    expect(retryWaitMs({ weight: 1, most: 100 }, 50, backoff, () => 1)).toBe(60_000);
  });

  it('is given up when the weights of its tries reach their sum', () => {
    expect([waitMs(2), waitMs(3)]).toEqual([10_000, undefined]);
    expect(retryWaitMs({ weight: 2, most: 4 }, 2, backoff, () => 0)).toBeUndefined();
  });

  it('is tried for ever where a try counts nothing, after a wait of its own', () => {
    const rule = { weight: 0, most: Number.POSITIVE_INFINITY, waitMs: 700 };
    expect(retryWaitMs(rule, 1_000, backoff, () => 0)).toBe(700);
  });

  it('is not tried again where no other try would mend it', () => {
    expect(retryWaitMs(final, 0, backoff, () => 0)).toBeUndefined();
  });
});

describe('what has had its time', () => {
  it('loses its row before its files, and keeps both where somebody needs it again', async () => {
    const steps: string[] = [];
    await removeExpired({
      ids: ['a', 'b', 'c'],
      forget: (id) => {
        steps.push(`row ${id}`);
        return id === 'b' ? undefined : id;
      },
      remove: async (id) => void steps.push(`files ${id}`),
    });
    expect(steps).toEqual(['row a', 'files a', 'row b', 'row c', 'files c']);
  });

  it('is what nobody has needed for a while; a need in between begins the time anew', () => {
    let nowMs = 0;
    let needed = ['b'];
    const unneeded = new Unneeded(100, () => nowMs);
    const look = (atMs: number) => {
      nowMs = atMs;
      return unneeded.expired(['a', 'b'], (key) => needed.includes(key));
    };
    expect(look(0)).toEqual([]);
    needed = ['a'];
    expect(look(50)).toEqual([]);
    needed = [];
    expect(look(60)).toEqual([]); // a since now, b since 50
    expect(look(150)).toEqual(['b']);
    expect(look(160)).toEqual(['a', 'b']); // b is still there: it was not removed
  });
});

describe('the jobs of a feature', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const diskRetryMs = 10_000;
  function service(recover: () => void, dueAt?: number) {
    const runner = { start: vi.fn(), kick: vi.fn(), stop: vi.fn(async () => {}) };
    const parts: JobServiceParts = {
      ...{ name: 'test', log: pino({ level: 'silent' }), now: () => Date.now(), runners: [runner], recover },
      ...{ nextDueAt: () => dueAt, mostWaitMs: 60_000, diskRetryMs },
    };
    return { runner, jobs: new JobService(parts) };
  }

  it('begin after what lay half done was written down and tidied up', async () => {
    const steps: string[] = [];
    const { jobs, runner } = service(() => void steps.push('recovered'));
    runner.start.mockImplementation(() => void steps.push('started'));
    await jobs.start(async () => void steps.push('tidied up'));
    expect(steps).toEqual(['recovered', 'tidied up', 'started']);
    await jobs.stop();
  });

  it('begin by themselves once the disk has room', async () => {
    let isFull = true;
    const { jobs, runner } = service(() => {
      if (isFull) throw full;
    });
    const tidyUp = vi.fn(async () => {});
    await jobs.start(tidyUp);
    await vi.advanceTimersByTimeAsync(2 * diskRetryMs);
    expect(runner.start).not.toHaveBeenCalled();
    isFull = false;
    await vi.advanceTimersByTimeAsync(diskRetryMs);
    expect(runner.start).toHaveBeenCalledTimes(1);
    expect(tidyUp).not.toHaveBeenCalled();
    await jobs.stop();
  });

  it('do not begin after a stop, though there is room then', async () => {
    let isFull = true;
    const { jobs, runner } = service(() => {
      if (isFull) throw full;
    });
    await jobs.start(async () => {});
    await jobs.stop();
    isFull = false;
    await vi.advanceTimersByTimeAsync(10 * diskRetryMs);
    expect(runner.start).not.toHaveBeenCalled();
  });

  it('fail to start where the fault is not the disk’s', async () => {
    const { jobs } = service(() => {
      throw new Error('a bug');
    });
    await expect(jobs.start(async () => {})).rejects.toThrow('a bug');
  });

  it('are looked at when one of them becomes due', async () => {
    const { jobs, runner } = service(() => {}, Date.now() + 5_000);
    await jobs.start(async () => {});
    await vi.advanceTimersByTimeAsync(5_000);
    expect(runner.kick).toHaveBeenCalledTimes(1);
    await jobs.stop();
  });
});
