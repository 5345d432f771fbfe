// The power goes at every step of encrypting packages of robots, and of taking one that an upstream brings: each is plain or encrypted
// whole, or not there, and the next start ends it.
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PackageFiles } from '../../../src/nlu/publish/files.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { beginsSealed } from '../../../src/trust/seal-form.js';
import { headerOf } from '../../../src/understanding/package/layout.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/nlu/packages';
const key = new DataKey(randomBytes(32)).area('robots');
const packages = ['one', 'two', 'three'].map((name) => {
  const bytes = Buffer.concat([headerOf(), Buffer.from(`planted ${name} `.repeat(9_000))]); // more than one piece
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
});
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 6 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];
const named = ({ bytes, sha256 }: (typeof packages)[number]) => ({ sha256, bytes: bytes.length });
const onDisk = (disk: PowerDisk, sha256: string): Buffer =>
  Buffer.concat(Array.from(disk.read(`${directory}/${sha256}`), (piece) => Buffer.from(piece)));

/** True: the power went. */
async function isCut(work: () => unknown): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (fault) {
    expect(fault).toBeInstanceOf(PowerCut);
    return true;
  }
}

function start(disk: PowerDisk): PackageFiles {
  const files = new PackageFiles(disk, directory, { key });
  files.removeParts();
  expect(files.encryptAll()).toEqual([]);
  return files;
}

describe('a power cut while packages are encrypted', () => {
  it.each(fates)('leaves each plain or encrypted whole, and the next start ends it: %s', async (_, fate) => {
    let cuts = 0;
    for (let step = 1, isDone = false; !isDone; step++) {
      const disk = new PowerDisk();
      for (const { sha256, bytes } of packages) disk.put(`${directory}/${sha256}`, bytes);
      disk.cutAt = step;
      isDone = !(await isCut(() => start(disk)));
      if (!isDone) cuts++;
      const after = disk.afterCut(fate(step));
      for (const each of packages) {
        const found = onDisk(after, each.sha256);
        expect(found.equals(each.bytes) || beginsSealed(found), `step ${step}`).toBe(true);
        expect(new PackageFiles(after, directory, { key }).has(named(each)), `step ${step}`).toBe(true);
      }
      const files = start(after);
      for (const each of packages) {
        expect(files.has(named(each))).toBe(true);
        expect(onDisk(after, each.sha256).includes('planted')).toBe(false);
      }
      expect(after.list(directory).sort()).toEqual(packages.map(({ sha256 }) => sha256).sort());
    }
    expect(cuts).toBeGreaterThan(3 * 6);
  });
});

describe('a power cut while a package that an upstream brings is taken', () => {
  it.each(fates)('leaves it whole and encrypted, or not there: %s', async (_, fate) => {
    const [one] = packages as [(typeof packages)[number]];
    for (let step = 1, isTaken = false; !isTaken; step++) {
      const disk = new PowerDisk();
      disk.put('/data/sync/content/one', one.bytes);
      disk.cutAt = step;
      isTaken = !(await isCut(() => start(disk).take('/data/sync/content/one', named(one))));
      const after = disk.afterCut(fate(step));
      const files = start(after);
      if (isTaken) expect(files.has(named(one))).toBe(true);
      const found = after.list(directory).map((name) => onDisk(after, name));
      for (const bytes of found) expect(beginsSealed(bytes) && !bytes.includes('planted')).toBe(true);
      if (found.length > 0) expect(files.has(named(one))).toBe(true);
    }
  });
});
