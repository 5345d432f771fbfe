// Background work: slots, order, abort, progress, and outcomes that wait for a full disk.
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Lane, Runner, type RunnerParts, type Work } from '../../../src/jobs/runner.js';

const diskRetryMs = 10_000;
const lookMs = 250;

interface Started {
  readonly job: string;
  readonly work: Work;
  end(): Promise<void>;
  fail(fault: unknown): Promise<void>;
}

/** All that was to happen by now has happened. */
const settled = () => vi.advanceTimersByTimeAsync(0);

/** Jobs are names, claimed in their order; they end when the test says so. */
function lane(waiting: string[], fields: Partial<Lane<string>> = {}) {
  const started: Started[] = [];
  const faults: [string, unknown, number][] = [];
  const self: Lane<string> = {
    slots: 1,
    claim: (isBusy) => {
      const at = waiting.findIndex((job) => !isBusy(job));
      return at < 0 ? undefined : waiting.splice(at, 1)[0];
    },
    work: (job, work) =>
      new Promise((resolve, reject) => {
        const then = (what: () => void) => () => {
          what();
          return settled().then(() => {});
        };
        started.push({ job, work, end: then(resolve), fail: (fault) => then(() => reject(fault))() });
      }),
    faulted: (job, fault, percent) => void faults.push([job, fault, percent]),
    ...fields,
  };
  return { lane: self, started, faults };
}

let runner: Runner<string> | undefined;
function start(lanes: Lane<string>[], parts: Partial<RunnerParts<string>> = {}): Runner<string> {
  const log = pino({ level: 'silent' });
  runner = new Runner({ name: 'test', log, lanes, keyOf: (job) => job, diskRetryMs, lookMs, ...parts });
  runner.start();
  return runner;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  void runner?.stop(); // work that the test did not end never ends
  vi.useRealTimers();
});

const jobsOf = (started: readonly Started[]) => started.map(({ job }) => job);

describe('a runner', () => {
  it('works on as many jobs at once as a lane has slots, in the order of its claims', async () => {
    const { lane: narrow, started } = lane(['a', 'b', 'c']);
    const wide = lane(['d', 'e', 'f'], { slots: 2 });
    start([narrow, wide.lane]);
    expect(jobsOf(started)).toEqual(['a']);
    expect(jobsOf(wide.started)).toEqual(['d', 'e']);
    await started[0]?.end();
    expect(jobsOf(started)).toEqual(['a', 'b']);
    expect(jobsOf(wide.started)).toEqual(['d', 'e']);
  });

  it('keeps a slot more for an owner who has no job in work', async () => {
    const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    const ownerOf = (job: string) => job.charCodeAt(0);
    const { lane: shared, started } = lane(waiting, {
      ...{ slots: 2, ownerOf },
      claim: (isBusy, _, busyOwners) => {
        const at = waiting.findIndex((job) => !isBusy(job) && busyOwners?.has(ownerOf(job)) !== true);
        return at < 0 ? undefined : waiting.splice(at, 1)[0];
      },
    });
    start([shared]);
    expect(jobsOf(started)).toEqual(['a1', 'a2', 'b1']);
    await started[2]?.end();
    expect(jobsOf(started)).toEqual(['a1', 'a2', 'b1', 'b2']);
    await started[0]?.end();
    expect(jobsOf(started)).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
    await started[3]?.end();
    await started[4]?.end();
    expect(jobsOf(started)).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3']);
  });

  it('begins nothing before it is started, and nothing after it was stopped', async () => {
    const { lane: only, started } = lane(['a', 'b']);
    const idle = new Runner({
      ...{ name: 'test', log: pino({ level: 'silent' }), lanes: [only], keyOf: (job: string) => job, diskRetryMs },
    });
    idle.kick();
    expect(started).toEqual([]);
    idle.start();
    const stopped = idle.stop();
    await started[0]?.end();
    await stopped;
    idle.kick();
    expect(jobsOf(started)).toEqual(['a']);
  });

  it('takes up what came later when it is kicked', () => {
    const waiting: string[] = [];
    const { lane: only, started } = lane(waiting);
    const running = start([only]);
    waiting.push('a');
    expect(started).toEqual([]);
    running.kick();
    expect(jobsOf(started)).toEqual(['a']);
  });

  it('does not begin a job again while work on it has not ended', async () => {
    const waiting = ['a'];
    const { lane: only, started } = lane(waiting, { slots: 2 });
    const running = start([only]);
    waiting.push('a'); // cancelled and begun anew, say
    running.kick();
    expect(started).toHaveLength(1);
    await started[0]?.end();
    expect(started).toHaveLength(2);
  });

  it('says when a job has ended, after the next one was begun', async () => {
    const { lane: only, started } = lane(['a', 'b']);
    const onSettled = vi.fn(() => expect(started).toHaveLength(2));
    start([only], { onSettled });
    await started[0]?.end();
    expect(onSettled).toHaveBeenCalledTimes(1);
  });

  it('looks again and again at a lane that is not ready, and claims nothing before', async () => {
    let isReady = false;
    const { lane: only, started } = lane(['a'], { isReady: () => isReady });
    start([only]);
    await vi.advanceTimersByTimeAsync(10 * lookMs);
    expect(started).toEqual([]);
    isReady = true;
    await vi.advanceTimersByTimeAsync(lookMs);
    expect(jobsOf(started)).toEqual(['a']);
  });

  it('tries a claim again that the database refused, without a kick', async () => {
    const waiting = ['a'];
    let isFull = true;
    const { lane: only, started } = lane(waiting, {
      claim: () => {
        if (isFull) throw new Error('database or disk is full');
        return waiting.shift();
      },
    });
    start([only]);
    isFull = false;
    await vi.advanceTimersByTimeAsync(diskRetryMs - 1);
    expect(started).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(jobsOf(started)).toEqual(['a']);
  });
});

describe('the progress of a job', () => {
  it('is the last whole percent, never goes back and never passes 100', () => {
    const { lane: only, started } = lane(['a']);
    const running = start([only]);
    const shown = [41.7, 12, 250].map((percent) => {
      started[0]?.work.onProgress(percent);
      return running.running('a')?.percent;
    });
    expect(shown).toEqual([41, 41, 100]);
    expect(running.running('b')).toBeUndefined();
  });

  it('comes with the fault that ends it', async () => {
    const { lane: only, started, faults } = lane(['a']);
    const running = start([only]);
    const fault = new Error('broken');
    started[0]?.work.onProgress(37);
    await started[0]?.fail(fault);
    expect(faults).toEqual([['a', fault, 37]]);
    expect(running.running('a')).toBeUndefined();
  });
});

describe('a job that is aborted', () => {
  it('is told so, and what its work says then counts no more', async () => {
    const { lane: only, started, faults } = lane(['a', 'b'], { slots: 2 });
    const running = start([only]);
    running.abort((job) => job === 'a');
    expect(started.map(({ work }) => work.signal.aborted)).toEqual([true, false]);
    await started[0]?.fail(new Error('cut off'));
    expect(faults).toEqual([]);
  });

  it('is waited for at a stop, which aborts all', async () => {
    const { lane: only, started, faults } = lane(['a']);
    let isStopped = false;
    const stopped = start([only])
      .stop()
      .then(() => {
        isStopped = true;
      });
    expect(started[0]?.work.signal.aborted).toBe(true);
    await settled();
    expect(isStopped).toBe(false);
    await started[0]?.fail(new Error('cut off'));
    await stopped;
    expect(faults).toEqual([]);
  });
});

describe('an outcome that the database does not take', () => {
  it('is written when there is room; until then its slot is taken', async () => {
    let isFull = true;
    const written: string[] = [];
    const { lane: only, started } = lane(['a', 'b'], {
      faulted: (job) => {
        if (isFull) throw new Error('database or disk is full');
        written.push(job);
      },
    });
    start([only]);
    await started[0]?.fail(new Error('broken'));
    await vi.advanceTimersByTimeAsync(3 * diskRetryMs);
    expect([written, jobsOf(started)]).toEqual([[], ['a']]);
    isFull = false;
    await vi.advanceTimersByTimeAsync(diskRetryMs);
    expect([written, jobsOf(started)]).toEqual([['a'], ['a', 'b']]);
  });

  it('is left to the next start at a stop', async () => {
    const { lane: only, started } = lane(['a'], {
      faulted: () => {
        throw new Error('database or disk is full');
      },
    });
    const running = start([only]);
    await started[0]?.fail(new Error('broken'));
    const stopped = running.stop();
    await vi.advanceTimersByTimeAsync(diskRetryMs);
    await expect(stopped).resolves.toBeUndefined();
  });
});
