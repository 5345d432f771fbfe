// A data directory whose database has lost something: refused with a way out, and never taken for a new one.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyLogWhenIdle } from '../../../src/store/idle-log.js';
import { openKeptStore, type Traces } from '../../../src/store/kept.js';
import { closeStore, logBytesOf, openStore, type Store, StoreError } from '../../../src/store/open.js';

let directory: string;
let file: string;
const open: Store[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-kept-'));
  file = join(directory, 'tonegate.db');
});
afterEach(() => {
  for (const db of open.splice(0)) closeStore(db);
  rmSync(directory, { recursive: true });
});

const fresh: Traces = { wasUsed: false, wasCutShort: false };
const stopped: Traces = { wasUsed: true, wasCutShort: false };
const cutShort: Traces = { wasUsed: true, wasCutShort: true };
const kept = (traces: Traces, startsAnew = false) => {
  const store = openKeptStore(file, traces, startsAnew);
  open.push(store.db);
  return store;
};
const refusal = (traces: Traces): string => {
  try {
    kept(traces);
  } catch (fault) {
    if (fault instanceof StoreError) return `${fault.reason}: ${fault.message}`;
    throw fault;
  }
  throw new Error('the store opened');
};
const developers = (db: Store) => db.prepare('SELECT name FROM developer').pluck().all();
const addDeveloper = (db: Store, name: string) =>
  void db.prepare('INSERT INTO developer (name, created_at) VALUES (?, 1)').run(name);

/** Copies the database as a gateway that is cut short leaves it, with its write-ahead log or without. */
function leave(withLog: boolean): void {
  const elsewhere = join(directory, 'running.db');
  const { db } = openStore(elsewhere);
  addDeveloper(db, 'last');
  copyFileSync(elsewhere, file);
  if (withLog) copyFileSync(`${elsewhere}-wal`, `${file}-wal`);
  closeStore(db);
  rmSync(elsewhere);
}

describe('a used data directory', () => {
  it('is opened after a stop in order, and after one that was cut short with its write-ahead log', () => {
    closeStore(kept(fresh).db);
    closeStore(kept(stopped).db);
    rmSync(file);
    leave(true);
    expect(developers(kept(cutShort).db)).toEqual(['last']);
  });

  it('whose write-ahead log is gone after a gateway was cut short is refused, with the ways out', () => {
    leave(false);
    const words = refusal(cutShort);
    expect(words).toMatch(
      /^lost: .*tonegate\.db: the gateway was not shut down cleanly, .*tonegate\.db-wal\) is missing/,
    );
    expect(words).toMatch(/tonegate restore FILE --replace.*tonegate serve --new/);
  });

  it.each([
    ['is missing', () => {}],
    ['is empty', () => writeFileSync(file, '')],
    [
      'was cut to nothing',
      () => {
        closeStore(openStore(file).db);
        truncateSync(file, 0);
      },
    ],
  ])('whose database %s is refused, and nothing is made', (_, damage) => {
    damage();
    const before = readdirSync(directory);
    expect(refusal(stopped)).toMatch(
      /^lost: .*its database is (missing|empty)\. Put the lost files back.*tonegate serve --new/,
    );
    expect(readdirSync(directory)).toEqual(before);
  });

  it('whose database has no schema is refused', () => {
    const other = new Database(file);
    other.exec('CREATE TABLE a (x); DROP TABLE a');
    other.close();
    expect(refusal(stopped)).toMatch(/^lost: .*the database is empty/);
  });

  it('that is damaged says how to begin anew', () => {
    writeFileSync(file, Buffer.alloc(8_192, 'no database'));
    expect(refusal(stopped)).toMatch(/^damaged: .*tonegate serve --new/);
  });

  it('begins anew when the operator says so, and keeps what there was under another name', () => {
    leave(false);
    const { db, setAside } = kept(cutShort, true);
    expect(setAside).toBe(`${file}.lost-1`);
    expect(developers(db)).toEqual([]);
    closeStore(db);
    closeStore(open.pop() as Store);
    const lost = openStore(`${file}.lost-1`);
    open.push(lost.db);
    expect(lost.applied).toEqual([]);
    rmSync(file);
    expect(kept(stopped, true).setAside).toBeUndefined();
  });

  it('that is well is not set aside by that', () => {
    const first = kept(fresh).db;
    addDeveloper(first, 'one');
    closeStore(first);
    const { db, setAside } = kept(stopped, true);
    expect(setAside).toBeUndefined();
    expect(developers(db)).toEqual(['one']);
  });
});

describe('the write-ahead log', () => {
  it('is empty after migrations', () => {
    const { db } = kept(fresh);
    expect(logBytesOf(db)).toBe(0);
    expect(existsSync(`${file}-wal`)).toBe(true);
  });

  it('is emptied when nothing was written for a while, and not before', async () => {
    const { db } = kept(fresh);
    addDeveloper(db, 'one');
    const written = logBytesOf(db);
    expect(written).toBeGreaterThan(0);
    const { stop } = emptyLogWhenIdle(db, 5);
    for (let waited = 0; logBytesOf(db) > 0 && waited < 1_000; waited++)
      await new Promise((next) => setTimeout(next, 5));
    stop();
    expect(logBytesOf(db)).toBe(0);
    expect(developers(db)).toEqual(['one']);
  });
});
