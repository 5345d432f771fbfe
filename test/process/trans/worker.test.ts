// The fate of a file when its stage meets a fault: another try, or one of the codes of specification 2, 3.3.
import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileFault, fileCodes } from '../../../src/protocol/engine/transcription.js';
import { type ErrorName, ServiceError } from '../../../src/protocol/errors.js';
import { limits } from '../../../src/protocol/limits.js';
import { DiskFull } from '../../../src/storage/part-file.js';
import type { TransPorts } from '../../../src/trans/ports.js';
import { NoRoom } from '../../../src/trans/stage-work.js';
import { judge, Worker } from '../../../src/trans/worker.js';
import { openTestQueue, type TestQueue } from '../../helpers/transcription/trans-queue.js';

const { stageTries, lostTries, refusedTries, retryMaxMs } = limits.trans;

let trans: TestQueue;
let worker: Worker | undefined;
beforeAll(async () => {
  trans = await openTestQueue();
});
afterEach(async () => {
  await worker?.stop();
  trans.clear();
});
afterAll(() => trans.discard());

const absent = () => Promise.reject(new Error('not part of this test'));
/** Stages that do at once what they should, but for what a test puts in their place. */
function start(ports: Partial<TransPorts>, slots = { download: 4, convert: 1, recognise: 2 }): Worker {
  worker = new Worker({
    ...{ ...trans, queue: trans.queue, slots, maxMs: 1_000, random: () => 0.5, onSettled: () => {} },
    log: pino({ level: 'silent' }),
    ports: {
      fetchSource: async (_, target) => writeFileSync(target, 'source'),
      convert: async (_, target) => {
        writeFileSync(target, 'pcm');
        return { path: target, sampleRateHz: 8_000, channels: 1, durationMs: 1_000 };
      },
      transcribe: async () => ({ sentences: [], silences: undefined }),
      canHear: () => true,
      property: (name) => ({ name, sampleRateHz: 8_000 }),
      ...{ scanFolder: absent, checkTarget: () => {}, withoutSecrets: (url) => url, save: absent },
      ...{ notify: absent, faultOfVocab: async () => undefined },
      ...ports,
    },
  });
  worker.start();
  return worker;
}

const pollOften = { interval: 2 };

/** Until the first file of the task is finished; whatever waits for its time gets it. */
async function endOf(task: string) {
  await vi.waitFor(() => {
    trans.advance(2 * retryMaxMs);
    worker?.kick();
    expect(trans.table.file(task, 0)?.finished_at).not.toBeNull();
  }, pollOften);
  return trans.table.file(task, 0);
}

const unknownHost = () => new FileFault(fileCodes.downloadFailed, 'no such host', true);

describe('a download', () => {
  it(`that meets a passing fault is tried ${stageTries} times, then it is 4101`, async () => {
    const fetchSource = vi.fn(() => Promise.reject(unknownHost()));
    const task = await trans.addTask(1);
    start({ fetchSource });
    await vi.waitFor(() => expect(trans.codes(task)).toEqual([fileCodes.downloadRetry]));
    expect(trans.table.file(task, 0)?.info).toBe('no such host');
    expect(await endOf(task)).toMatchObject({ code: fileCodes.downloadFailed, info: 'no such host' });
    expect(fetchSource).toHaveBeenCalledTimes(stageTries);
  });

  it('that meets a permanent fault is not tried again', async () => {
    const fetchSource = vi.fn(() => Promise.reject(new FileFault(fileCodes.notFound, 'answered 404')));
    const task = await trans.addTask(1);
    start({ fetchSource });
    expect(await endOf(task)).toMatchObject({ code: fileCodes.notFound, info: 'answered 404' });
    expect(fetchSource).toHaveBeenCalledTimes(1);
  });

  it('waits longer each time', async () => {
    const task = await trans.addTask(1);
    start({ fetchSource: () => Promise.reject(unknownHost()) });
    const waits: number[] = [];
    for (let tries = 1; tries < stageTries; tries++) {
      await vi.waitFor(() => expect(trans.table.file(task, 0)).toMatchObject({ tries, lease: null }), pollOften);
      const waitMs = (trans.table.file(task, 0)?.due_at ?? 0) - trans.now();
      waits.push(waitMs);
      trans.advance(waitMs);
      worker?.kick();
    }
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(new Set(waits).size).toBe(waits.length);
  });

  it('that goes well forgets the faults before it', async () => {
    let faults = stageTries - 1;
    const task = await trans.addTask(1);
    start({
      fetchSource: async (_, target) => {
        if (faults-- > 0) throw unknownHost();
        writeFileSync(target, 'source');
      },
    });
    expect(await endOf(task)).toMatchObject({ code: fileCodes.succeeded, tries: 0 });
  });
});

describe('a recognition', () => {
  const failing = (code: ErrorName) => vi.fn(() => Promise.reject(new ServiceError(code)));

  it.each([
    ['ENGINE_LOST', lostTries, fileCodes.recognitionFailed],
    ['ENGINE_UNAVAILABLE', refusedTries, fileCodes.cannotStart],
    ['OVERLOADED', refusedTries, fileCodes.cannotStart],
    ['PROPERTY_NOT_FOUND', 1, fileCodes.cannotStart],
    ['INTERNAL', 1, fileCodes.recognitionFailed],
  ] as const)('that ends with %s is tried %i times, then it is %i', async (error, times, code) => {
    const transcribe = failing(error);
    const task = await trans.addTask(1);
    start({ transcribe });
    expect(await endOf(task)).toMatchObject({ code });
    expect(transcribe).toHaveBeenCalledTimes(times);
  });

  it('is not begun while there is no engine, and that counts as no try', async () => {
    let hasEngine = false;
    const task = await trans.addTask(1);
    start({ canHear: () => hasEngine });
    await vi.waitFor(() => expect(trans.codes(task)).toEqual([fileCodes.recognitionQueued]));
    for (let looks = 0; looks < 2 * refusedTries; looks++) worker?.kick();
    expect(trans.table.file(task, 0)).toMatchObject({ code: fileCodes.recognitionQueued, tries: 0 });
    hasEngine = true; // nobody says so: it is seen
    await vi.waitFor(() => expect(trans.codes(task)).toEqual([fileCodes.succeeded]));
  });

  it('shows its progress while it runs, and how far it was when it failed', async () => {
    let fail = () => {};
    const task = await trans.addTask(1);
    const running = start({
      transcribe: (_pcm, _wanted, onProgress) =>
        new Promise((_, reject) => {
          onProgress(41.7);
          onProgress(12); // never backwards
          fail = () => reject(new Error('a bug'));
        }),
    });
    await vi.waitFor(() => expect(running.progress({ taskId: task, position: 0 })).toBe(41));
    fail();
    expect(await endOf(task)).toMatchObject({
      ...{ code: fileCodes.recognitionFailed, progress: 41 },
      info: 'internal fault of the service; its log has the details',
    });
    expect(running.progress({ taskId: task, position: 0 })).toBeUndefined();
  });

  it('that is cancelled is told so at once, and its place is free for another file', async () => {
    const [first, second] = [await trans.addTask(1, { priority: -1 }), await trans.addTask(1)];
    let signal: AbortSignal | undefined;
    const running = start(
      {
        transcribe: async (_pcm, _wanted, _onProgress, given) => {
          if (signal !== undefined) return { sentences: [], silences: undefined };
          signal = given;
          await new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason), { once: true }));
          throw new Error('unreachable');
        },
      },
      { download: 1, convert: 1, recognise: 1 },
    );
    await vi.waitFor(() => expect(trans.codes(first)).toEqual([fileCodes.recognising]));
    trans.queue.cancel(first);
    running.abort(first);
    expect(signal?.aborted).toBe(true);
    expect(await endOf(second)).toMatchObject({ code: fileCodes.succeeded });
    expect(trans.table.file(first, 0)).toMatchObject({ code: fileCodes.recognitionFailed, info: 'cancelled' });
  });
});

describe('the worker', () => {
  it('works on no more files at once than a stage may, and on those of the smallest priority first', async () => {
    const order: string[] = [];
    let inWork = 0;
    let most = 0;
    const slots = { download: 1, convert: 1, recognise: 2 };
    const tasks: string[] = [];
    for (const priority of [3, 1, 2, 0]) tasks.push(await trans.addTask(2, { priority }));
    const queued = new Promise<void>((resolve) => {
      start(
        {
          // until all wait for their recognition, so that the order is the queue's
          fetchSource: async (_, target) => writeFileSync(target, 'source'),
          transcribe: async (pcm) => {
            await vi.waitFor(() => expect(tasks.flatMap(trans.codes).every((code) => code >= 3000)).toBe(true));
            order.push(pcm.path);
            most = Math.max(most, ++inWork);
            await vi.waitFor(() => expect(most).toBeGreaterThanOrEqual(slots.recognise)); // however late the second one is
            await new Promise((next) => setTimeout(next, 5)); // for one more than may be
            if (order.length === 8) resolve();
            inWork--;
            return { sentences: [], silences: undefined };
          },
        },
        slots,
      );
    });
    await queued;
    expect(most).toBe(slots.recognise);
    const byPriority = [tasks[3], tasks[1], tasks[2], tasks[0]];
    // the first two were taken while the others were on their way; from then on the order holds
    const ranks = order.slice(2).map((path) => byPriority.findIndex((task) => path.includes(String(task))));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  });

  it('begins nothing more once it is stopped, and leaves what ran for the next start', async () => {
    const task = await trans.addTask(1);
    const running = start({
      fetchSource: (_url, _target, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
    });
    await vi.waitFor(() => expect(trans.codes(task)).toEqual([fileCodes.downloading]));
    await running.stop();
    expect(trans.codes(task)).toEqual([fileCodes.downloading]);
    trans.again();
    expect(trans.codes(task)).toEqual([fileCodes.downloadQueued]);
  });
});

describe('too little room on the disk', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  it('before a stage begins never ends a file: an operator can make room', () => {
    expect(judge('download', new NoRoom('waits for free disk space'))).toMatchObject({
      ...{ weight: 0, most: Number.POSITIVE_INFINITY, info: 'waits for free disk space' },
    });
  });

  it.each([
    ['download', full, fileCodes.downloadFailed],
    ['convert', new DiskFull('full'), fileCodes.conversionFailed],
    ['recognise', full, fileCodes.recognitionFailed],
  ] as const)('in the middle of %s counts as a try', (stage, fault, code) => {
    expect(judge(stage, fault)).toMatchObject({ code, info: 'the disk is full', weight: 1, most: stageTries });
  });
});
