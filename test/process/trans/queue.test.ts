// Specification 2, 3.3, carried out over a real database: each operation in each state, leases, order, recovery.
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FileCode, fileCodes, isFinished } from '../../../src/protocol/engine/transcription.js';
import type { StepClaim } from '../../../src/trans/queue.js';
import { stageNames, stages } from '../../../src/trans/states.js';
import { openTestQueue, type TestQueue } from '../../helpers/transcription/trans-queue.js';

let trans: TestQueue;
beforeAll(async () => {
  trans = await openTestQueue();
});
afterEach(() => trans.clear());
afterAll(() => trans.discard());

describe.each(stageNames)('a file in the stage %s', (stage) => {
  const { queued, running, done, retry, cancelled } = stages[stage];

  it(`goes ${queued} → ${running} → ${done}`, async () => {
    const task = await trans.addTask(1);
    const claim = trans.bring(stage);
    expect(trans.codes(task)).toEqual([running]);
    expect(trans.queue.done(claim)).toBe(true);
    expect(trans.codes(task)).toEqual([done]);
  });

  it(`goes back to ${retry} and is taken up again when its time has come, not before`, async () => {
    const task = await trans.addTask(1);
    trans.queue.retry(trans.bring(stage), 'a fault that may pass', trans.now() + 1_000, 1);
    expect(trans.codes(task)).toEqual([retry]);
    expect(trans.queue.nextDueAt()).toBe(trans.now() + 1_000);
    expect(trans.queue.claim(stage, () => false, 0)).toBeUndefined();
    trans.advance(1_000);
    expect(trans.claim(stage).file.tries).toBe(1);
    expect(trans.codes(task)).toEqual([running]);
  });

  it(`starts at ${queued} again when the process that worked on it has gone`, async () => {
    const task = await trans.addTask(1);
    const before = trans.bring(stage);
    trans.again();
    expect(trans.codes(task)).toEqual([queued]);
    expect(trans.claim(stage).place).toEqual(before.place);
  });

  it('counts no fault towards giving up when the process has gone', async () => {
    const task = await trans.addTask(1);
    trans.bring(stage);
    for (let deaths = 0; deaths < 10; deaths++) {
      trans.again();
      trans.claim(stage);
    }
    expect(trans.table.file(task, 0)?.tries).toBe(0);
  });

  it('ends when it is cancelled, and what its work says then counts no more', async () => {
    const task = await trans.addTask(1);
    const claim = trans.bring(stage);
    trans.queue.cancel(task);
    expect(trans.codes(task)).toEqual([cancelled]);
    expect(trans.table.file(task, 0)?.info).toBe('cancelled');
    expect(trans.queue.done(claim)).toBe(false);
    expect(trans.queue.retry(claim, 'x', 0, 1)).toBe(false);
    expect(trans.queue.fail(claim, fileCodes.notFound, 'x', 0)).toBe(false);
    expect(trans.codes(task)).toEqual([cancelled]);
    expect(trans.table.task(task)).toMatchObject({ step: 'done', finished_at: trans.now() });
  });

  it('ends when it fails, and is never taken up again by itself', async () => {
    const task = await trans.addTask(1);
    trans.queue.fail(trans.bring(stage), cancelled, 'why', 37);
    expect(trans.table.file(task, 0)).toMatchObject({ code: cancelled, info: 'why', progress: 37, lease: null });
    trans.advance(10 ** 10);
    trans.again();
    expect(trans.codes(task)).toEqual([cancelled]);
    for (const each of stageNames) expect(trans.queue.claim(each, () => false, 0)).toBeUndefined();
  });

  it('starts at its beginning when it is restarted, with what lies there for it', async () => {
    const task = await trans.addTask(2);
    trans.queue.fail(trans.bring(stage), cancelled, 'why', 37);
    expect(trans.queue.restart(task)).toBe(true);
    expect(trans.table.file(task, 0)).toMatchObject({
      ...{ code: queued, tries: 0, progress: 0, started_at: null, finished_at: null },
    });
    expect(trans.codes(task)[1]).toBe(fileCodes.downloadQueued);
  });

  it('is not restarted while it is not finished', async () => {
    const task = await trans.addTask(1);
    const claim = trans.bring(stage);
    expect(trans.queue.restart(task)).toBe(false);
    expect(trans.queue.done(claim)).toBe(true);
  });

  it('has another lease after a restart: the old work counts no more', async () => {
    const task = await trans.addTask(1);
    const old = trans.bring(stage);
    trans.queue.cancel(task);
    trans.queue.restart(task);
    const fresh = trans.claim(stage);
    expect(trans.queue.done(old)).toBe(false);
    expect(trans.queue.done(fresh)).toBe(true);
  });
});

describe('the order of the queue', () => {
  it('is by priority, the smaller first, then by age, then by the place in the task', async () => {
    const tasks = [
      await trans.addTask(2),
      await trans.addTask(1, { priority: 0.5 }),
      await trans.addTask(1, { priority: -0.25 }),
      await trans.addTask(1, { priority: -10 }),
      await trans.addTask(1),
    ];
    const order = Array.from({ length: 6 }, () => trans.claim('download').place);
    expect(order.map(({ taskId, position }) => `${tasks.indexOf(taskId)}.${position}`)).toEqual([
      '3.0',
      '2.0',
      '0.0',
      '0.1',
      '4.0',
      '1.0',
    ]);
  });

  it('passes over a file that is still being worked on', async () => {
    const task = await trans.addTask(2);
    trans.claim('download');
    trans.queue.cancel(task);
    trans.queue.restart(task); // both wait again; the first one's old work has not ended
    const isBusy = ({ position }: { position: number }) => position === 0;
    expect(trans.queue.claim('download', isBusy, 1)?.place.position).toBe(1);
    expect(trans.queue.claim('download', isBusy, 1)).toBeUndefined();
  });

  it('takes up downloads that wait for another try in the same order', async () => {
    const [urgent, usual] = [await trans.addTask(1, { priority: -1 }), await trans.addTask(1)];
    trans.queue.retry(trans.claim('download'), 'x', trans.now(), 1);
    expect([trans.claim('download').place.taskId, trans.claim('download').place.taskId]).toEqual([urgent, usual]);
  });
});

describe('developers', () => {
  it('take turns in each stage, and priority counts only among the tasks of one', async () => {
    trans.again(); // nobody has been served
    await trans.addTask(3, { priority: -10 });
    await trans.addTask(2, { developerId: 2, priority: 5 });
    await trans.addTask(1, { developerId: 2, priority: 4 });
    const order = Array.from({ length: 6 }, () => trans.claim('download').file);
    expect(order.map((file) => `${file.developer_id} ${file.priority}`)).toEqual([
      ...['1 -10', '2 4', '1 -10', '2 5', '1 -10', '2 5'],
    ]);
  });

  it('who comes later is next, though another one has much in the queue', async () => {
    await trans.addTask(50);
    for (let file = 0; file < 5; file++) trans.claim('download');
    await trans.addTask(1, { developerId: 2 });
    expect(trans.claim('download').file.developer_id).toBe(2);
    expect(trans.claim('download').file.developer_id).toBe(1);
  });
});

describe('a result that is in place', () => {
  it('is not recognised again, though the process died before its row was written', async () => {
    const task = await trans.addTask(1);
    const { place } = trans.bring('recognise');
    writeFileSync(trans.places.result(place), '{}');
    trans.again();
    expect(trans.table.file(task, 0)).toMatchObject({ code: fileCodes.succeeded, progress: 100, lease: null });
    expect(trans.table.task(task)).toMatchObject({ step: 'done', finished_at: trans.now() });
  });
});

describe('a task', () => {
  const end = (count: number) => {
    for (let file = 0; file < count; file++) trans.queue.done(trans.bring('recognise'));
  };

  it('is finished with its last file, not before', async () => {
    const task = await trans.addTask(2);
    end(1);
    expect(trans.table.task(task)).toMatchObject({ step: 'files', finished_at: null });
    trans.queue.fail(trans.bring('download'), fileCodes.notFound, 'x', 0);
    expect(trans.table.task(task)).toMatchObject({ step: 'done', finished_at: trans.now() });
  });

  it('is saved, then told of, where both are wanted', async () => {
    const saveTo = { path: '/results', style: 'index' } as const;
    const task = await trans.addTask(1, { request: { saveTo, notifyUrl: 'http://example.org' } });
    end(1);
    const save = trans.queue.claimStep(() => false, 0);
    expect(save?.task.step).toBe('save');
    expect(trans.queue.claimStep(() => false, 0)).toBeUndefined();
    trans.queue.endStep(save as NonNullable<typeof save>, true);
    const notify = trans.queue.claimStep(() => false, 0);
    expect(notify?.task).toMatchObject({ step: 'notify', save_status: 1 });
    trans.queue.endStep(notify as NonNullable<typeof notify>);
    expect(trans.table.task(task)).toMatchObject({ step: 'done', save_status: 1 });
  });

  it('is told of in the turn of its developer, and not at all while those of that developer must wait', async () => {
    const request = { notifyUrl: 'http://example.org' };
    for (let each = 0; each < 3; each++) await trans.addTask(1, { request });
    await trans.addTask(1, { request, developerId: 2 });
    end(4);
    const ownerOf = (without?: ReadonlySet<number>) =>
      trans.queue.claimStep(() => false, 0, without)?.task.developer_id;
    expect([ownerOf(), ownerOf(), ownerOf()].sort()).toEqual([1, 1, 2]);
    expect(ownerOf(new Set([1]))).toBeUndefined();
    expect(ownerOf(new Set([2]))).toBe(1);
  });

  it('is told of again when the process died between the answer and its row', async () => {
    await trans.addTask(1, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    expect(trans.queue.claimStep(() => false, 0)).toBeDefined();
    trans.again();
    expect(trans.queue.claimStep(() => false, 0)?.task.step).toBe('notify');
  });

  it('is not told of after it was cancelled', async () => {
    const task = await trans.addTask(1, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    const claim = trans.queue.claimStep(() => false, 0) as NonNullable<ReturnType<typeof trans.queue.claimStep>>;
    trans.queue.cancel(task);
    trans.queue.retryStep(claim, 0);
    expect(trans.queue.claimStep(() => false, 0)).toBeUndefined();
    expect(trans.codes(task)).toEqual([fileCodes.succeeded]); // a finished file stays as it is
  });

  const secretUrls = {
    notifyUrl: 'http://u:p@h/done?token=t',
    saveTo: { path: 'ftp://u:p@h/in', style: 'index' },
  } as const;
  const requestNow = (task: string) => JSON.parse(trans.table.task(task)?.request ?? '{}');

  it('keeps no credentials of its callback and its place once it is over and all was heard', async () => {
    const task = await trans.addTask(1, { request: secretUrls });
    trans.queue.done(trans.bring('recognise'));
    for (const saved of [true, undefined]) {
      expect(requestNow(task)).toMatchObject(secretUrls);
      trans.queue.endStep(trans.queue.claimStep(() => false, 0) as StepClaim, saved);
    }
    expect(requestNow(task)).toMatchObject({
      notifyUrl: 'http://h/done',
      saveTo: { path: 'ftp://h/in', style: 'index' },
    });
  });

  it('keeps them while a file of it can be restarted', async () => {
    const task = await trans.addTask(2, { request: secretUrls });
    trans.queue.done(trans.bring('recognise'));
    trans.queue.fail(trans.bring('recognise'), fileCodes.recognitionFailed, 'a fault', 0);
    for (const saved of [true, undefined]) {
      trans.queue.endStep(trans.queue.claimStep(() => false, 0) as StepClaim, saved);
    }
    expect(trans.table.task(task)?.step).toBe('done');
    expect(requestNow(task)).toMatchObject(secretUrls);
  });

  it('that succeeded has nothing to restart', async () => {
    const task = await trans.addTask(1);
    end(1);
    expect(trans.queue.restart(task)).toBe(false);
    expect(trans.codes(task)).toEqual([fileCodes.succeeded]);
  });

  it('restarts its failed files only, and is unfinished until they end', async () => {
    const task = await trans.addTask(2, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    trans.queue.fail(trans.bring('convert'), fileCodes.noAudioStream, 'x', 0);
    trans.queue.restart(task);
    expect(trans.codes(task)).toEqual([fileCodes.succeeded, fileCodes.conversionQueued]);
    expect(trans.table.task(task)).toMatchObject({ step: 'files', finished_at: null });
    expect(trans.queue.claimStep(() => false, 0)).toBeUndefined();
    const states: FileCode[] = trans.codes(task);
    expect(states.filter(isFinished)).toHaveLength(1);
  });
});
