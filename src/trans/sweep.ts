// Removes expired objects: uploads that no task used, tasks with their results, and orphaned files.
import { rm } from 'node:fs/promises';
import { removeExpired } from '../jobs/retention.js';
import type { TransTable } from './table.js';
import type { Places } from './task-files.js';
import type { Uploads } from './uploads.js';

export interface SweepParts {
  readonly table: TransTable;
  readonly places: Places;
  readonly uploads: Uploads;
  /** elapsed time, ms (src/clock/clock.ts) */
  readonly elapsed: () => number;
  /** time to keep results after the end of a task */
  readonly keepResultsMs: number;
}

/** Removes what has expired. */
export async function sweep({ table, places, uploads, elapsed, keepResultsMs }: SweepParts): Promise<void> {
  await uploads.sweep();
  await removeExpired({
    ids: table.expiredTasks(elapsed() - keepResultsMs),
    forget: (id) => {
      const unused = table.uploadsOf(id);
      return table.removeDoneTask(id) ? { id, unused } : undefined;
    },
    remove: async ({ id, unused }) => {
      await places.removeTask(id);
      for (const upload of unused) await rm(places.upload(upload), { force: true });
    },
  });
}
