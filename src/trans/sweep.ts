// Removes expired objects: uploads that no task used, tasks with their results, and files that belong to nothing.
import { rm } from 'node:fs/promises';
import type { TransTable } from './table.js';
import type { Places } from './task-files.js';
import type { Uploads } from './uploads.js';

export interface SweepParts {
  readonly table: TransTable;
  readonly places: Places;
  readonly uploads: Uploads;
  /** ms UTC */
  readonly now: () => number;
  /** after the end of a task */
  readonly keepResultsMs: number;
}

export async function sweep({ table, places, uploads, now, keepResultsMs }: SweepParts): Promise<void> {
  await uploads.sweep();
  for (const id of table.expiredTasks(now() - keepResultsMs)) {
    const unused = table.uploadsOf(id);
    if (!table.removeDoneTask(id)) continue; // its rows first: files without a row are removed at the next start
    await places.removeTask(id);
    for (const upload of unused) await rm(places.upload(upload), { force: true });
  }
}
