// Specification 2, section 8: how long uploads and results are kept, and that nothing else is left on the disk.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stages } from '../../../src/trans/states.js';
import { sweep } from '../../../src/trans/sweep.js';
import { Places } from '../../../src/trans/task-files.js';
import { openTestQueue, type TestQueue } from '../../helpers/transcription/trans-queue.js';

let trans: TestQueue;
beforeAll(async () => {
  trans = await openTestQueue();
});
afterEach(() => trans.clear());
afterAll(() => trans.discard());

describe('what has had its time', () => {
  const keepResultsMs = 72 * 3_600_000;
  const swept = () => sweep({ ...trans, keepResultsMs });

  it('is removed: a task with its results 72 hours after its end, not before', async () => {
    const task = await trans.addTask(1);
    const { place } = trans.bring('recognise');
    writeFileSync(trans.places.result(place), '{}');
    trans.again();
    trans.advance(keepResultsMs - 1);
    await swept();
    expect(existsSync(trans.places.result(place))).toBe(true);
    trans.advance(1);
    await swept();
    expect(trans.table.task(task)).toBeUndefined();
    expect(trans.table.files(task)).toEqual([]);
    expect(existsSync(trans.places.task(task))).toBe(false);
  });

  it('is removed with its task: an upload that the task was cancelled before it used', async () => {
    const { fileId } = await trans.uploads.prepare(1, { name: 'a', size: 10, sliceSize: 2 ** 20 });
    const task = await trans.addTask(1);
    trans.table.giveUpload(fileId, task);
    trans.queue.cancel(task);
    trans.advance(keepResultsMs);
    await swept();
    expect(trans.table.upload(fileId)).toBeUndefined();
    expect(existsSync(trans.places.upload(fileId))).toBe(false);
  });

  it('is not a task that is unfinished, however old', async () => {
    const task = await trans.addTask(1);
    trans.advance(100 * keepResultsMs);
    await swept();
    expect(trans.table.task(task)).toBeDefined();
  });

  it('is removed: an upload that no task used within 24 hours', async () => {
    const { fileId } = await trans.uploads.prepare(1, { name: 'a', size: 10, sliceSize: 2 ** 20 });
    const used = await trans.uploads.prepare(1, { name: 'b', size: 10, sliceSize: 2 ** 20 });
    trans.table.giveUpload(used.fileId, await trans.addTask(1));
    trans.advance(24 * 3_600_000 - 1);
    await swept();
    expect(trans.table.upload(fileId)).toBeDefined();
    trans.advance(1);
    await swept();
    expect(trans.table.upload(fileId)).toBeUndefined();
    expect(existsSync(trans.places.upload(fileId))).toBe(false);
    expect(existsSync(trans.places.upload(used.fileId))).toBe(true);
  });

  it('is not an upload that a task takes while older ones are being removed', async () => {
    const drafts = ['a', 'b'].map((name) => trans.uploads.prepare(1, { name, size: 10, sliceSize: 2 ** 20 }));
    const ids = (await Promise.all(drafts)).map(({ fileId }) => fileId);
    const task = await trans.addTask(1);
    trans.advance(24 * 3_600_000);
    const sweeping = swept(); // has removed the first row, and waits for the disk
    const [late] = ids.filter((id) => trans.table.upload(id) !== undefined);
    expect(trans.table.giveUpload(late as string, task)).toBe(true);
    await sweeping;
    expect(trans.table.upload(late as string)?.task_id).toBe(task);
    expect(existsSync(trans.places.upload(late as string))).toBe(true);
  });

  it('is not a task that is restarted while older ones are being removed', async () => {
    const tasks = [await trans.addTask(1), await trans.addTask(1)];
    for (const task of tasks) trans.queue.cancel(task);
    trans.advance(keepResultsMs);
    const restarted: string[] = [];
    class Interrupted extends Places {
      override async removeTask(taskId: string): Promise<void> {
        for (const task of tasks) if (trans.table.task(task) && trans.queue.restart(task)) restarted.push(task);
        await super.removeTask(taskId);
      }
    }
    await sweep({ ...trans, places: new Interrupted(trans.folder), keepResultsMs });
    expect(restarted).toHaveLength(1);
    for (const task of restarted) {
      expect(trans.table.task(task)?.step).toBe('files');
      expect(existsSync(trans.places.task(task))).toBe(true);
    }
  });

  const clear = () =>
    trans.places.removeOrphans({
      ...{ uploads: trans.table.uploadIds(), tasks: trans.table.taskIds() },
      isNeeded: (place, kind) => trans.queue.needs(place, kind),
    });

  it('is removed at a start: files that belong to no task and no upload', async () => {
    const task = await trans.addTask(1);
    writeFileSync(trans.places.upload('orphan'), 'x');
    await trans.places.makeTask('orphan');
    await clear();
    expect(existsSync(trans.places.upload('orphan'))).toBe(false);
    expect(existsSync(trans.places.task('orphan'))).toBe(false);
    expect(existsSync(trans.places.task(task))).toBe(true);
  });

  it.each([
    ['download', ['0.source']],
    ['convert', ['0.source']],
    ['recognise', ['0.pcm']],
    ['success', ['0.result']],
  ] as const)('is removed at a start: what a file in %s does not need', async (stage, left) => {
    const task = await trans.addTask(1);
    const claim = trans.bring(stage === 'success' ? 'recognise' : stage);
    for (const kind of ['source', 'pcm', 'result'] as const) {
      writeFileSync(trans.places[kind](claim.place), kind);
      writeFileSync(`${trans.places[kind](claim.place)}.part`, kind);
    }
    if (stage === 'success') trans.queue.done(claim);
    else trans.queue.fail(claim, stages[stage].cancelled, '', 0);
    await clear();
    expect(readdirSync(trans.places.task(task)).sort()).toEqual(left);
  });
});
