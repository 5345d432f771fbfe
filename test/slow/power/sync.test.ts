// The power goes at every single step of an apply, of an outbox and of the models that an apply brings: before each change
// of a file, and before each statement of the database. The next start finds the state before or the state after, every
// acknowledged write, and nothing twice.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutboxEntry, SyncApply } from '../../../src/protocol/wire/sync-messages.js';
import { chance } from '../../helpers/chance.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';
import {
  applyShipment,
  bringModel,
  contentDirectory,
  copyDatabase,
  defaultTenant,
  emptyDatabase,
  noGraph,
  openReplicaStore,
  paths,
  putOnline,
  type ReplicaStore,
  rollOut,
  type Shipment,
  shipmentOf,
} from '../../helpers/sync/replica-store.js';
import { timeFactor } from '../../helpers/time-factor.js';

const timeoutMs = 60_000 * timeFactor;
const base64 = (text: string) => Buffer.from(text).toString('base64');

let directory: string;
let empty: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-power-'));
  empty = emptyDatabase();
});
afterAll(() => {
  rmSync(directory, { recursive: true });
  rmSync(dirname(empty), { recursive: true });
});

interface Opened {
  readonly disk: PowerDisk;
  readonly cutAtStatement?: number;
}

let idsMade = 0;

/** The power is one: where it goes for the disk it goes for the database. */
function open(name: string, { disk, cutAtStatement }: Opened): ReplicaStore & { statements(): number } {
  let count = 0;
  let isOff = false;
  let cutAt = Number.POSITIVE_INFINITY;
  const off = () => {
    isOff = true;
    store.db.close();
  };
  const store = openReplicaStore({
    ...{
      database: join(directory, `${name}.db`),
      disk,
      random: (bytes) => chance(idsMade++).bytes(bytes),
      now: () => 5_000,
    },
    ...{ hasOutbox: name !== 'upstream', isFast: true },
    onStatement: () => {
      if (isOff) throw new PowerCut('no power');
      if (++count < cutAt) return;
      off();
      throw new PowerCut(`power cut before statement ${count}`);
    },
  });
  count = 0;
  cutAt = cutAtStatement ?? cutAt;
  disk.onCut = () => {
    if (!isOff) off();
  };
  return { ...store, statements: () => count };
}

/** Everything went well, or the power went: nothing else may happen. */
async function untilCut(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (fault) {
    // A transaction is rolled back by the next start, not by the program that has no power.
    const isCut = fault instanceof PowerCut || (fault as Error).message === 'The database connection is not open';
    expect(isCut, String(fault)).toBe(true);
    return false;
  }
}

/** `prepared.db` and `disk`: a box that has the first state and something of its own that waits to go upstream. */
interface Prepared {
  readonly disk: PowerDisk;
  readonly next: Shipment;
  readonly before: string;
  readonly after: string;
}

async function prepare(): Promise<Prepared> {
  copyDatabase(empty, join(directory, 'upstream.db'), 'aaaa');
  copyDatabase(empty, join(directory, 'box.db'), 'bbbb');
  const upstream = open('upstream', { disk: new PowerDisk() });
  const files = upstream.disk;
  const sys = upstream.place(null);
  const add = (name: string) =>
    upstream.resources.create(sys, { name, lang: 'cn', desc: '', content: base64(`${name}\n`) }, 'resource').id;
  const [kept, gone] = [add('kept'), add('gone')];
  upstream.profiles.put('outbound', { values: { vadTail: 300 }, system: { vocabId: gone, whenUserBrings: 'merge' } });
  files.put(paths.keywords, Buffer.from('空号\t1\tEMPTY\n'));
  files.put(paths.tones, Buffer.from('#BUSY#\t2\tBUSY\n'));
  files.put(paths.causes, Buffer.from('10\t486\t17\n'));
  bringModel(files, '1.0.0', 'weights'.repeat(30));
  await upstream.models.install('/brought/1.0.0', noGraph);
  await upstream.models.activate('ours@1.0.0', noGraph);
  await putOnline(upstream, 'r-changes', 'before');
  await putOnline(upstream, 'r-goes', 'gone');
  rollOut(upstream, 'gateway', '0.2.0');
  rollOut(upstream, 'goes', '1.0.0');

  const disk = new PowerDisk();
  const box = open('box', { disk });
  await applyShipment(box, shipmentOf(upstream));
  const draft = { name: 'own', lang: 'cn', desc: '', content: base64('own\n') };
  box.resources.create(box.place('default'), draft, 'resource');
  const before = box.dump();
  await box.close();

  upstream.resources.update(sys, kept, base64('changed\n'), 'resource');
  upstream.profiles.put('outbound', { values: { vadTail: 400 }, system: { vocabId: kept, whenUserBrings: 'merge' } });
  upstream.resources.remove(sys, gone);
  upstream.resources.create(upstream.place('default'), { ...draft, name: 'another' }, 'resource');
  files.put(paths.keywords, Buffer.from('空号\t3\tEMPTY\n'));
  files.put(paths.causes, Buffer.from('10\t600\t17\n'));
  bringModel(files, '2.0.0', 'better weights'.repeat(30));
  await upstream.models.install('/brought/2.0.0', noGraph);
  await upstream.models.activate('ours@2.0.0', noGraph);
  await upstream.models.remove('ours@1.0.0');
  await putOnline(upstream, 'r-changes', 'after');
  await putOnline(upstream, 'r-comes', 'new');
  upstream.robots.table.removeOnline(defaultTenant(upstream), 'r-goes');
  rollOut(upstream, 'gateway', '0.3.0');
  rollOut(upstream, 'comes', '1.0.0');
  upstream.rollouts.withdraw('goes');
  const next = shipmentOf(upstream);
  await upstream.close();

  copyFileSync(join(directory, 'box.db'), join(directory, 'prepared.db'));
  const probe = open('box', { disk: disk.afterCut(allKept) });
  await applyShipment(probe, next);
  const after = probe.dump();
  await probe.close();
  return { disk, next, before, after };
}

/** The firmware that the upstream of a dumped box wants. */
const firmwareIn = (dump: string): string[] =>
  JSON.parse(dump).wanted.map(({ product, version }: Record<string, string>) => `${product} ${version}`);

describe('an apply', () => {
  let prepared: Prepared;
  beforeAll(async () => {
    prepared = await prepare();
    expect(prepared.after).not.toBe(prepared.before);
    expect(firmwareIn(prepared.before)).toEqual(['gateway 0.2.0', 'goes 1.0.0']);
    expect(firmwareIn(prepared.after)).toEqual(['comes 1.0.0', 'gateway 0.3.0']);
  });

  /** One life: an apply with the power going somewhere, and the next start. True: it came to its end. */
  async function live(cut: { step?: number; statement?: number }, fate: Fate): Promise<boolean> {
    copyFileSync(join(directory, 'prepared.db'), join(directory, 'box.db'));
    const disk = prepared.disk.afterCut(allKept);
    const first = open('box', { disk, ...(cut.statement !== undefined && { cutAtStatement: cut.statement }) });
    for (const [sha256, bytes] of prepared.next.content) disk.put(join(contentDirectory, sha256), bytes);
    disk.steps = 0;
    disk.cutAt = cut.step ?? disk.cutAt;
    let isWhole = false;
    const isDone = await untilCut(async () => {
      const { redo } = await first.replica.apply(SyncApply.parse({ state: prepared.next.state }));
      isWhole = redo === 0;
    });
    if (first.db.open) first.db.close();
    const restarted = disk.afterCut(fate);
    const second = open('box', { disk: restarted });
    await second.replica.putInPlace();
    expect(second.redoFaults).toEqual([]);
    const found = second.dump();
    expect([prepared.before, prepared.after]).toContain(found);
    if (isDone) expect(found).toBe(prepared.after);
    expect(second.replica.outboxPage(10).entries).toHaveLength(1); // what was acknowledged before still waits
    const { redo, conflicts } = await applyShipment(second, prepared.next);
    expect({ redo, conflicts }).toEqual({ redo: 0, conflicts: 0 });
    expect(second.dump()).toBe(prepared.after);
    expect(restarted.list(contentDirectory)).toEqual([]);
    await second.close();
    return isWhole;
  }

  const fates: [string, (step: number) => Fate][] = [
    ['all that was not synced is lost', () => allLost],
    ['all of it is there, contents apart', () => allKept],
    ['chance decides', (step) => byChance(step)],
  ];
  it.each(fates)('cut at any step of the disk is whole or not at all: %s', { timeout: timeoutMs }, async (_, fate) => {
    let step = 1;
    while (!(await live({ step }, fate(step)))) step++;
    expect(step).toBeGreaterThan(30);
  });

  it('cut before any statement of the database is whole or not at all', { timeout: timeoutMs }, async () => {
    let statement = 1;
    while (!(await live({ statement }, allLost))) statement++;
    expect(statement).toBeGreaterThan(60);
  });
});

describe('an outbox', () => {
  const draft = { name: 'own', lang: 'cn', desc: '', content: base64('own\n') };
  const userLists = ({ versions }: ReplicaStore) => versions.all().filter(({ category }) => category === 'user');

  it.each([
    [
      'created',
      (box: ReplicaStore) => box.resources.create(box.place('default'), { ...draft, name: 'new' }, 'resource'),
    ],
    [
      'updated',
      (box: ReplicaStore, id: string) => box.resources.update(box.place('default'), id, base64('x\n'), 'resource'),
    ],
    ['deleted', (box: ReplicaStore, id: string) => box.resources.remove(box.place('default'), id)],
  ])('what a client %s waits to go upstream, or was never done', { timeout: timeoutMs }, async (_, change) => {
    for (let statement = 1, isDone = false; !isDone; statement++) {
      copyDatabase(empty, join(directory, 'box.db'), 'bbbb');
      const disk = new PowerDisk();
      const made = open('box', { disk });
      const { id } = made.resources.create(made.place('default'), draft, 'resource');
      made.replica.settle(verdicts(made.replica.outboxPage(10).entries));
      const before = made.dump();
      await made.close();
      const first = open('box', { disk, cutAtStatement: statement });
      isDone = await untilCut(() => change(first, id));
      if (first.db.open) first.db.close();
      const second = open('box', { disk: disk.afterCut(allLost) });
      const waits = second.replica.outboxPage(10).entries.length === 1;
      expect(second.dump() !== before).toBe(waits);
      if (isDone) expect(waits).toBe(true);
      await second.close();
    }
  });

  it('what was sent is upstream once, wherever the power goes up there or down here', {
    timeout: timeoutMs,
  }, async () => {
    for (const side of ['upstream', 'box'] as const) {
      for (let statement = 1, isDone = false; !isDone; statement++) {
        copyDatabase(empty, join(directory, 'upstream.db'), 'aaaa');
        copyDatabase(empty, join(directory, 'box.db'), 'bbbb');
        const disk = new PowerDisk();
        const made = open('box', { disk });
        const { id } = made.resources.create(made.place('default'), draft, 'resource');
        await made.close();
        const cut = (name: string) => (name === side ? { disk, cutAtStatement: statement } : { disk });
        const [upstream, box] = [open('upstream', cut('upstream')), open('box', cut('box'))];
        isDone = await untilCut(() =>
          box.replica.settle(upstream.replica.receive('box', box.replica.outboxPage(10).entries)),
        );
        for (const { db } of [upstream, box]) if (db.open) db.close();
        const [later, again] = [open('upstream', { disk }), open('box', { disk })];
        const { entries } = again.replica.outboxPage(10);
        if (isDone) expect(entries).toEqual([]);
        again.replica.settle(later.replica.receive('box', entries));
        expect(again.replica.outboxPage(10)).toEqual({ waiting: 0, entries: [] });
        expect(userLists(later).map((item) => item.id)).toEqual([id]);
        expect(later.replica.conflicts(10)).toEqual([]);
        expect(later.dump()).toBe(again.dump());
        await later.close();
        await again.close();
      }
    }
  });
});

const verdicts = (entries: readonly OutboxEntry[]) =>
  entries.map(({ idempotencyKey }) => ({ idempotencyKey, verdict: 'kept' as const }));
