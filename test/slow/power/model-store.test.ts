// The power goes at every single step of every change to the model store. Whatever the disk kept of what was not
// synced, the next start finds whole models, the active one among them, and nothing that was acknowledged is lost.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ModelStore } from '../../../src/models/store.js';
import type { LockHolder } from '../../../src/storage/lock.js';
import { SigningKey } from '../../../src/trust/signing-key.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const root = '/data/models';
const property = 'cn_8k_common';
const holder: LockHolder = { name: 'test', hasGone: () => true }; // whoever held the lock went with the power
const key = new SigningKey(generateKeyPairSync('ed25519').privateKey);
const noGraph = async () => {};

function bring(disk: PowerDisk, version: string, shared = 'the same in both'): void {
  const files = { 'weights.bin': `weights of ${version}`.repeat(20), 'units.txt': shared };
  const listed = Object.entries(files).map(([name, text]) => {
    disk.put(`/brought/${version}/${name}`, Buffer.from(text));
    return { name, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  });
  const manifest = {
    format: 1,
    id: 'ours',
    version,
    task: 'vad',
    family: 'native',
    kind: 'vad-1',
    language: '*',
    sampleRateHz: 8_000,
    serves: [property],
    precision: 'int8',
    licence: 'Apache-2.0',
    files: listed,
  };
  const text = Buffer.from(JSON.stringify(manifest));
  disk.put(`/brought/${version}/manifest.json`, text);
  disk.put(`/brought/${version}/manifest.sig`, Buffer.from(`${key.sign('model manifest', text)}\n`));
}

const open = (disk: PowerDisk) =>
  new ModelStore({ disk, directory: root, shipped: '', holder, signKeys: [key.publicKey] });

/** 1.0.0 is installed and active, 2.0.0 installed, 3.0.0 brought. */
async function prepared(): Promise<PowerDisk> {
  const disk = new PowerDisk();
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) bring(disk, version);
  const store = open(disk);
  await store.install('/brought/1.0.0', noGraph);
  await store.activate('ours@1.0.0', noGraph);
  await store.install('/brought/2.0.0', noGraph);
  disk.steps = 0;
  return disk;
}

const changes: [string, (store: ModelStore) => Promise<unknown>, string[]][] = [
  ['an installation', (store) => store.install('/brought/3.0.0', noGraph), ['1.0.0', '2.0.0', '3.0.0']],
  ['an activation', (store) => store.activate('ours@2.0.0', noGraph), ['1.0.0', '2.0.0']],
  [
    'a quarantine',
    async (store) => {
      await store.activate('ours@2.0.0', noGraph);
      await store.quarantine({ id: 'ours', version: '2.0.0' }, 'engines died');
    },
    ['1.0.0', '2.0.0'],
  ],
  ['a removal', (store) => store.remove('ours@2.0.0'), ['1.0.0']],
];

const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

const versions = (store: ModelStore) =>
  store
    .list()
    .models.map(({ manifest }) => manifest.version)
    .sort();
const activeVersion = (store: ModelStore) => store.active().slots[`vad ${property}`]?.version;

function expectWhole(store: ModelStore): void {
  const { models, damaged } = store.list();
  expect(damaged).toEqual([]);
  for (const model of models) store.verifyFiles(model);
  expect(versions(store)).toContain(activeVersion(store));
  expect(store.candidates('vad', property)).toHaveLength(1);
}

describe.each(changes)('%s', (_, change, after) => {
  it.each(fates)('leaves whole models wherever the power goes: %s', async (_, fate) => {
    for (let step = 1; ; step++) {
      const disk = await prepared();
      disk.cutAt = step;
      let isDone = false;
      try {
        await change(open(disk));
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
      }
      const restarted = disk.afterCut(fate(step));
      const store = open(restarted);
      expectWhole(store);
      expect(['1.0.0', '2.0.0']).toContain(activeVersion(store));
      // An interrupted step completes when it is repeated.
      const isThere = versions(store).join() === after.join();
      if (isDone) expect(isThere).toBe(true);
      if (!isThere) await change(store);
      else await store.install('/brought/1.0.0', noGraph); // any other command sweeps up what was left
      expectWhole(store);
      expect(versions(store)).toEqual(after);
      expect(restarted.list(root)).not.toContain('lock');
      expect(restarted.list(`${root}/blobs`).filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(restarted.list(`${root}/blobs`)).toHaveLength(after.length + 1); // the second file is one blob
      if (isDone) return;
    }
  });
});

it('an acknowledged activation is there after the next cut', async () => {
  const disk = await prepared();
  await open(disk).activate('ours@2.0.0', noGraph);
  expect(activeVersion(open(disk.afterCut(allLost)))).toBe('2.0.0');
});

it('a first installation on an empty disk is there after the next cut', async () => {
  const disk = new PowerDisk();
  bring(disk, '1.0.0');
  await open(disk).install('/brought/1.0.0', noGraph);
  const store = open(disk.afterCut(allLost));
  expect(versions(store)).toEqual(['1.0.0']);
  for (const model of store.list().models) store.verifyFiles(model);
});
