// Changes of a tenant's resources that are too long for one transaction: others go on between their pieces, and nobody sees half
// of one.
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Batches } from '../../../src/nlu/resource/batches.js';
import { Changes } from '../../../src/nlu/resource/changes.js';
import { limits } from '../../../src/protocol/limits.js';
import { GroupCommit } from '../../../src/store/group-commit.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { type NluStore, openNluStore } from '../../helpers/nlu/nlu-store.js';

let store: NluStore;
let tenant: string;
beforeAll(async () => {
  store = await openNluStore();
});
afterAll(() => store.close());
beforeEach(() => {
  tenant = store.newTenant();
});

const answers = [{ type: 'TEXT', content: 'a' }];
const pairs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    question: { text: `q${at}`, extQuestions: [{ text: `x${at}` }, { text: `{s@words}${at}` }] },
    response: { answers },
  }));
/** With every kind of resource, and 1,500 pairs. */
const document = () => ({
  ...{ format: 'tonegate-robot/1', robot: { name: 'r', skills: [{ skill: 'qa' }, { skill: 'i' }, { skill: 's' }] } },
  skills: [
    { key: 'qa', name: 'qa', type: 'QABASE', dir: ['top', 'long'] },
    { key: 'i', name: 'i', type: 'INTENT', intents: ['i'] },
    { key: 's', name: 's', type: 'SCENE', scene: 'one' },
  ],
  dirs: [{ path: ['top', 'long'], pairs: pairs(1_500) }],
  intents: [{ name: 'i', question: { text: 'i' }, response: { answers } }],
  taskQuestions: [{ key: 't', label: 't', question: { text: 't' } }],
  scenes: ['one', 'two'].map((key) => ({
    ...{ key, name: key },
    nodes: [
      { key: 'start', name: 'start', type: 'ENTRY', conditional: false, next: 'u' },
      { key: 'u', name: 'u', type: 'UNDERSTAND', taskQuestions: ['t'], next: 'd' },
      { key: 'd', name: 'd', type: 'DISPATCH', branches: [{ nextScene: key === 'one' ? 'two' : 'one' }] },
    ],
  })),
  tagGroups: [{ name: 'g', description: '', exclusive: false, tags: [{ name: 'a', description: '' }] }],
  lexicons: [{ name: 'words', description: '', type: 'STANDARD', entries: ['one', 'two'] }],
});
const importOf = (body: object) => store.ask(tenant, 'POST', '/robots/import', body);

const tables = (db: Store) =>
  db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'nlu_%'").pluck().all();
/** How many rows each table has. Tallies are kept at 0. */
const rows = (db: Store) =>
  Object.fromEntries(tables(db).map((name) => [name, db.prepare(`SELECT count(*) FROM ${name}`).pluck().get()]));
const tally = (db: Store) => db.prepare('SELECT questions, entries FROM nlu_tally WHERE tenant_id = ?').get(tenant);
const batchesLeft = (db: Store) => db.prepare('SELECT count(*) FROM nlu_batch').pluck().get();
const lists = ['/robots', '/skills', '/scenes', '/intents', '/lexicons', '/tag_groups', '/qa_domains'];
const seen = async () => {
  const found = await Promise.all(lists.map((path) => store.ask(tenant, 'GET', path)));
  const { total } = (await store.ask(tenant, 'GET', '/task_questions')).json;
  return [...found.map(({ json }) => Object.values(json).flat().length), total];
};
const nothing = [0, 0, 0, 0, 0, 0, 0, 0];
const revision = () => new Changes(store.db).revisionOf(tenant);
const newest = (table: string) => store.db.prepare(`SELECT max(id) FROM nlu_${table}`).pluck().get();
const isMidway = () =>
  batchesLeft(store.db) === 1 && Number(store.db.prepare('SELECT count(*) FROM nlu_pair').pluck().get()) > 300;
/** Resolves between two pieces of a batch that has made hundreds of pairs. */
const midway = async () => {
  while (!isMidway()) await new Promise((resolve) => setImmediate(resolve));
};

it('a long import is seen by nobody until it is whole, counts as one change, and lets other tenants write meanwhile', async () => {
  const importing = importOf(document());
  await midway();
  expect([await seen(), revision()]).toEqual([nothing, 0]);
  for (const [path, table] of [
    ['/questions', 'question'],
    ['/responses', 'response'],
  ] as const) {
    expect((await store.ask(tenant, 'GET', `${path}/${newest(table)}`)).status).toBe(404);
  }
  expect((await store.ask(store.newTenant(), 'POST', '/qa_domains', { name: 'a' })).status).toBe(200);
  expect(isMidway()).toBe(true);
  expect((await importing).status).toBe(200);
  expect([await seen(), revision()]).toEqual([[1, 3, 2, 1, 1, 1, 1, 1], 1]);
  expect([tally(store.db), batchesLeft(store.db)]).toEqual([{ questions: 1_502, entries: 2 }, 0]);
});

it('a change of the same tenant waits for the import, and then finds what it has made', async () => {
  const importing = importOf(document());
  await midway();
  const order: string[] = [];
  const taken = store.ask(tenant, 'POST', '/qa_domains', { name: 'top' }).then((reply) => {
    order.push('change');
    return reply;
  });
  await Promise.all([taken, importing.then(() => order.push('import'))]);
  expect([(await taken).status, order]).toEqual([409, ['import', 'change']]);
});

it('a long import that is refused at its end leaves nothing, and the tenant can be changed again', async () => {
  const before = rows(store.db);
  const wrong = {
    ...document(),
    testSets: [
      { name: 'a', cases: [] },
      { name: 'a', cases: [] },
    ],
  };
  const refused = importOf(wrong);
  await midway();
  expect((await refused).json.error.message).toContain('testSets[1]');
  const { nlu_tally: _, ...after } = rows(store.db);
  expect(before).toMatchObject(after);
  expect([tally(store.db), revision()]).toEqual([{ questions: 0, entries: 0 }, 0]);
  expect((await importOf(document())).status).toBe(200);
});

it('of an import that a power cut ended nothing is left after the next start', async () => {
  const before = rows(store.db);
  const importing = importOf(document());
  await midway();
  const copy = join(store.db.name, '..', 'cut.db');
  store.db.prepare('VACUUM INTO ?').run(copy); // the state that a power cut would leave now
  await importing;
  const { db } = openStore(copy);
  try {
    expect(batchesLeft(db)).toBe(1);
    const parts = { db, changes: new Changes(db), group: new GroupCommit(db), clock: () => performance.now() };
    new Batches(parts).removeUnfinished();
    const { nlu_tally: _, ...after } = rows(db);
    expect(before).toMatchObject(after);
    expect([tally(db), db.pragma('foreign_key_check')]).toEqual([{ questions: 0, entries: 0 }, []]);
  } finally {
    closeStore(db);
  }
});

it('a tenant that is deleted during an import keeps nothing of it', async () => {
  const before = rows(store.db);
  const importing = importOf(document());
  await midway();
  await store.removeTenant(tenant);
  expect((await importing).status).toBe(404);
  expect(rows(store.db)).toMatchObject(before);
});

it('a large directory that is deleted is gone at once for others, and in pieces from the store', async () => {
  await importOf({
    format: 'tonegate-robot/1',
    robot: { name: 'r' },
    dirs: [{ path: ['top', 'long'], pairs: pairs(0) }],
  });
  const before = rows(store.db);
  const { qaDomains } = (await store.ask(tenant, 'GET', '/qa_domains')).json;
  await importOf({
    ...document(),
    skills: [],
    robot: { name: 's' },
    dirs: [{ path: ['top', 'far'], pairs: pairs(1_500) }],
  });
  const removing = store.ask(tenant, 'DELETE', `/qa_dirs/${qaDomains[0].id}`);
  while (batchesLeft(store.db) === 0) await new Promise((resolve) => setImmediate(resolve));
  expect((await store.ask(tenant, 'GET', '/qa_domains')).json.qaDomains).toEqual([]);
  expect((await removing).json.deleted).toEqual({ id: qaDomains[0].id });
  expect(rows(store.db)).toMatchObject({
    nlu_pair: before.nlu_pair,
    nlu_dir: Number(before.nlu_dir) - 2,
    nlu_batch: 0,
  });
});

const longImport = (name = 'r') => ({
  format: 'tonegate-robot/1',
  robot: { name },
  dirs: [
    {
      path: [name],
      pairs: pairs(40).map(({ response, question }) => ({
        response,
        question: { text: question.text, extQuestions: [{ text: 'x' }, { text: 'y' }] },
      })),
    },
  ],
});

it('more long changes than may wait are refused with 503 and change nothing', async () => {
  const most = limits.nlu.batch.mostWaiting + 1;
  const tenants = Array.from({ length: most + 1 }, () => store.newTenant());
  const body = longImport();
  const replies = await Promise.all(tenants.map((each) => store.ask(each, 'POST', '/robots/import', body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(most).fill(200), 503]);
});

it('one tenant has two long changes at a time, and a third is refused with 503', async () => {
  const tenant = store.newTenant();
  const replies = await Promise.all(
    ['r', 's', 't'].map((name) => store.ask(tenant, 'POST', '/robots/import', longImport(name))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
  expect((await store.ask(tenant, 'POST', '/robots/import', longImport('u'))).status).toBe(200);
});
