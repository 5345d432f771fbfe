// The power goes at every step of storing a small-corpus model: the next start finds the whole file or none, and makes it.
import { describe, expect, it } from 'vitest';
import { OlmFiles, olmKey } from '../../../src/custom-lm/files.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/olm';
const key = olmKey('text', 'lexicon');
const bytes = Buffer.from('a compiled model '.repeat(20));
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

describe('a power cut while a small-corpus model is stored', () => {
  it.each(fates)('leaves it whole or not at all: %s', (_, fate) => {
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.cutAt = step;
      let isStored = true;
      try {
        new OlmFiles(disk, directory).store(key, bytes);
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        isStored = false;
      }
      const after = disk.afterCut(fate(step));
      const files = new OlmFiles(after, directory);
      const found = files.open();
      if (isStored) expect(found).toEqual([key]);
      if (found.length > 0) expect(Buffer.concat([...after.read(files.pathOf(key))])).toEqual(bytes);
      expect(after.list(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
      files.store(key, bytes);
      expect(files.open()).toEqual([key]);
      if (isStored) return;
    }
  });

  it('is never written again once it is there', () => {
    const disk = new PowerDisk();
    const files = new OlmFiles(disk, directory);
    files.store(key, bytes);
    files.store(key, Buffer.from('other'));
    expect(Buffer.concat([...disk.read(files.pathOf(key))])).toEqual(bytes);
  });
});
