// Specification 2, section 8: how long uploads and results are kept, and that nothing else is left on the disk.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stages } from '../../../src/trans/states.js';
import { sweep } from '../../../src/trans/sweep.js';
import { Places } from '../../../src/trans/task-files.js';
import { openQueueHouse, type QueueHouse } from '../../helpers/transcription/trans-queue.js';

let house: QueueHouse;
beforeAll(async () => {
  house = await openQueueHouse();
});
afterEach(() => house.clear());
afterAll(() => house.discard());

describe('what has had its time', () => {
  const keepResultsMs = 72 * 3_600_000;
  const swept = () => sweep({ ...house, keepResultsMs });

  it('is removed: a task with its results 72 hours after its end, not before', async () => {
    const task = await house.addTask(1);
    const { place } = house.bring('recognise');
    writeFileSync(house.places.result(place), '{}');
    house.again();
    house.advance(keepResultsMs - 1);
    await swept();
    expect(existsSync(house.places.result(place))).toBe(true);
    house.advance(1);
    await swept();
    expect(house.table.task(task)).toBeUndefined();
    expect(house.table.files(task)).toEqual([]);
    expect(existsSync(house.places.task(task))).toBe(false);
  });

  it('is removed with its task: an upload that the task was cancelled before it used', async () => {
    const { fileId } = await house.uploads.prepare(1, { name: 'a', size: 10, sliceSize: 2 ** 20 });
    const task = await house.addTask(1);
    house.table.giveUpload(fileId, task);
    house.queue.cancel(task);
    house.advance(keepResultsMs);
    await swept();
    expect(house.table.upload(fileId)).toBeUndefined();
    expect(existsSync(house.places.upload(fileId))).toBe(false);
  });

  it('is not a task that is unfinished, however old', async () => {
    const task = await house.addTask(1);
    house.advance(100 * keepResultsMs);
    await swept();
    expect(house.table.task(task)).toBeDefined();
  });

  it('is removed: an upload that no task used within 24 hours', async () => {
    const { fileId } = await house.uploads.prepare(1, { name: 'a', size: 10, sliceSize: 2 ** 20 });
    const used = await house.uploads.prepare(1, { name: 'b', size: 10, sliceSize: 2 ** 20 });
    house.table.giveUpload(used.fileId, await house.addTask(1));
    house.advance(24 * 3_600_000 - 1);
    await swept();
    expect(house.table.upload(fileId)).toBeDefined();
    house.advance(1);
    await swept();
    expect(house.table.upload(fileId)).toBeUndefined();
    expect(existsSync(house.places.upload(fileId))).toBe(false);
    expect(existsSync(house.places.upload(used.fileId))).toBe(true);
  });

  it('is not an upload that a task takes while older ones are being removed', async () => {
    const drafts = ['a', 'b'].map((name) => house.uploads.prepare(1, { name, size: 10, sliceSize: 2 ** 20 }));
    const ids = (await Promise.all(drafts)).map(({ fileId }) => fileId);
    const task = await house.addTask(1);
    house.advance(24 * 3_600_000);
    const sweeping = swept(); // has removed the first row, and waits for the disk
    const [late] = ids.filter((id) => house.table.upload(id) !== undefined);
    expect(house.table.giveUpload(late as string, task)).toBe(true);
    await sweeping;
    expect(house.table.upload(late as string)?.task_id).toBe(task);
    expect(existsSync(house.places.upload(late as string))).toBe(true);
  });

  it('is not a task that is restarted while older ones are being removed', async () => {
    const tasks = [await house.addTask(1), await house.addTask(1)];
    for (const task of tasks) house.queue.cancel(task);
    house.advance(keepResultsMs);
    const restarted: string[] = [];
    class Interrupted extends Places {
      override async removeTask(taskId: string): Promise<void> {
        for (const task of tasks) if (house.table.task(task) && house.queue.restart(task)) restarted.push(task);
        await super.removeTask(taskId);
      }
    }
    await sweep({ ...house, places: new Interrupted(house.folder), keepResultsMs });
    expect(restarted).toHaveLength(1);
    for (const task of restarted) {
      expect(house.table.task(task)?.step).toBe('files');
      expect(existsSync(house.places.task(task))).toBe(true);
    }
  });

  const clear = () =>
    house.places.removeOrphans({
      ...{ uploads: house.table.uploadIds(), tasks: house.table.taskIds() },
      isNeeded: (place, kind) => house.queue.needs(place, kind),
    });

  it('is removed at a start: files that belong to no task and no upload', async () => {
    const task = await house.addTask(1);
    writeFileSync(house.places.upload('stranger'), 'x');
    await house.places.makeTask('stranger');
    await clear();
    expect(existsSync(house.places.upload('stranger'))).toBe(false);
    expect(existsSync(house.places.task('stranger'))).toBe(false);
    expect(existsSync(house.places.task(task))).toBe(true);
  });

  it.each([
    ['download', ['0.source']],
    ['convert', ['0.source']],
    ['recognise', ['0.pcm']],
    ['success', ['0.result']],
  ] as const)('is removed at a start: what a file in %s does not need', async (stage, left) => {
    const task = await house.addTask(1);
    const claim = house.bring(stage === 'success' ? 'recognise' : stage);
    for (const kind of ['source', 'pcm', 'result'] as const) {
      writeFileSync(house.places[kind](claim.place), kind);
      writeFileSync(`${house.places[kind](claim.place)}.part`, kind);
    }
    if (stage === 'success') house.queue.done(claim);
    else house.queue.fail(claim, stages[stage].cancelled, '', 0);
    await clear();
    expect(readdirSync(house.places.task(task)).sort()).toEqual(left);
  });
});
