// An encrypted database: made so from a plain one, opened with its key alone, copied while it serves.
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../../src/store/copy.js';
import { isPlain } from '../../../src/store/encrypt.js';
import { type DatabaseLock, openKeptStore, type Traces } from '../../../src/store/kept.js';
import { closeStore, emptyLog, logBytesOf, openStore, type Store, StoreError } from '../../../src/store/open.js';

const planted = 'planted-13800138000';
const key = randomBytes(32);
const used: Traces = { wasUsed: true, wasCutShort: false };

let directory: string;
let file: string;
const open: Store[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-encrypted-'));
  file = join(directory, 'tonegate.db');
});
afterEach(() => {
  for (const db of open.splice(0)) closeStore(db);
  rmSync(directory, { recursive: true, force: true });
});

const lockWith = (its: Uint8Array): DatabaseLock => ({ key: its, onWhole: () => {} });
const kept = (traces = used, lock: DatabaseLock | undefined = lockWith(key)) => {
  const store = openKeptStore(file, traces, false, lock);
  open.push(store.db);
  return store.db;
};
const add = (db: Store, name: string) =>
  void db.prepare('INSERT INTO developer (name, created_at) VALUES (?, 1)').run(name);
const names = (db: Store) => db.prepare('SELECT name FROM developer ORDER BY id').pluck().all();
const holders = () => readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(planted));

function leavePlain(): void {
  const { db } = openStore(file);
  add(db, planted);
  closeStore(db);
}

describe('a plain database with a key', () => {
  it('is encrypted at the start, with the copies beside it, and holds what it held', () => {
    leavePlain();
    for (const ending of ['.v3', '.lost-1']) copyFileSync(file, file + ending);
    expect(holders()).toHaveLength(3);
    const db = kept();
    expect(names(db)).toContain(planted);
    add(db, `${planted} in the log`);
    expect(logBytesOf(db)).toBeGreaterThan(0);
    expect(holders()).toEqual([]);
    closeStore(db);
    expect(holders()).toEqual([]);
    expect(names(kept())).toContain(`${planted} in the log`);
  });

  it('keeps what stands only in its write-ahead log, and says when the log may go', () => {
    const elsewhere = join(directory, 'running.db');
    const { db } = openStore(elsewhere);
    add(db, planted);
    copyFileSync(elsewhere, file);
    copyFileSync(`${elsewhere}-wal`, `${file}-wal`);
    closeStore(db);
    rmSync(elsewhere);
    let logBytes: number | undefined;
    const onWhole = () => {
      logBytes = readFileSync(`${file}-wal`).length;
    };
    expect(names(kept({ wasUsed: true, wasCutShort: true }, { key, onWhole }))).toContain(planted);
    expect(logBytes).toBe(0);
    expect(holders()).toEqual([]);
  });

  it('is whole wherever the conversion was cut: before, with half a copy, and after', () => {
    leavePlain();
    writeFileSync(`${file}.part`, readFileSync(file).subarray(0, 5_000)); // the copy was cut short
    writeFileSync(`${file}.part-journal`, planted);
    expect(names(kept())).toContain(planted);
    closeStore(open.pop() as Store);
    expect(existsSync(`${file}.part`)).toBe(false);
    writeFileSync(`${file}.part`, planted); // the plain copy still lay beside it
    expect(names(kept())).toContain(planted);
    expect(holders()).toEqual([]);
  });
});

describe('an encrypted database', () => {
  beforeEach(() => {
    leavePlain();
    closeStore(kept());
    open.pop();
  });

  it.each<[string, () => DatabaseLock | undefined]>([
    ['without a key', () => undefined],
    ['with another key', () => lockWith(randomBytes(32))],
  ])('is refused %s and stays as it was', (_name, lock) => {
    const before = readFileSync(file);
    expect(() => openKeptStore(file, used, false, lock())).toThrow(StoreError);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(names(kept())).toContain(planted);
  });

  it('in which a byte of a page was altered is refused', () => {
    const bytes = readFileSync(file);
    const at = bytes.length - 2_000;
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(file, bytes);
    expect(() => kept()).toThrow(/damaged/);
  });

  it('is copied as it was at one moment while it is written to, and the copy is encrypted too', async () => {
    const db = kept();
    const copy = join(directory, 'copy.db');
    const before = names(db).length;
    const copying = copyDatabase(db, copy);
    for (let nth = 0; nth < 2_000; nth++) {
      add(db, `${planted} ${nth}`);
      if (nth % 100 === 0) {
        emptyLog(db);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await copying;
    expect(isPlain(copy)).toBe(false);
    expect(holders()).toEqual([]);
    const { db: copied } = openStore(copy, undefined, true, key);
    open.push(copied);
    expect(names(copied).length).toBeGreaterThanOrEqual(before);
    expect(copied.pragma('integrity_check', { simple: true })).toBe('ok');
    add(db, 'last');
    emptyLog(db);
    expect(logBytesOf(db)).toBe(0); // the log is held no longer
  });
});
