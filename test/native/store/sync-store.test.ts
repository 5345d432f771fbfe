// The parts of the replica one by one: the outbox's bound, the conflicts' bound, the migration of a store that is in use.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { partOf } from '../../../src/http/conditional.js';
import { limits } from '../../../src/protocol/limits.js';
import { SyncApply, type SyncResource } from '../../../src/protocol/wire/sync-messages.js';
import { Conflicts } from '../../../src/replica/conflicts.js';
import { Kinds } from '../../../src/replica/kinds.js';
import { Outbox } from '../../../src/replica/outbox.js';
import { syncTable } from '../../../src/replica/table.js';
import { replicatedResources } from '../../../src/resources/replica/resources.js';
import { replicaTable } from '../../../src/resources/replica/table.js';
import { resourceTable } from '../../../src/resources/table.js';
import { closeStore, openStore, type Store } from '../../../src/store/open.js';
import { systemTable } from '../../../src/system/table.js';
import { chance } from '../../helpers/chance.js';
import { PowerDisk } from '../../helpers/sync/power-disk.js';
import {
  applyShipment,
  bringModel,
  noGraph,
  openReplicaStore,
  type ReplicaStore,
  shipmentOf,
  textsOf,
} from '../../helpers/sync/replica-store.js';

const migrations = fileURLToPath(new URL('../../../src/store/migrations', import.meta.url));

let directory: string;
let db: Store;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-sync-'));
});
afterEach(() => {
  if (db?.open) closeStore(db);
  rmSync(directory, { recursive: true });
});

const list = (more: Partial<SyncResource> = {}): SyncResource => ({
  ...{ kind: 'resource', id: 'a1', category: 'user', cu: 'asr', type: 'userword', developer: 'd', userId: '' },
  ...{ name: 'list', lang: 'cn', desc: '', createdAtMs: 1, ver: 1, updatedAtMs: 1, origin: 'x', ancestors: [] },
  content: { sha256: '0'.repeat(64), bytes: 3 },
  ...more,
});

describe('the migration', () => {
  it('keeps resources with their content, profiles that name them, and applications', () => {
    const before = join(directory, 'migrations');
    mkdirSync(before);
    for (const name of readdirSync(migrations).filter((each) => each < '0003')) {
      copyFileSync(join(migrations, name), join(before, name));
    }
    const file = join(directory, 'old.db');
    const old = openStore(file, before).db;
    old.exec(`
      INSERT INTO developer VALUES (1, 'default', 5);
      INSERT INTO app VALUES ('key', 1, 'dialer', x'00', 5);
      INSERT INTO resource VALUES (3, 'r1', 'sys', 'asr', 'userword', NULL, '', 'names', 'cn', 'd', 4, 'crc', 5, 6, x'616263');
      INSERT INTO resource VALUES (4, 'r2', 'user', 'asr', 'userword', 1, 'u', 'names', 'cn', '', 1, 'crc', 5, 6, x'616263');
      INSERT INTO profile VALUES ('outbound', '{}', 'r1', NULL, 'merge', 7);
    `);
    closeStore(old);
    db = openStore(file).db;
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    const table = resourceTable(db);
    expect(table.content('r1')?.toString()).toBe('abc');
    expect(table.row('r2')).toMatchObject({ ver: 1, crc64: 'crc', user_id: 'u', origin: syncTable(db).self().origin });
    expect(table.profiles()).toMatchObject([{ name: 'outbound', vocabulary_id: 'r1', origin: '' }]);
    expect(systemTable(db).app('key')).toMatchObject({ developer: 'default', may_sync: 0 });
    expect(db.prepare('SELECT count(*) AS count FROM content').get()).toEqual({ count: 1 }); // the same content, once
    expect(() => db.exec("DELETE FROM resource WHERE id = 'r1'")).toThrow('FOREIGN KEY');
    table.removeProfile('outbound');
    db.exec('DELETE FROM resource');
    expect(db.prepare('SELECT count(*) AS count FROM content').get()).toEqual({ count: 0 });
    expect(replicaTable(db).all()).toEqual([]);
  });
});

describe('the outbox', () => {
  it('takes no more than its rows, says so, and still takes a later version of what waits', () => {
    db = openStore(join(directory, 'test.db')).db;
    const table = syncTable(db);
    const conflicts = new Conflicts(new Kinds([]), table, () => 0);
    const versions = { find: (id: string) => list({ id }) } as never;
    const outbox = new Outbox({ table, versions, conflicts, now: () => 0, onRow: () => {}, rows: 2 });
    outbox.add('a');
    outbox.add('b');
    expect(() => outbox.add('c')).toThrow('2 changes are waiting to go upstream');
    outbox.add('a');
    expect(outbox.facts).toMatchObject({ waiting: 2, newestSeq: 3 });
  });

  it('that is switched on later begins with what is here already', async () => {
    const options = { database: join(directory, 'test.db'), disk: new PowerDisk(), random: chance(1).bytes };
    const draft = { name: 'names', lang: 'cn', desc: '', content: '' };
    const first = openReplicaStore(options);
    first.resources.create(first.place('default'), draft, 'resource');
    await first.close();
    for (const waiting of [1, 0]) {
      const later = openReplicaStore({ ...options, hasOutbox: true });
      const { entries } = later.replica.outboxPage(10);
      expect(entries).toHaveLength(waiting);
      later.replica.settle(entries.map(({ idempotencyKey }) => ({ idempotencyKey, verdict: 'kept' })));
      await later.close();
    }
  });

  it('keeps what the upstream refused among the conflicts', async () => {
    const options = { database: join(directory, 'test.db'), disk: new PowerDisk(), random: chance(1).bytes };
    const box = openReplicaStore({ ...options, hasOutbox: true });
    box.resources.create(box.place('default'), { name: 'names', lang: 'cn', desc: '', content: 'YQ==' }, 'resource');
    const [entry] = box.replica.outboxPage(10).entries;
    box.replica.settle([{ idempotencyKey: entry?.idempotencyKey ?? '', verdict: 'refused', why: 'too long' }]);
    expect(box.replica.conflicts(10)).toMatchObject([
      { won: null, content: 'YQ==', why: expect.stringContaining('too long') },
    ]);
    await box.close();
  });
});

describe('a state with a resource that no store can hold', () => {
  it.each([
    ['developer: must be null', { category: 'sys', developer: 'd' }],
    ['developer: required', { category: 'user', developer: null }],
    ['content: required', { category: 'sys', developer: null, content: null }],
  ] as const)('is refused as a whole: %s', async (why, more) => {
    const box = openReplicaStore({
      database: join(directory, 'test.db'),
      disk: new PowerDisk(),
      random: chance(1).bytes,
    });
    const state = { format: 1, origin: 'elsewhere', revision: 1, items: [list(more)] };
    await expect(box.replica.apply(SyncApply.parse({ state, scope: {} }))).rejects.toThrow(`resource a1: ${why}`);
    await box.close();
  });
});

describe('what comes from below', () => {
  const sent = (more: Partial<SyncResource>, idempotencyKey = more.id ?? 'key', text = 'a') => {
    const content = { sha256: createHash('sha256').update(text).digest('hex'), bytes: text.length };
    return { seq: 1, idempotencyKey, item: list({ ...more, content }), content: btoa(text) };
  };
  const open = () =>
    openReplicaStore({ database: join(directory, 'test.db'), disk: new PowerDisk(), random: chance(1).bytes });

  it('is refused where this store could not keep it or count on, and the rest of the post is taken', async () => {
    const upstream = open();
    const beyond = Number.MAX_SAFE_INTEGER;
    const posted = [
      sent({ id: 'v', ver: beyond }),
      sent({ id: 'w', name: '\u0001v' }),
      sent({ id: 'x', name: 'a\ud800' }),
      sent({ id: 'y', userId: '\udc00' }),
      sent({ id: 'z' }),
    ];
    const verdicts = upstream.replica.receive('box', posted).map(({ verdict, why }) => `${verdict} ${why}`);
    expect(verdicts).toEqual([
      `refused ver: ${beyond} is beyond ${limits.sync.verFromBelow}`,
      'refused name: begins with a control character',
      'refused name: has half of a surrogate pair',
      'refused userId: has half of a surrogate pair',
      'kept undefined',
    ]);
    await upstream.close();
  });

  it('that was made apart leaves the version that lost among the conflicts, whichever side wins', async () => {
    const upstream = open();
    const post = (more: Partial<SyncResource>, key: string) =>
      upstream.replica.receive('box', [sent({ id: 'a', ...more }, key, key)])[0]?.verdict;
    expect(post({ ver: 5, origin: 'here' }, 'first')).toBe('kept');
    expect(post({ ver: 4, origin: 'there' }, 'older')).toBe('lost');
    expect(upstream.replica.conflicts(10)).toMatchObject([
      { lost: { ver: 4, origin: 'there' }, won: { ver: 5, origin: 'here' }, content: btoa('older') },
    ]);
    expect(post({ ver: 6, origin: 'there' }, 'newer')).toBe('kept');
    expect(upstream.replica.conflicts(10)).toMatchObject([
      { lost: { ver: 5, origin: 'here' }, won: { ver: 6, origin: 'there' }, content: btoa('first') },
      { lost: { ver: 4 } },
    ]);
    await upstream.close();
  });

  it('is refused where it is new and there are too many; those that are known still change', async () => {
    const upstream = openReplicaStore({
      ...{ database: join(directory, 'test.db'), disk: new PowerDisk(), random: chance(1).bytes, mostFromBelow: 3 },
    });
    const post = (...items: Partial<SyncResource>[]) =>
      upstream.replica
        .receive(
          'box',
          items.map((item) => sent({ name: `${item.id}`, ...item }, `${item.id} ${item.ver}`)),
        )
        .map(({ verdict }) => verdict);
    expect(post({ id: 'a', ver: 1 }, { id: 'b', ver: 1 })).toEqual(['kept', 'kept']);
    expect(post({ id: 'c', ver: 1 }, { id: 'd', ver: 1 })).toEqual(['kept', 'refused']);
    expect(post({ id: 'a', ver: 2 }, { id: 'e', ver: 1 })).toEqual(['kept', 'refused']);
    await upstream.close();
  });

  it('has keys of its sender: the same key of another one is another', async () => {
    const upstream = open();
    const verdict = (sender: string, id: string) =>
      upstream.replica.receive(sender, [sent({ id, name: id }, 'one key')])[0]?.verdict;
    expect(verdict('box', 'a')).toBe('kept');
    expect(verdict('box', 'b')).toBe('repeated');
    expect(verdict('other', 'c')).toBe('kept');
    await upstream.close();
  });
});

describe('a state from above', () => {
  it('that this store could not pass on is refused whole, naming the resource', async () => {
    const box = openReplicaStore({ database: join(directory, 'b.db'), disk: new PowerDisk(), random: chance(1).bytes });
    for (const wrong of [{ ver: Number.MAX_SAFE_INTEGER }, { name: '\u0001a' }, { desc: '\ud800' }]) {
      const state = { format: 1 as const, origin: 'up', revision: 1, items: [list({ ...wrong, content: null })] };
      await expect(box.replica.apply(SyncApply.parse({ state }))).rejects.toThrow(
        `resource a1: ${Object.keys(wrong)[0]}: `,
      );
    }
    for (const name of [{ id: '../ours' }, { version: '../1.0.0' }]) {
      const model = { kind: 'model' as const, id: 'ours', version: '1.0.0', slots: [], files: [], ...list().content };
      const state = { format: 1, origin: 'up', revision: 1, items: [{ ...model, ...name }] };
      await expect(box.replica.apply(SyncApply.parse({ state }))).rejects.toThrow('not a valid name');
    }
    expect(box.replica.status().applied).toBeNull();
    await box.close();
  });
});

describe('a profile that is changed while a model of the state is tried', () => {
  it('makes the box refuse the state, so that it comes again with the profile', async () => {
    const random = chance(5).bytes;
    const disk = new PowerDisk();
    const upstream = openReplicaStore({ database: join(directory, 'up.db'), disk, random });
    let changes = 1;
    const onGraph = async () => {
      if (changes-- > 0) box.profiles.put('outbound', { values: { nbest: 2 }, system });
    };
    const box = openReplicaStore({ database: join(directory, 'b.db'), disk: new PowerDisk(), random, onGraph });
    const system = { whenUserBrings: 'merge' as const };
    upstream.profiles.put('outbound', { values: { nbest: 3 }, system });
    await applyShipment(box, shipmentOf(upstream));
    bringModel(disk, '1.0.0', 'weights');
    await upstream.models.install('/brought/1.0.0', noGraph);
    const shipment = shipmentOf(upstream);
    await expect(applyShipment(box, shipment)).rejects.toThrow('profile "outbound": content');
    await applyShipment(box, shipment);
    const [{ text } = { text: 'none' }] = textsOf(upstream.profileKind);
    expect(textsOf(box.profileKind)).toEqual([{ name: 'outbound', text }]);
    await upstream.close();
    await box.close();
  });
});

describe('conflicts', () => {
  it('are bounded: the oldest go first; the same loser is kept once', () => {
    db = openStore(join(directory, 'test.db')).db;
    const conflicts = new Conflicts(new Kinds([replicatedResources({} as never)]), syncTable(db), () => 0);
    const add = (tag: string) => conflicts.add({ tag, lost: list(), won: null, why: '', bytes: Buffer.from(tag) });
    db.transaction(() => {
      for (let count = 0; count <= limits.sync.conflicts; count++) expect(add(`tag ${count}`)).toBe(true);
    })();
    expect(add('tag 5')).toBe(false);
    expect(conflicts.count).toBe(limits.sync.conflicts);
    expect(conflicts.list(1)[0]?.content).toBe(Buffer.from(`tag ${limits.sync.conflicts}`).toString('base64'));
  });
});

describe('a name that two gateways gave', () => {
  it('stays the elder’s, and is the younger’s when the elder is gone', async () => {
    const random = chance(3).bytes;
    const open = (name: string, hasOutbox: boolean, ms: number): ReplicaStore =>
      openReplicaStore({ database: join(directory, name), disk: new PowerDisk(), random, hasOutbox, now: () => ms });
    const [upstream, box] = [open('up.db', false, 1_000), open('box.db', true, 2_000)];
    const draft = { name: 'names', lang: 'cn', desc: '', content: '' };
    const elder = upstream.resources.create(upstream.place('default'), draft, 'resource');
    const younger = box.resources.create(box.place('default'), draft, 'resource');
    box.replica.settle(upstream.replica.receive('box', box.replica.outboxPage(10).entries));
    await applyShipment(box, shipmentOf(upstream));
    for (const { resources } of [upstream, box]) {
      expect(resources.find(elder.id)?.name).toBe('names');
      expect(resources.find(younger.id)?.name).toBe(`names (${younger.id.slice(0, 8)})`);
    }
    upstream.resources.remove(upstream.place('default'), elder.id);
    await applyShipment(box, shipmentOf(upstream));
    for (const { resources } of [upstream, box]) expect(resources.find(younger.id)?.name).toBe('names');
    await upstream.close();
    await box.close();
  });
});

describe('a range of bytes', () => {
  const part = (range?: string, ifRange?: string) => partOf({ range, 'if-range': ifRange }, '"tag"', 100);

  it.each([
    ['bytes=0-9', { from: 0, to: 9 }],
    ['bytes=90-', { from: 90, to: 99 }],
    ['bytes=90-1000', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-1', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    [undefined, 'whole'],
  ])('%s of 100 is %o', (range, wanted) => {
    expect(part(range)).toEqual(wanted);
  });

  it('counts only while If-Range names what it is of', () => {
    expect(part('bytes=1-2', '"tag"')).toEqual({ from: 1, to: 2 });
    expect(part('bytes=1-2', '"other"')).toBe('whole');
  });
});
