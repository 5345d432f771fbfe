// The power goes at every step of storing a small-corpus model, and of encrypting one that was plain: the next start finds the whole
// file or none, and makes it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OlmFiles, olmKey, pathOfModel, storeModel } from '../../../src/custom-lm/files.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { readPlain } from '../../../src/trust/plain-bytes.js';
import type { FileSeal } from '../../../src/trust/seal-form.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/olm';
const key = olmKey('text', 'lexicon');
const path = pathOfModel(directory, key);
const bytes = Buffer.from('a compiled model '.repeat(20));
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];
const dataKey = new DataKey(randomBytes(32));

const onDisk = (disk: PowerDisk): Buffer => Buffer.concat([...disk.read(path)]);
const store = (disk: PowerDisk, content: Buffer, seal?: FileSeal) => storeModel(disk, path, content, seal);

/** The bytes as an engine gets them: with the key of the file alone. */
function opened(disk: PowerDisk, files: OlmFiles): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-olm-cut-'));
  try {
    const copy = join(folder, 'copy');
    writeFileSync(copy, onDisk(disk));
    return Buffer.from(readPlain(copy, files.fileOf(key).key as string));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a power cut while a small-corpus model is stored', () => {
  it.each(fates)('leaves it whole or not at all: %s', (_, fate) => {
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.cutAt = step;
      let isStored = true;
      try {
        store(disk, bytes);
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        isStored = false;
      }
      const after = disk.afterCut(fate(step));
      const files = new OlmFiles(after, directory);
      const found = files.open();
      if (isStored) expect(found).toEqual([key]);
      if (found.length > 0) expect(onDisk(after)).toEqual(bytes);
      expect(after.list(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
      store(after, bytes);
      expect(files.open()).toEqual([key]);
      if (isStored) return;
    }
  });

  it.each(fates)('leaves it whole or not at all where there is a key: %s', (_, fate) => {
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.cutAt = step;
      let isStored = true;
      try {
        store(disk, bytes, new OlmFiles(disk, directory, dataKey).newSeal());
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        isStored = false;
      }
      const after = disk.afterCut(fate(step));
      const files = new OlmFiles(after, directory, dataKey);
      const found = files.open();
      if (isStored) expect(found).toEqual([key]);
      if (found.length > 0) expect(opened(after, files)).toEqual(bytes);
      if (isStored) return;
    }
  });

  it('is never written again once it is there', () => {
    const disk = new PowerDisk();
    store(disk, bytes);
    store(disk, Buffer.from('other'));
    expect(onDisk(disk)).toEqual(bytes);
  });
});

describe('a power cut while models that were plain are encrypted', () => {
  it.each(fates)('leaves each plain or encrypted whole, and the next start ends it: %s', (_, fate) => {
    let cuts = 0;
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.put(path, bytes);
      disk.cutAt = step;
      let isDone = true;
      try {
        expect(new OlmFiles(disk, directory, dataKey).open()).toEqual([key]);
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        isDone = false;
        cuts++;
      }
      const after = disk.afterCut(fate(step));
      const files = new OlmFiles(after, directory, dataKey);
      expect(onDisk(after).equals(bytes) || opened(after, files).equals(bytes), `step ${step}`).toBe(true);
      expect(files.open()).toEqual([key]);
      expect(onDisk(after).includes('a compiled model')).toBe(false);
      expect(opened(after, files)).toEqual(bytes);
      expect(after.list(directory)).toEqual([`${key}.bin`]);
      if (isDone) break;
    }
    expect(cuts).toBe(6); // creating it; header and one piece; sync, rename, sync of the directory
  });

  it('removes a model of another key, so that it is compiled again', () => {
    const disk = new PowerDisk();
    store(disk, bytes, new OlmFiles(disk, directory, new DataKey(randomBytes(32))).newSeal());
    expect(new OlmFiles(disk, directory, dataKey).open()).toEqual([]);
    expect(disk.list(directory)).toEqual([]);
  });
});
