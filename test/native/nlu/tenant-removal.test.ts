// A tenant that is deleted with thousands of rows: it is gone for others at once, and from the store in pieces.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Changes } from '../../../src/nlu/resource/changes.js';
import { readOneState } from '../../../src/nlu/resource/one-state.js';
import { resourcesOfTenant } from '../../../src/nlu/resource/tenant-contents.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { Apps } from '../../../src/system/apps.js';
import { systemTable } from '../../../src/system/table.js';
import { TenantRemovals } from '../../../src/system/tenants/removals.js';
import { tenantTable } from '../../../src/system/tenants/table.js';
import { Tenants } from '../../../src/system/tenants/tenants.js';
import { type NluStore, openNluStore, stepwise } from '../../helpers/nlu/nlu-store.js';

let store: NluStore;
let tenant: string;
let before: Record<string, number>;
beforeAll(async () => {
  store = await openNluStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  before = rows(store.db);
  tenant = store.newTenant();
  const reply = await store.ask(tenant, 'POST', '/robots/import', {
    ...{ format: 'tonegate-robot/1', robot: { name: 'r', skills: [{ skill: 'qa' }] } },
    skills: [{ key: 'qa', name: 'qa', type: 'QABASE', dir: ['top', 'long'] }],
    dirs: [{ path: ['top', 'long'], pairs: Array.from({ length: pairs }, (_, at) => pair(`q${at}`)) }],
    lexicons: [{ name: 'words', entries: Array.from({ length: 2_000 }, (_, at) => `w${at}\tx${at}`) }],
  });
  expect(reply.status).toBe(200);
  addSessions(tenant);
});

const pairs = 1_500;
const pair = (text: string) => ({ question: { text }, response: { answers: [{ type: 'TEXT', content: 'a' }] } });
function addSessions(tenantId: string): void {
  const add = store.db.prepare(
    'INSERT INTO dialog_session (id, tenant_id, appkey, service, robot_id, publish_id, state, turns, timeout_s, expires_at, extra_info) ' +
      "VALUES (?, ?, 'a', 'recog', 'r', '', '{}', 0, 60, 9e15, '')",
  );
  for (let at = 0; at < 500; at++) add.run(`${tenantId}-${at}`, tenantId);
}

/** How many rows each table has that holds something of tenants. */
function rows(db: Store): Record<string, number> {
  const sql =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND (name LIKE 'nlu_%' OR name IN ('tenant', 'dialog_session'))";
  const count = (name: string) => db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get() as number;
  return Object.fromEntries(
    db
      .prepare<[], string>(sql)
      .pluck()
      .all()
      .map((name) => [name, count(name)]),
  );
}
const pairsLeft = (db: Store) => db.prepare<[], number>('SELECT count(*) FROM nlu_pair').pluck().get() as number;
const isKnown = (db: Store) => tenantTable(db).find(tenant) !== undefined;
/** Resolves between two pieces of the removal: some of the pairs are gone, and others are still there. */
async function midway(): Promise<void> {
  const most = before.nlu_pair ?? 0;
  for (let turn = 0; pairsLeft(store.db) === most + pairs; turn++) {
    if (turn > 100_000) throw new Error('the removal never began');
    await nextTurn();
  }
  const left = pairsLeft(store.db) - most;
  if (left === 0) throw new Error('all pairs went in one piece');
}
/** The removal as a start of the gateway puts it together. */
function removalsOf(db: Store): TenantRemovals {
  const shared = { now: Date.now, random: randomBytes };
  const [table, apps] = [tenantTable(db), new Apps({ ...shared, table: systemTable(db) })];
  const tenants = new Tenants({ ...shared, table, apps });
  const removals = new TenantRemovals({ tenants, table, group: new GroupCommit(db), clock: stepwise });
  removals.add(resourcesOfTenant(db, new Changes(db)));
  return removals;
}

it('is unknown from the first piece on, while others write and its name is given to another', async () => {
  const removing = store.removeTenant(tenant);
  await midway();
  expect(isKnown(store.db)).toBe(false);
  const other = store.newTenant();
  expect((await store.ask(other, 'POST', '/qa_domains', { name: 'a' })).status).toBe(200);
  const renamed = store.db.prepare('UPDATE tenant SET name = ? WHERE id = ?').run(tenant, other);
  expect(renamed.changes).toBe(1);
  expect(pairsLeft(store.db)).toBeGreaterThan(before.nlu_pair ?? 0);
  await removing;
  await store.removeTenant(other);
  expect(rows(store.db)).toEqual(before);
  expect(store.db.pragma('foreign_key_check')).toEqual([]);
});

it('takes no change of a request that was let in before: short ones and imports are 404', async () => {
  const removing = store.removeTenant(tenant);
  await midway();
  const long = {
    format: 'tonegate-robot/1',
    robot: { name: 's' },
    dirs: [{ path: ['d'], pairs: Array.from({ length: 200 }, (_, at) => pair(`${at}`)) }],
  };
  const replies = await Promise.all([
    store.ask(tenant, 'POST', '/qa_domains', { name: 'late' }),
    store.ask(tenant, 'POST', '/robots/import', long),
  ]);
  expect(replies.map(({ status, json }) => [status, json.error?.message])).toEqual(
    Array(2).fill([404, 'the tenant was deleted in the meantime']),
  );
  await removing;
  expect(rows(store.db)).toEqual(before);
});

it('ends a list that is being read: none shows what is half gone', async () => {
  const changes = new Changes(store.db);
  let removing: Promise<void> | undefined;
  const read = function* () {
    removing ??= store.removeTenant(tenant);
    for (let turn = 0; turn < 1_000; turn++) yield;
  };
  const reading = readOneState(changes, tenant, read, { signal: new AbortController().signal, clock: stepwise });
  await expect(reading).rejects.toThrow('the tenant was deleted in the meantime');
  await removing;
});

it('of a removal that a power cut ended nothing is seen after it, and the next start goes on with it', async () => {
  const removing = store.removeTenant(tenant);
  await midway();
  const copy = join(store.db.name, '..', `cut-${tenant}.db`);
  store.db.prepare('VACUUM INTO ?').run(copy); // the state that a power cut would leave now
  await removing;
  const { db } = openStore(copy);
  try {
    expect(isKnown(db)).toBe(false);
    expect(pairsLeft(db)).toBeGreaterThan(before.nlu_pair ?? 0);
    await removalsOf(db).goOn();
    expect(rows(db)).toEqual(before);
    expect(db.pragma('foreign_key_check')).toEqual([]);
  } finally {
    closeStore(db);
  }
});

it('stays hidden where the service stops in the middle, and a second deletion goes on', async () => {
  const removals = removalsOf(store.db);
  const removing = removals.remove(tenant);
  const stopped = expect(removing).rejects.toMatchObject({ code: 'STOPPING' });
  await midway();
  removals.stop();
  await stopped;
  expect([isKnown(store.db), pairsLeft(store.db) > (before.nlu_pair ?? 0)]).toEqual([false, true]);
  await store.removeTenant(tenant);
  expect(rows(store.db)).toEqual(before);
});

it('that an upstream names again while it is removed is made anew, with nothing in it', async () => {
  const removing = store.removeTenant(tenant);
  await midway();
  const shared = { now: Date.now, random: randomBytes };
  const table = tenantTable(store.db);
  const tenants = new Tenants({ ...shared, table, apps: new Apps({ ...shared, table: systemTable(store.db) }) });
  const developerId = store.db.prepare<[], number>('SELECT id FROM developer').pluck().get() as number;
  tenants.localOf({ id: tenant, isDefault: false, name: 'again', developerId });
  await removing;
  expect([tenants.nameOf(tenant), pairsLeft(store.db)]).toEqual(['again', before.nlu_pair]);
  await store.removeTenant(tenant);
});
