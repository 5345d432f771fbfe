// Robots that are online as gateways keep them in step: what is online above is served below, in the tenant that it belongs to.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chance } from '../../helpers/chance.js';
import { PowerDisk } from '../../helpers/sync/power-disk.js';
import {
  applyShipment,
  copyDatabase,
  defaultTenant,
  emptyDatabase,
  openReplicaStore,
  putOnline,
  type ReplicaStore,
  type Shipment,
  shipmentOf,
} from '../../helpers/sync/replica-store.js';

let folder: string;
let empty: string;
let above: ReplicaStore;
let below: ReplicaStore;
let made = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-online-'));
  empty = emptyDatabase();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dirname(empty), { recursive: true });
});

function store(name: string): ReplicaStore {
  const database = join(folder, `${name}-${made++}.db`);
  copyDatabase(empty, database, name);
  return openReplicaStore({ database, disk: new PowerDisk(), random: (count) => chance(made++).bytes(count) });
}
beforeEach(() => {
  [above, below] = [store('aaaa'), store('bbbb')];
});
afterEach(async () => {
  await above.close();
  await below.close();
});

const addTenant = ({ system, tenants }: ReplicaStore, id: string, developer: string, name = '') =>
  tenants.localOf({ id, isDefault: false, name, developerId: system.developerId(developer, 1) });
const online = (of: ReplicaStore, robotId: string, tenantId = defaultTenant(of)) =>
  of.robots.online.find(tenantId, robotId);
const follow = () => applyShipment(below, shipmentOf(above));

describe('a robot that is put online above', () => {
  it('is online below in the default tenant of the developer of that name, which is made', async () => {
    await putOnline(above, 'r-1', 'one');
    expect(await follow()).toMatchObject({ changed: 1, conflicts: 0 });
    expect(online(below, 'r-1')).toMatchObject({ publishId: 'p-one', sha256: online(above, 'r-1')?.sha256 });
    expect(defaultTenant(below)).not.toBe(defaultTenant(above));
    expect(below.robots.files.has(online(below, 'r-1') as NonNullable<ReturnType<typeof online>>)).toBe(true);
    expect(await follow()).toMatchObject({ changed: 0, conflicts: 0 });
  });

  it('is online below in the tenant of its id, which is made', async () => {
    addTenant(above, 't-branch', 'another', 'branch');
    await putOnline(above, 'r-1', 'one', 't-branch');
    await follow();
    expect(online(below, 'r-1', 't-branch')?.publishId).toBe('p-one');
    expect(below.tenants.developerOf('t-branch')).toBe('another');
    expect(below.db.prepare('SELECT name, is_default FROM tenant WHERE id = ?').get('t-branch')).toEqual({
      ...{ name: 'branch', is_default: 0 },
    });
  });

  it('goes back, and offline, with the one above', async () => {
    const heard: string[] = [];
    below.robots.online.onChange(() => heard.push(online(below, 'r-1')?.publishId ?? 'offline'));
    for (const name of ['one', 'two', 'one']) {
      await putOnline(above, 'r-1', name);
      await follow();
    }
    above.robots.table.removeOnline(defaultTenant(above), 'r-1');
    await follow();
    expect(heard).toEqual(['p-one', 'p-two', 'p-one', 'offline']);
  });

  it('wins over what was put online below, which is kept among the conflicts', async () => {
    await putOnline(below, 'r-1', 'own');
    await putOnline(above, 'r-1', 'one');
    expect(await follow()).toMatchObject({ changed: 1, conflicts: 1 });
    expect(online(below, 'r-1')?.publishId).toBe('p-one');
    expect(below.replica.conflicts(10)).toMatchObject([
      { why: 'another version is online at the upstream', lost: { publishId: 'p-own' }, won: { publishId: 'p-one' } },
    ]);
  });

  it('that is the same as below is taken over without a conflict', async () => {
    await putOnline(below, 'r-1', 'one');
    await putOnline(above, 'r-1', 'one');
    expect(await follow()).toMatchObject({ changed: 1, conflicts: 0 });
    above.robots.table.removeOnline(defaultTenant(above), 'r-1');
    await follow();
    expect(online(below, 'r-1')).toBeUndefined();
  });
});

describe('a robot that is online below alone', () => {
  it('stays, and so does all where the scope leaves robots out', async () => {
    await putOnline(below, 'r-own', 'own');
    await putOnline(above, 'r-1', 'one');
    await applyShipment(below, shipmentOf(above), { robots: false });
    expect(online(below, 'r-1')).toBeUndefined();
    await follow();
    above.robots.table.removeOnline(defaultTenant(above), 'r-1');
    await applyShipment(below, shipmentOf(above), { robots: false });
    expect(online(below, 'r-1')?.publishId).toBe('p-one');
    expect(online(below, 'r-own')?.publishId).toBe('p-own');
  });
});

describe('a state with a robot that cannot be taken', () => {
  const shipped = async (change: (bytes: Buffer) => Buffer | undefined): Promise<Shipment> => {
    await putOnline(above, 'r-1', 'one');
    const { state, content } = shipmentOf(above);
    const changed = [...content].flatMap(([sha256, bytes]): [string, Buffer][] => {
      const now = change(Buffer.from(bytes));
      return now === undefined ? [] : [[sha256, now]];
    });
    return { state, content: new Map(changed) };
  };

  it.each<[string, (bytes: Buffer) => Buffer | undefined, RegExp]>([
    ['is missing', () => undefined, /neither stored here nor was it delivered/],
    ['is shorter', (bytes) => bytes.subarray(1), /was delivered with \d+ bytes, but the state says \d+/],
    ['has another byte', (bytes) => bytes.fill(1, 40, 41), /was delivered damaged: its hash differs/],
    ['is none', (bytes) => bytes.fill(0, 0, 8), /the file is not a robot package/],
    ['is of a newer form', (bytes) => bytes.fill(9, 8, 9), /the package has format 9/],
  ])('because its package %s changes nothing', async (_, change, words) => {
    await expect(applyShipment(below, await shipped(change))).rejects.toThrow(words);
    expect(online(below, 'r-1')).toBeUndefined();
    expect(await follow()).toMatchObject({ changed: 1 });
  });

  it('because its tenant is somebody else here changes nothing', async () => {
    addTenant(above, 't-1', 'one');
    addTenant(below, 't-1', 'two');
    await putOnline(above, 'r-1', 'one', 't-1');
    await expect(follow()).rejects.toThrow('robot r-1: tenant t-1 belongs to developer "two" here, not to "one"');
  });
});
