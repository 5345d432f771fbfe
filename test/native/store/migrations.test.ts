// Migrations of a database that is in use: what was there before is there afterwards, in its new form.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncTable } from '../../../src/replica/table.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { systemTable } from '../../../src/system/table.js';
import { stopWatching, watchSyncs } from '../../helpers/watched-syncs.js';

const migrations = fileURLToPath(new URL('../../../src/store/migrations', import.meta.url));

let directory: string;
let db: Store | undefined;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-migrations-'));
});
afterEach(() => {
  if (db?.open === true) closeStore(db);
  rmSync(directory, { recursive: true });
});

/** A database as the version with all migrations before `next` left it, opened by this version. */
function opened(next: string, sql: string): Store {
  const before = join(directory, 'migrations');
  mkdirSync(before);
  for (const name of readdirSync(migrations).filter((each) => each < next)) {
    copyFileSync(join(migrations, name), join(before, name));
  }
  const file = join(directory, 'old.db');
  const old = openStore(file, before).db;
  old.exec(sql);
  closeStore(old);
  db = openStore(file).db;
  expect(db.pragma('foreign_key_check')).toEqual([]);
  return db;
}

it('what an applied state still waits for follows after the migration of kinds, and what came from above stays known', () => {
  const table = syncTable(
    opened(
      '0005',
      `
      INSERT INTO sync_redo VALUES ('ringTable', 'tones', '{"sha256":"aa","bytes":1}', 2);
      INSERT INTO sync_redo VALUES ('models', 'all', '{"models":[]}', 1);
      INSERT INTO sync_file VALUES ('ringTable', 'keywords', 'bb'), ('model', 'ours@1.0.0', 'cc'), ('slot', 'vad', 'ours@1.0.0');
    `,
    ),
  );
  expect(table.redo()).toEqual([
    { kind: 'ringTable', name: 'tones', wanted: '{"sha256":"aa","bytes":1}', number: 2 },
    { kind: 'model', name: 'all', wanted: '{"models":[]}', number: 1 },
  ]);
  expect(['ringTable', 'model', 'slot'].flatMap((list) => table.files(list))).toEqual([
    { name: 'keywords', sha256: 'bb' },
    { name: 'ours@1.0.0', sha256: 'cc' },
    { name: 'vad', sha256: 'ours@1.0.0' },
  ]);
});

it('every developer has one default tenant: those of before, and those that come', () => {
  const store = opened(
    '0006',
    `
    INSERT INTO developer VALUES (1, 'default', 5), (2, 'another', 6);
    INSERT INTO app (appkey, developer_id, name, secret_hash, created_at) VALUES ('key', 1, 'dialer', x'00', 5);
  `,
  );
  const table = systemTable(store);
  const third = table.developerId('third', 7);
  expect(table.developerId('third', 8)).toBe(third); // the same developer, and no second tenant
  const tenants = store.prepare('SELECT * FROM tenant ORDER BY developer_id').all() as { id: string }[];
  expect(tenants).toMatchObject([
    { developer_id: 1, is_default: 1, created_at: 5 },
    { developer_id: 2, is_default: 1, created_at: 6 },
    { developer_id: third, is_default: 1, created_at: 7 },
  ]);
  expect(new Set(tenants.map(({ id }) => id)).size).toBe(3);
  expect(table.app('key')).toMatchObject({ developer: 'default', tenant_id: tenants[0]?.id });
});

it('the copy that a migration makes is synced before it has its name', async () => {
  const synced = await watchSyncs(directory, (name) => name.startsWith('old.db.v'));
  try {
    opened('0006', '');
  } finally {
    stopWatching();
  }
  const names = synced.map((line) => line.replace(/ \d+$/, '')).filter((line) => line.includes('old.db.v'));
  expect(names).toEqual(['file: old.db.v5.part', 'directory: old.db.v5']);
});
