// Gateways that were apart for a while come to hold the same, byte for byte, whatever happened in which order: changes
// on every side, outboxes sent in pieces, twice or without an answer, states that are old, restarts, clocks that are
// wrong.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../src/protocol/errors.js';
import type { OutboxEntry } from '../../../src/protocol/wire/sync-messages.js';
import { type Place, placeOfRow } from '../../../src/resources/service.js';
import { type Chance, chance } from '../../helpers/chance.js';
import { PowerDisk } from '../../helpers/sync/power-disk.js';
import {
  applyShipment,
  bringModel,
  copyDatabase,
  emptyDatabase,
  noGraph,
  openReplicaStore,
  paths,
  type ReplicaStore,
  type Shipment,
  shipmentOf,
} from '../../helpers/sync/replica-store.js';
import { timeFactor } from '../../helpers/time-factor.js';

const seeds = 200;
const batch = 10;
const steps = 50;
const timeoutMs = 60_000 * timeFactor;

let directory: string;
let empty: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-converge-'));
  empty = emptyDatabase();
});
afterAll(() => {
  rmSync(directory, { recursive: true });
  rmSync(dirname(empty), { recursive: true });
});

/** Content that a client made and that no client has replaced: it must be somewhere at the end. */
type Leaves = Map<string, Set<string>>;

class Site {
  store: ReplicaStore;
  clockMs: number;
  readonly #options: Parameters<typeof openReplicaStore>[0];

  constructor(
    readonly name: string,
    readonly pick: Chance,
    folder: string,
    hasOutbox: boolean,
  ) {
    this.clockMs = pick.of([0, 0, 1_700_000_000_000, 4_000_000_000_000]); // at 1970, and ahead
    const database = join(folder, `${name}.db`);
    copyDatabase(empty, database, createHash('md5').update(name).digest('hex').slice(0, 16));
    const disk = new PowerDisk();
    const now = () => this.clockMs;
    this.#options = { database, disk, hasOutbox, now, random: (bytes) => pick.bytes(bytes), isFast: true };
    this.store = openReplicaStore(this.#options);
  }

  async restart(): Promise<void> {
    await this.store.close();
    this.store = openReplicaStore(this.#options);
  }

  /** One call of a client; what it may not do changes nothing. */
  change(leaves: Leaves, isUpstream: boolean): void {
    this.clockMs += this.pick.of([0, 0, 1]);
    const sys = this.pick.is(0.25);
    const developer = sys ? null : this.pick.of(['first', 'second']);
    const place = this.store.place(developer, 'userword', sys ? '' : this.pick.of(['', 'user']));
    try {
      if (isUpstream && this.pick.is(0.25)) this.#administer();
      else if (this.pick.is(0.4)) this.#create(place, leaves);
      else this.#touch(place, leaves);
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
    }
  }

  #create(place: Place, leaves: Leaves): void {
    const text = this.#text();
    const name = this.pick.of(['names', 'more names', 'names (00000000)']);
    const draft = { name, lang: 'cn', desc: '', content: text };
    const { id } = this.store.resources.create(place, draft, 'resource');
    if (place.category === 'user') leaves.set(id, new Set([text]));
  }

  #touch(place: Place, leaves: Leaves): void {
    const ids = this.store.versions.all().filter(({ content }) => content !== null);
    if (ids.length === 0) return;
    const { id } = this.pick.of(ids);
    const row = this.store.resources.find(id);
    if (row === undefined) return;
    const its = place.category === row.category ? placeOfRow(row) : place;
    const before = this.store.resources.content(id).toString('base64');
    const isRemoved = this.pick.is(0.25);
    const text = this.#text();
    if (isRemoved) this.store.resources.remove(its, id);
    else this.store.resources.update(its, id, text, 'resource');
    if (row.category === 'sys') return;
    leaves.get(id)?.delete(before);
    if (!isRemoved) leaves.get(id)?.add(text);
  }

  /** Changes that only an operator of the upstream makes. */
  #administer(): void {
    const { profiles, versions, disk } = this.store;
    const lists = versions.all().filter(({ category, content }) => category === 'sys' && content !== null);
    const name = this.pick.of(['outbound', 'night']);
    switch (this.pick.int(0, 4)) {
      case 0:
        profiles.put(name, {
          values: { vadTail: this.pick.int(200, 900) },
          system: { whenUserBrings: 'merge', ...(lists.length > 0 && { vocabId: this.pick.of(lists).id }) },
        });
        break;
      case 1:
        profiles.remove(name);
        break;
      case 2:
        disk.put(paths.keywords, Buffer.from(`空号\t${this.pick.int(1, 9)}\tEMPTY\n`));
        break;
      case 3:
        disk.put(paths.tones, Buffer.from(`#BUSY#\t${this.pick.int(1, 9)}\tBUSY\n`));
        break;
      default:
        disk.put(paths.causes, Buffer.from(`10\t${this.pick.int(400, 699)}\t17\n`));
    }
  }

  #text(): string {
    return Buffer.from(`word${this.pick.int(0, 1_000_000)}\n`).toString('base64');
  }
}

/** The outbox of a box on its way, and whatever may happen to it there. */
class Link {
  #sent: OutboxEntry[][] = [];

  constructor(
    readonly box: Site,
    readonly upstream: Site,
    readonly pick: Chance,
  ) {}

  send(limit: number, losesAnswer: boolean): number {
    const { entries } = this.box.store.replica.outboxPage(limit);
    if (entries.length === 0) return 0;
    this.#sent.push(entries);
    const verdicts = this.upstream.store.replica.receive('box', entries);
    if (!losesAnswer) this.box.store.replica.settle(verdicts);
    return entries.length;
  }

  /** Something that was sent long ago arrives once more. */
  repeat(): void {
    if (this.#sent.length > 0) this.upstream.store.replica.receive('box', this.pick.of(this.#sent));
  }

  async bring(shipment: Shipment, acceptOlder = false): Promise<void> {
    try {
      await applyShipment(this.box.store, shipment, { acceptOlder });
    } catch (fault) {
      if (!(fault instanceof ServiceError && fault.code === 'CONFLICT')) throw fault; // older than what was applied
    }
  }
}

async function live(seed: number): Promise<void> {
  const pick = chance(seed);
  const folder = mkdtempSync(join(directory, 'seed-'));
  const upstream = new Site('upstream', pick, folder, false);
  const boxes = ['near', 'far'].map((name) => new Site(name, pick, folder, true));
  const links = boxes.map((box) => new Link(box, upstream, pick));
  const leaves: Leaves = new Map();
  const shipments = [shipmentOf(upstream.store)];
  for (let step = 0; step < steps; step++) {
    const link = pick.of(links);
    switch (pick.int(0, 9)) {
      case 0:
      case 1:
      case 2:
        upstream.change(leaves, true);
        break;
      case 3:
      case 4:
      case 5:
        link.box.change(leaves, false);
        break;
      case 6:
        link.send(pick.int(1, 4), pick.is(0.4));
        break;
      case 7:
        link.repeat();
        break;
      case 8:
        shipments.push(shipmentOf(upstream.store));
        await link.bring(pick.of(shipments), pick.is(0.3));
        break;
      default:
        await pick.of([upstream, ...boxes]).restart();
    }
  }
  // Quiet: nobody changes anything, and everything comes through.
  for (const link of links) while (link.send(100, false) > 0);
  for (const link of links) await link.bring(shipmentOf(upstream.store), true);
  const [wanted, ...dumps] = [upstream, ...boxes].map(({ store }) => store.dump());
  for (const dump of dumps) expect(dump, `seed ${seed}`).toBe(wanted);
  expectNothingLost(leaves, [upstream, ...boxes], seed);
  for (const { store } of [upstream, ...boxes]) {
    expect(store.redoFaults).toEqual([]);
    await store.close();
  }
  rmSync(folder, { recursive: true });
}

/** A client's last write is there, or was replaced by another client, or is kept among the conflicts. */
function expectNothingLost(leaves: Leaves, sites: readonly Site[], seed: number): void {
  const kept = new Set(
    sites.flatMap(({ store }) =>
      store.replica
        .conflicts(1_000)
        .map(({ lost, content }) => `${lost.kind === 'resource' ? lost.id : ''} ${content}`),
    ),
  );
  const { resources } = (sites[0] as Site).store;
  for (const [id, texts] of leaves) {
    for (const text of texts) {
      const isThere = resources.content(id).toString('base64') === text || kept.has(`${id} ${text}`);
      expect(isThere, `seed ${seed}: ${id}`).toBe(true);
    }
  }
}

describe('two gateways and their upstream that were apart for a while converge to the same bytes', () => {
  it.each(Array.from({ length: seeds / batch }, (_, index) => index * batch))(
    'seeds from %i',
    { timeout: timeoutMs },
    async (first) => {
      for (let seed = first; seed < first + batch; seed++) await live(seed);
    },
  );

  it('with their models: what the upstream installs and activates, and what it removes', async () => {
    const pick = chance(7);
    const folder = mkdtempSync(join(directory, 'models-'));
    const upstream = new Site('upstream', pick, folder, false);
    const box = new Site('near', pick, folder, true);
    const link = new Link(box, upstream, pick);
    for (const [version, name] of [
      ['1.0.0', 'weights'],
      ['2.0.0', 'other weights'],
    ] as const) {
      bringModel(upstream.store.disk as PowerDisk, version, name);
      await upstream.store.models.install(`/brought/${version}`, noGraph);
      await upstream.store.models.activate(`ours@${version}`, noGraph);
      await link.bring(shipmentOf(upstream.store));
      expect(box.store.dump()).toBe(upstream.store.dump());
    }
    await upstream.store.models.remove('ours@1.0.0');
    await link.bring(shipmentOf(upstream.store));
    expect(box.store.dump()).toBe(upstream.store.dump());
    expect(box.store.models.list().models.map(({ manifest }) => manifest.version)).toEqual(['2.0.0']);
    expect(box.store.disk.list('/data/sync/content')).toEqual([]);
    await upstream.store.close();
    await box.store.close();
  });
});
