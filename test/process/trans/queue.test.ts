// Specification 2, 3.3, carried out over a real database: each operation in each state, leases, order, recovery.
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FileCode, fileCodes, isFinished } from '../../../src/protocol/engine/transcription.js';
import { stageNames, stages } from '../../../src/trans/states.js';
import { openQueueHouse, type QueueHouse } from '../../helpers/transcription/trans-queue.js';

let house: QueueHouse;
beforeAll(async () => {
  house = await openQueueHouse();
});
afterEach(() => house.clear());
afterAll(() => house.discard());

describe.each(stageNames)('a file in the stage %s', (stage) => {
  const { queued, running, done, retry, cancelled } = stages[stage];

  it(`goes ${queued} → ${running} → ${done}`, async () => {
    const task = await house.addTask(1);
    const claim = house.bring(stage);
    expect(house.codes(task)).toEqual([running]);
    expect(house.queue.done(claim)).toBe(true);
    expect(house.codes(task)).toEqual([done]);
  });

  it(`goes back to ${retry} and is taken up again when its time has come, not before`, async () => {
    const task = await house.addTask(1);
    house.queue.retry(house.bring(stage), 'a fault that may pass', house.now() + 1_000, 1);
    expect(house.codes(task)).toEqual([retry]);
    expect(house.queue.nextDueAt()).toBe(house.now() + 1_000);
    expect(house.queue.claim(stage, () => false, 0)).toBeUndefined();
    house.advance(1_000);
    expect(house.claim(stage).file.tries).toBe(1);
    expect(house.codes(task)).toEqual([running]);
  });

  it(`starts at ${queued} again when the process that worked on it has gone`, async () => {
    const task = await house.addTask(1);
    const before = house.bring(stage);
    house.again();
    expect(house.codes(task)).toEqual([queued]);
    expect(house.claim(stage).place).toEqual(before.place);
  });

  it('counts no fault towards giving up when the process has gone', async () => {
    const task = await house.addTask(1);
    house.bring(stage);
    for (let deaths = 0; deaths < 10; deaths++) {
      house.again();
      house.claim(stage);
    }
    expect(house.table.file(task, 0)?.tries).toBe(0);
  });

  it('ends when it is cancelled, and what its work says then counts no more', async () => {
    const task = await house.addTask(1);
    const claim = house.bring(stage);
    house.queue.cancel(task);
    expect(house.codes(task)).toEqual([cancelled]);
    expect(house.table.file(task, 0)?.info).toBe('cancelled');
    expect(house.queue.done(claim)).toBe(false);
    expect(house.queue.retry(claim, 'x', 0, 1)).toBe(false);
    expect(house.queue.fail(claim, fileCodes.notFound, 'x', 0)).toBe(false);
    expect(house.codes(task)).toEqual([cancelled]);
    expect(house.table.task(task)).toMatchObject({ step: 'done', finished_at: house.now() });
  });

  it('ends when it fails, and is never taken up again by itself', async () => {
    const task = await house.addTask(1);
    house.queue.fail(house.bring(stage), cancelled, 'why', 37);
    expect(house.table.file(task, 0)).toMatchObject({ code: cancelled, info: 'why', progress: 37, lease: null });
    house.advance(10 ** 10);
    house.again();
    expect(house.codes(task)).toEqual([cancelled]);
    for (const each of stageNames) expect(house.queue.claim(each, () => false, 0)).toBeUndefined();
  });

  it('starts at its beginning when it is restarted, with what lies there for it', async () => {
    const task = await house.addTask(2);
    house.queue.fail(house.bring(stage), cancelled, 'why', 37);
    expect(house.queue.restart(task)).toBe(true);
    expect(house.table.file(task, 0)).toMatchObject({
      ...{ code: queued, tries: 0, progress: 0, started_at: null, finished_at: null },
    });
    expect(house.codes(task)[1]).toBe(fileCodes.downloadQueued);
  });

  it('is not restarted while it is not finished', async () => {
    const task = await house.addTask(1);
    const claim = house.bring(stage);
    expect(house.queue.restart(task)).toBe(false);
    expect(house.queue.done(claim)).toBe(true);
  });

  it('has another lease after a restart: the old work counts no more', async () => {
    const task = await house.addTask(1);
    const old = house.bring(stage);
    house.queue.cancel(task);
    house.queue.restart(task);
    const fresh = house.claim(stage);
    expect(house.queue.done(old)).toBe(false);
    expect(house.queue.done(fresh)).toBe(true);
  });
});

describe('the order of the queue', () => {
  it('is by priority, the smaller first, then by age, then by the place in the task', async () => {
    const tasks = [
      await house.addTask(2),
      await house.addTask(1, { priority: 0.5 }),
      await house.addTask(1, { priority: -0.25 }),
      await house.addTask(1, { priority: -10 }),
      await house.addTask(1),
    ];
    const order = Array.from({ length: 6 }, () => house.claim('download').place);
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
    const task = await house.addTask(2);
    house.claim('download');
    house.queue.cancel(task);
    house.queue.restart(task); // both wait again; the first one's old work has not ended
    const isBusy = ({ position }: { position: number }) => position === 0;
    expect(house.queue.claim('download', isBusy, 1)?.place.position).toBe(1);
    expect(house.queue.claim('download', isBusy, 1)).toBeUndefined();
  });

  it('takes up downloads that wait for another try in the same order', async () => {
    const [urgent, usual] = [await house.addTask(1, { priority: -1 }), await house.addTask(1)];
    house.queue.retry(house.claim('download'), 'x', house.now(), 1);
    expect([house.claim('download').place.taskId, house.claim('download').place.taskId]).toEqual([urgent, usual]);
  });
});

describe('a result that is in place', () => {
  it('is not recognised again, though the process died before its row was written', async () => {
    const task = await house.addTask(1);
    const { place } = house.bring('recognise');
    writeFileSync(house.places.result(place), '{}');
    house.again();
    expect(house.table.file(task, 0)).toMatchObject({ code: fileCodes.succeeded, progress: 100, lease: null });
    expect(house.table.task(task)).toMatchObject({ step: 'done', finished_at: house.now() });
  });
});

describe('a task', () => {
  const end = (count: number) => {
    for (let file = 0; file < count; file++) house.queue.done(house.bring('recognise'));
  };

  it('is finished with its last file, not before', async () => {
    const task = await house.addTask(2);
    end(1);
    expect(house.table.task(task)).toMatchObject({ step: 'files', finished_at: null });
    house.queue.fail(house.bring('download'), fileCodes.notFound, 'x', 0);
    expect(house.table.task(task)).toMatchObject({ step: 'done', finished_at: house.now() });
  });

  it('is saved, then told of, where both are wanted', async () => {
    const saveTo = { path: '/results', style: 'index' } as const;
    const task = await house.addTask(1, { request: { saveTo, notifyUrl: 'http://example.org' } });
    end(1);
    const save = house.queue.claimStep(() => false, 0);
    expect(save?.task.step).toBe('save');
    expect(house.queue.claimStep(() => false, 0)).toBeUndefined();
    house.queue.endStep(save as NonNullable<typeof save>, true);
    const notify = house.queue.claimStep(() => false, 0);
    expect(notify?.task).toMatchObject({ step: 'notify', save_status: 1 });
    house.queue.endStep(notify as NonNullable<typeof notify>);
    expect(house.table.task(task)).toMatchObject({ step: 'done', save_status: 1 });
  });

  it('is told of again when the process died between the answer and its row', async () => {
    await house.addTask(1, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    expect(house.queue.claimStep(() => false, 0)).toBeDefined();
    house.again();
    expect(house.queue.claimStep(() => false, 0)?.task.step).toBe('notify');
  });

  it('is not told of after it was cancelled', async () => {
    const task = await house.addTask(1, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    const claim = house.queue.claimStep(() => false, 0) as NonNullable<ReturnType<typeof house.queue.claimStep>>;
    house.queue.cancel(task);
    house.queue.retryStep(claim, 0);
    expect(house.queue.claimStep(() => false, 0)).toBeUndefined();
    expect(house.codes(task)).toEqual([fileCodes.succeeded]); // a finished file stays as it is
  });

  it('that succeeded has nothing to restart', async () => {
    const task = await house.addTask(1);
    end(1);
    expect(house.queue.restart(task)).toBe(false);
    expect(house.codes(task)).toEqual([fileCodes.succeeded]);
  });

  it('restarts its failed files only, and is unfinished until they end', async () => {
    const task = await house.addTask(2, { request: { notifyUrl: 'http://example.org' } });
    end(1);
    house.queue.fail(house.bring('convert'), fileCodes.noAudioStream, 'x', 0);
    house.queue.restart(task);
    expect(house.codes(task)).toEqual([fileCodes.succeeded, fileCodes.conversionQueued]);
    expect(house.table.task(task)).toMatchObject({ step: 'files', finished_at: null });
    expect(house.queue.claimStep(() => false, 0)).toBeUndefined();
    const states: FileCode[] = house.codes(task);
    expect(states.filter(isFinished)).toHaveLength(1);
  });
});
