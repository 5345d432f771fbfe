// The power goes at every step of a change of the key: the key before opens the data directory, or the new one does, and no cut
// leaves it to neither. It goes at every step of the first start with a key: the next start uses one data key and keeps it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataKey, dataKeyFor, makeDataKey, openedWith, readDataKey, takeDataKey } from '../../../src/trust/data-key.js';
import { KeyFault } from '../../../src/trust/key-file.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const dataDir = '/data';
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];
const newKey = (): DataKey => new DataKey(randomBytes(32));

function opens(disk: PowerDisk, outer: DataKey, dataKey: DataKey): boolean {
  try {
    return openedWith(disk, dataDir, outer, 'file').derive('database').equals(dataKey.derive('database'));
  } catch (fault) {
    expect(fault).toBeInstanceOf(KeyFault);
    expect((fault as Error).message).not.toMatch(/damaged/);
    return false;
  }
}

describe('a power cut while the key is changed', () => {
  it.each(fates)('leaves the one or the other: %s', (_, fate) => {
    const [first, second, third] = [newKey(), newKey(), newKey()];
    const done = new PowerDisk();
    done.put(`${dataDir}/key.id`, Buffer.from(first.id));
    first.wrapFor(done, dataDir, second);
    const bytes = Buffer.concat([...done.read(`${dataDir}/key.wrapped`)]);
    for (const [isSecondChange, before, now] of [
      [false, first, second],
      [true, second, third],
    ] as const) {
      let cuts = 0;
      for (let step = 1; ; step++) {
        const disk = new PowerDisk();
        disk.put(`${dataDir}/key.id`, Buffer.from(first.id));
        if (isSecondChange) disk.put(`${dataDir}/key.wrapped`, bytes);
        disk.cutAt = step;
        let isDone = true;
        try {
          first.wrapFor(disk, dataDir, now);
        } catch (fault) {
          expect(fault).toBeInstanceOf(PowerCut);
          isDone = false;
          cuts++;
        }
        const after = disk.afterCut(fate(step));
        const which = [before, now].map((outer) => opens(after, outer, first));
        expect(which.filter(Boolean), `step ${step}`).toHaveLength(1);
        if (isDone) {
          expect(which).toEqual([false, true]);
          break;
        }
      }
      expect(cuts).toBe(5); // creating it; its bytes; sync, rename, sync of the directory
    }
  });
});

describe('a power cut while the data key is made', () => {
  let folder: string;
  let keyFile: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tonegate-first-key-'));
    keyFile = join(folder, 'first.key');
    makeDataKey(keyFile);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const isPlain = () => false;

  it.each(fates)('leaves a directory that the next start takes one key for, and keeps: %s', (_, fate) => {
    let cuts = 0;
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.put(`${dataDir}/gateway.lock`, Buffer.alloc(0));
      disk.cutAt = step;
      let used: DataKey | undefined;
      try {
        used = takeDataKey(dataDir, keyFile, isPlain, disk);
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const after = disk.afterCut(used ? allLost : fate(step));
      const next = takeDataKey(dataDir, keyFile, isPlain, after);
      expect(next?.id, `step ${step}`).not.toBe(readDataKey(keyFile).id);
      expect(dataKeyFor(dataDir, keyFile, after.afterCut(allLost))?.id).toBe(next?.id);
      if (used === undefined) continue;
      expect(next?.id).toBe(used.id); // what was encrypted since opens
      break;
    }
    expect(cuts).toBe(10); // five steps of each of two files
  });
});
