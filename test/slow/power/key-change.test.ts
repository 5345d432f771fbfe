// The power goes at every step of a change of the key: the key before opens the data directory, or the new one does, and no cut
// leaves it to neither.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DataKey, openedWith } from '../../../src/trust/data-key.js';
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
