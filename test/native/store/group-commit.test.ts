import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { GroupCommit } from '../../../src/store/group-commit.js';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  db.exec('CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)');
});
afterEach(() => db.close());

const add = (text: string) => Number(db.prepare('INSERT INTO thing (text) VALUES (?)').run(text).lastInsertRowid);
const texts = () => db.prepare('SELECT text FROM thing ORDER BY id').pluck().all();

describe('requests that arrive together', () => {
  it('are written in one transaction, in their order, and each has its own answer', async () => {
    const group = new GroupCommit(db);
    const depths: boolean[] = [];
    const asked = ['a', 'b', 'c'].map((text) =>
      group.run(() => {
        depths.push(db.inTransaction);
        return add(text);
      }),
    );
    expect(depths).toEqual([]); // not before the event loop has had a turn
    expect(await Promise.all(asked)).toEqual([1, 2, 3]);
    expect([depths, texts(), db.inTransaction]).toEqual([[true, true, true], ['a', 'b', 'c'], false]);
  });

  it('do not undo each other: one that is refused leaves nothing behind, the others stay', async () => {
    const group = new GroupCommit(db);
    const outcomes = await Promise.allSettled([
      group.run(() => add('a')),
      group.run(() => {
        add('half');
        throw new Error('refused');
      }),
      group.run(() => add('a')),
      group.run(() => add('b')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(texts()).toEqual(['a', 'b']);
  });

  it('see what those before them wrote', async () => {
    const group = new GroupCommit(db);
    const [, seen] = await Promise.all([group.run(() => add('a')), group.run(() => texts())]);
    expect(seen).toEqual(['a']);
  });

  it('are all refused when the disk is full, and nothing of them is kept', async () => {
    const group = new GroupCommit(db);
    const pages = db.pragma('page_count', { simple: true });
    db.pragma(`max_page_count = ${pages}`);
    const large = 'x'.repeat(100_000);
    const outcomes = await Promise.allSettled([
      group.run(() => add('small')),
      group.run(() => add(large)),
      group.run(() => add('after')),
    ]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    for (const each of refused) expect((each as PromiseRejectedResult).reason.code).toBe('SQLITE_FULL');
    const kept = outcomes.flatMap((each, at) => (each.status === 'fulfilled' ? [['small', large, 'after'][at]] : []));
    expect(kept).not.toContain(large);
    expect(texts()).toEqual(kept); // what was acknowledged is there, and nothing else
    expect(db.inTransaction).toBe(false);
    expect(await group.run(() => add('later')).catch((fault: { code: string }) => fault.code)).toBeDefined();
  });

  it('are begun until the time of a group is over; the others are in the next one', async () => {
    let nowMs = 0;
    const group = new GroupCommit(db, () => nowMs);
    const run = (text: string) =>
      group.run(() => {
        nowMs += limits.storage.groupMs;
        return add(text);
      });
    expect(await Promise.all([run('a'), run('b'), run('c')])).toEqual([1, 2, 3]);
    expect(texts()).toEqual(['a', 'b', 'c']);
  });

  it('are refused with the fault of a database that cannot begin', async () => {
    const group = new GroupCommit(db);
    const asked = group.run(() => add('a'));
    db.close();
    await expect(asked).rejects.toThrow('not open');
  });
});
