// Empties the write-ahead log while nothing is written: if the log is lost, the database then lacks little, and a start
// after a power cut has little to read.
import { limits } from '../protocol/limits.js';
import { emptyLog, logBytesOf, type Store } from './open.js';

export function emptyLogWhenIdle(db: Store, everyMs: number = limits.storage.idleLogMs): { readonly stop: () => void } {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  let last = changes.get();
  const timer = setInterval(() => {
    const now = changes.get();
    if (now === last && !db.inTransaction && logBytesOf(db) > 0) emptyLog(db);
    last = now;
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
