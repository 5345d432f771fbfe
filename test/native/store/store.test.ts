// The database: one connection, forward-only migrations, a copy before each, and clear refusals.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMigrations, schemaVersion } from '../../../src/store/migrate.js';
import { closeStore, openStore, StoreError } from '../../../src/store/open.js';

let directory: string;
let migrations: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-store-'));
  migrations = mkdtempSync(join(tmpdir(), 'tonegate-migrations-'));
  file = join(directory, 'test.db');
  writeFileSync(join(migrations, '0001-first.sql'), 'CREATE TABLE a (x INTEGER NOT NULL) STRICT;');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
  rmSync(migrations, { recursive: true });
});

const open = () => openStore(file, migrations);
const refusal = (): StoreError => {
  try {
    closeStore(open().db);
  } catch (fault) {
    if (fault instanceof StoreError) return fault;
    throw fault;
  }
  throw new Error('the store opened');
};

describe('opening', () => {
  it('sets WAL, FULL, foreign keys and a cache of 1 MiB, and keeps every other connection out', () => {
    const { db } = open();
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(db.pragma('cache_size', { simple: true })).toBe(-1024);
    expect(refusal().reason).toBe('inUse');
    closeStore(db);
    closeStore(open().db);
  });

  it('keeps what was committed', () => {
    const first = open().db;
    first.prepare('INSERT INTO a VALUES (7)').run();
    closeStore(first);
    const second = open().db;
    expect(second.prepare('SELECT x FROM a').all()).toEqual([{ x: 7 }]);
    closeStore(second);
  });

  it('a first start that was cut short between two migrations is taken up where it stopped', () => {
    writeFileSync(join(migrations, '0002-second.sql'), 'CREATE TABLE a (y INTEGER) STRICT;'); // fails: a is there
    expect(open).toThrow('already exists');
    writeFileSync(join(migrations, '0002-second.sql'), 'CREATE TABLE b (y INTEGER) STRICT;');
    const { db, applied } = open();
    expect([applied, schemaVersion(db)]).toEqual([['second'], 2]);
    closeStore(db);
  });

  it('refuses a file that is no database', () => {
    writeFileSync(file, 'this is not a database, but it is long enough to be looked at '.repeat(20));
    expect(refusal()).toMatchObject({ reason: 'damaged', message: expect.stringContaining(file) });
  });

  it('refuses a damaged database', () => {
    const { db } = open();
    const insert = db.prepare('INSERT INTO a VALUES (?)');
    db.transaction(() => {
      for (let x = 0; x < 5_000; x++) insert.run(x);
    })();
    closeStore(db);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4_096 + 100, 4_096 * 4);
    writeFileSync(file, bytes);
    expect(refusal().reason).toBe('damaged');
  });

  it("refuses another program's database", () => {
    const other = new Database(file);
    other.exec('CREATE TABLE theirs (x); PRAGMA user_version = 1;');
    other.close();
    expect(refusal().reason).toBe('foreign');
  });

  it('refuses a database of a newer version, and leaves it as it is', () => {
    writeFileSync(join(migrations, '0002-second.sql'), 'CREATE TABLE b (x INTEGER) STRICT;');
    closeStore(open().db);
    rmSync(join(migrations, '0002-second.sql'));
    const before = readFileSync(file);
    expect(refusal()).toMatchObject({ reason: 'newer', message: expect.stringContaining('schema 2') });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a place where no file can be made', () => {
    file = join(directory, 'missing', 'test.db');
    expect(refusal().reason).toBe('unreadable');
  });
});

describe('a full disk', () => {
  /** SQLite's own limit on pages answers as a file system without room does. */
  it('is a fault of its own when the database has to be made', () => {
    writeFileSync(join(migrations, '0001-first.sql'), 'PRAGMA max_page_count = 1; CREATE TABLE a (x INTEGER) STRICT;');
    expect(refusal()).toMatchObject({ reason: 'full', message: expect.stringContaining('free some space') });
  });

  it('stops neither a start nor a stop that has nothing to change', () => {
    closeStore(open().db);
    const before = readFileSync(file);
    const { db } = open();
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    const insert = db.prepare('INSERT INTO a VALUES (?)');
    expect(() => {
      for (let x = 0; ; x++) insert.run(x);
    }).toThrow('full');
    closeStore(db);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(readFileSync(file).length).toBe(before.length);
    const stamp = statSync(file).mtimeMs;
    closeStore(open().db);
    expect(statSync(file).mtimeMs).toBe(stamp);
  });
});

describe('migrating', () => {
  it('applies what is missing, in order, and copies an existing database first', () => {
    const first = open();
    expect(first.applied).toEqual(['first']);
    expect(first.copy).toBeUndefined();
    first.db.prepare('INSERT INTO a VALUES (1)').run();
    closeStore(first.db);
    writeFileSync(join(migrations, '0002-second.sql'), 'ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = x + 1;');
    const second = open();
    expect(second.applied).toEqual(['second']);
    expect(second.copy).toBe(`${file}.v1`);
    expect(second.db.prepare('SELECT * FROM a').all()).toEqual([{ x: 1, y: 2 }]);
    closeStore(second.db);
    const copy = new Database(`${file}.v1`);
    expect(schemaVersion(copy)).toBe(1);
    expect(copy.prepare('SELECT * FROM a').all()).toEqual([{ x: 1 }]);
    copy.close();
    expect(existsSync(`${file}.v1.part`)).toBe(false);
  });

  it('does nothing when nothing is missing', () => {
    closeStore(open().db);
    const again = open();
    expect(again.applied).toEqual([]);
    closeStore(again.db);
    expect(readdirSync(directory)).toEqual(['test.db']);
  });

  it('that fails leaves the schema before it', () => {
    closeStore(open().db);
    writeFileSync(join(migrations, '0002-second.sql'), 'CREATE TABLE b (x INTEGER) STRICT; SELECT no_such_function();');
    expect(() => open()).toThrow(/no_such_function/);
    rmSync(join(migrations, '0002-second.sql'));
    const { db } = open();
    expect(schemaVersion(db)).toBe(1);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'b'").all()).toEqual([]);
    closeStore(db);
  });

  it('refuses a gap or a bad name in the numbers', () => {
    writeFileSync(join(migrations, '0003-third.sql'), '');
    expect(() => readMigrations(migrations)).toThrow('expected number 0002');
  });
});

describe('the shipped migrations', () => {
  it('make STRICT tables only', () => {
    const { db } = openStore(file);
    const tables = db.prepare(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    for (const { name, strict } of tables.all() as { name: string; strict: number }[]) expect(strict, name).toBe(1);
    expect((tables.all() as unknown[]).length).toBeGreaterThan(2);
    closeStore(db);
  });
});
