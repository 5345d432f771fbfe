// The SQL of the saved time. Nobody else touches this table.
import type { Store } from '../store/open.js';
import type { SavedTime } from './clock.js';

export function clockTable(db: Store) {
  const saved = db.prepare<[], { utc: number | null; was_believed: 0 | 1; elapsed: number }>(
    'SELECT utc, was_believed, elapsed FROM clock',
  );
  const save = db.prepare<[number | null, 0 | 1, number]>('UPDATE clock SET utc = ?, was_believed = ?, elapsed = ?');
  return {
    saved(): SavedTime {
      const row = saved.get();
      if (row === undefined) return { utcMs: null, wasBelieved: false, elapsedMs: 0 };
      return { utcMs: row.utc, wasBelieved: row.was_believed === 1, elapsedMs: row.elapsed };
    },
    save: ({ utcMs, wasBelieved, elapsedMs }: SavedTime) => void save.run(utcMs, wasBelieved ? 1 : 0, elapsedMs),
  };
}
