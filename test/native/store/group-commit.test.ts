import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { closeStore, holdLog, openStore, type Store, syncLog } from '../../../src/store/open.js';

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
    const group = new GroupCommit(db, { now: () => nowMs });
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

describe('a group', () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonegate-group-'));
    store = openStore(join(folder, 'tonegate.db')).db;
    store.exec('CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  });
  afterEach(() => {
    closeStore(store);
    rmSync(folder, { recursive: true });
  });

  const put = (text: string) => store.prepare('INSERT INTO thing (text) VALUES (?)').run(text);
  const textsIn = (db: Store) => db.prepare('SELECT text FROM thing ORDER BY id').pluck().all();
  /** The texts that a power cut at this moment leaves, if all that was written has come to the disk. */
  const textsOnDisk = () => {
    const copy = join(folder, 'copy.db');
    for (const end of ['', '-wal']) copyFileSync(`${join(folder, 'tonegate.db')}${end}`, `${copy}${end}`);
    const { db } = openStore(copy);
    const found = textsIn(db);
    db.close();
    return found;
  };

  it('answers after its sync, which finds all of its writes in the log; meanwhile the event loop turns', async () => {
    let synced: () => void = () => {};
    let onDisk: unknown[] = [];
    const group = new GroupCommit(store, {
      sync: (db) => {
        onDisk = textsOnDisk();
        return new Promise<void>((resolve) => {
          synced = resolve;
        }).then(() => syncLog(db));
      },
    });
    const answered: string[] = [];
    const asked = ['a', 'b'].map((text) => group.run(() => put(text)).then(() => answered.push(text)));
    while (onDisk.length === 0) await nextTurn();
    const later = group.run(() => put('c')).then(() => answered.push('c'));
    let isSettled = false;
    const settled = group.settled().then(() => {
      isSettled = true;
    });
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect([onDisk, answered, textsIn(store), isSettled]).toEqual([['a', 'b'], [], ['a', 'b'], false]);
    synced();
    await Promise.all([...asked, settled]);
    while (onDisk.length < 3) await nextTurn();
    expect(answered).toEqual(['a', 'b']);
    synced();
    await later;
    expect(answered).toEqual(['a', 'b', 'c']);
  });

  it('leaves the setting of the other writes as it was', async () => {
    const group = new GroupCommit(store);
    const synchronous = () => store.pragma('synchronous', { simple: true });
    expect(await group.run(synchronous)).toBe(1); // the commit itself does not wait for the disk
    await group.run(() => put('a'));
    await group
      .run(() => {
        throw new Error('refused');
      })
      .catch(() => {});
    expect(synchronous()).toBe(2);
  });

  it('is refused if its sync fails; the log then goes into the database, and later writes do not depend on it', async () => {
    const faults = [Object.assign(new Error('the disk is worn out'), { code: 'EIO' })];
    const group = new GroupCommit(store, {
      sync: async (db) => {
        const fault = faults.shift();
        if (fault !== undefined) throw fault;
        await syncLog(db);
      },
    });
    await expect(group.run(() => put('a'))).rejects.toThrow('worn out');
    expect(statSync(`${store.name}-wal`).size).toBe(0);
    await group.run(() => put('b'));
    expect(textsOnDisk()).toEqual(['a', 'b']);
  });

  it('is refused, as every other write is, while a log that could not be synced cannot be moved either', async () => {
    const faults = [new Error('the disk is worn out')];
    const group = new GroupCommit(store, {
      sync: async () => {
        const fault = faults.shift();
        if (fault !== undefined) throw fault;
      },
    });
    const release = holdLog(store);
    await expect(group.run(() => put('a'))).rejects.toThrow('worn out');
    await expect(group.run(() => put('b'))).rejects.toThrow('cannot be moved while a copy');
    await expect(group.settled()).rejects.toThrow('cannot be moved while a copy');
    expect(() => put('c')).toThrow('readonly'); // a write beside the groups would be lost behind the broken pages
    expect(textsIn(store)).toEqual(['a']);
    release();
    await group.settled();
    await group.run(() => put('c'));
    expect(textsIn(store)).toEqual(['a', 'c']);
  });
});
