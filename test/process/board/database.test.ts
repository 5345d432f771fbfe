// A box that went back to its older version meets the database that the newer one migrated.
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meetDatabase } from '../../../src/local/board/database.js';
import { coreFeatures } from '../../../src/main/features.js';
import { startTestGateway } from '../../helpers/gateway/gateway.js';

/** A user without rights of its own. */
const nobody = 65534;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tonegate-rollback-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const file = () => join(dataDir, 'tonegate.db');
const serve = () => startTestGateway({ dataDir, features: coreFeatures });
const schemaOf = (path: string): number => {
  const db = new Database(path, { readonly: true });
  try {
    return db.pragma('user_version', { simple: true }) as number;
  } finally {
    db.close();
  }
};

/** As a newer version leaves it: a copy of before, a further migration, and something written since. */
function migrateFurther(): number {
  const known = schemaOf(file());
  cpSync(file(), `${file()}.v${known}`);
  const db = new Database(file());
  db.exec('CREATE TABLE of_the_newer_version (x)');
  db.pragma(`user_version = ${known + 1}`);
  db.close();
  return known;
}

describe('a rollback', () => {
  it('finds the database of before the update, with its applications, and keeps the newer one', async () => {
    const first = await serve();
    const { appkey } = first.apps.add('dialer');
    await first.stop();
    const known = migrateFurther();
    expect(meetDatabase(dataDir)).toMatch(
      /^the database from before the update is in use again; .*tonegate\.db\.newer$/,
    );
    expect(schemaOf(file())).toBe(known);
    expect(schemaOf(`${file()}.newer`)).toBe(known + 1);
    const again = await serve();
    expect(again.apps.list().map((app) => app.appkey)).toContain(appkey);
    await again.stop();
  });

  it.runIf(process.getuid?.() === 0)('leaves root nothing of a database that belongs to another user', async () => {
    await (await serve()).stop();
    migrateFurther();
    for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), nobody, nobody);
    expect(meetDatabase(dataDir)).toMatch(/^the database from before the update is in use again; /);
    const owners = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).uid]);
    expect(owners).toEqual(owners.map(([name]) => [name, nobody]));
    expect(existsSync(`${file()}.newer`)).toBe(true);
  });

  it('changes nothing where the database is of this version, and where there is none', async () => {
    expect(meetDatabase(dataDir)).toBeUndefined();
    expect(existsSync(file())).toBe(false);
    await (await serve()).stop();
    const before = readFileSync(file());
    expect(meetDatabase(dataDir)).toBeUndefined();
    expect(readFileSync(file()).equals(before)).toBe(true);
  });

  it('after a power cut, leaves what the next start of the gateway takes: every box looks at its database first', async () => {
    const first = await serve();
    const { appkey } = first.apps.add('dialer');
    const cut = join(dataDir, 'cut');
    for (const name of readdirSync(dataDir)) cpSync(join(dataDir, name), join(cut, name), { recursive: true });
    await first.stop();
    expect(readdirSync(cut)).toEqual(expect.arrayContaining(['gateway.json', 'tonegate.db', 'tonegate.db-wal']));
    expect(meetDatabase(cut)).toBeUndefined();
    expect(meetDatabase(cut)).toBeUndefined(); // and once more, if the power goes before the gateway starts
    const again = await startTestGateway({ dataDir: cut, features: coreFeatures });
    expect(again.apps.list().map((app) => app.appkey)).toContain(appkey);
    await again.stop();
  });

  it('of a database whose log was lost is refused by the gateway all the same', async () => {
    const first = await serve();
    const cut = join(dataDir, 'cut');
    for (const name of readdirSync(dataDir)) cpSync(join(dataDir, name), join(cut, name), { recursive: true });
    await first.stop();
    rmSync(join(cut, 'tonegate.db-wal'));
    expect(meetDatabase(cut)).toBeUndefined();
    await expect(startTestGateway({ dataDir: cut, features: coreFeatures })).rejects.toThrow(
      /write-ahead log .* is missing/,
    );
  });

  it('says so where there is no copy, and leaves the database alone', async () => {
    await (await serve()).stop();
    const known = migrateFurther();
    rmSync(`${file()}.v${known}`);
    expect(meetDatabase(dataDir)).toMatch(/^the database is of a newer version, and there is no copy from before/);
    expect(schemaOf(file())).toBe(known + 1);
  });

  it('leaves a damaged database to the gateway, which says what is wrong', () => {
    writeFileSync(file(), 'no database at all, but long enough to look at'.repeat(100));
    expect(meetDatabase(dataDir)).toBeUndefined();
    expect(readFileSync(file(), 'utf8')).toMatch(/^no database/);
  });
});
