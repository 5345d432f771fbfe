// The power goes at every step of an upload in slices: each slice that was acknowledged is there, wherever the file is by then.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allotFile, moveFile, Slice } from '../../../src/storage/sliced-file.js';
import { DataKey } from '../../../src/trust/data-key.js';
import { SealedSource } from '../../../src/trust/sealed-file.js';
import { StoredFiles } from '../../../src/trust/stored-files.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const [upload, source] = ['/data/trans/uploads/u1', '/data/trans/tasks/t1/0.source'];
const slices = ['the first slice, ', 'another slice, x', 'the end'].map((text) => Buffer.from(text));
const sliceBytes = 17;
const whole = Buffer.alloc(2 * sliceBytes + 7);
for (const [index, slice] of slices.entries()) whole.set(slice, index * sliceBytes);
/** As uploads take it: every slice is whole. */
const sliceOf = (index: number): Buffer => whole.subarray(index * sliceBytes, (index + 1) * sliceBytes);
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

interface Acknowledged {
  isAllotted: boolean;
  readonly slices: Set<number>;
  isMoved: boolean;
}

/** The slices come in an order of their own, each in two pieces. */
async function send(disk: PowerDisk, acknowledged: Acknowledged): Promise<void> {
  await allotFile(upload, whole.length, disk);
  acknowledged.isAllotted = true;
  for (const index of [2, 0, 1]) {
    const bytes = slices[index] as Buffer;
    const slice = await Slice.open(upload, index * sliceBytes, disk);
    await slice.append(bytes.subarray(0, 5));
    await slice.append(bytes.subarray(5));
    await slice.keep();
    await slice.close();
    acknowledged.slices.add(index);
  }
  await moveFile(upload, source, disk);
  acknowledged.isMoved = true;
}

const contentOf = (disk: PowerDisk, file: string): Buffer | undefined =>
  disk.size(file) === undefined ? undefined : Buffer.concat([...disk.read(file)].map((piece) => Buffer.from(piece)));

describe('a power cut while a file is uploaded in slices', () => {
  it.each(fates)('leaves every slice that was acknowledged, in the upload or in the task: %s', async (_, fate) => {
    let cuts = 0;
    for (let step = 1, isDone = false; !isDone; step++) {
      const disk = new PowerDisk();
      for (const folder of ['/data/trans/uploads', '/data/trans/tasks/t1']) disk.makeDirectory(folder);
      disk.cutAt = disk.steps + step;
      const acknowledged: Acknowledged = { isAllotted: false, slices: new Set(), isMoved: false };
      try {
        await send(disk, acknowledged);
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const after = disk.afterCut(fate(step));
      const found = contentOf(after, source) ?? contentOf(after, upload);
      if (acknowledged.isAllotted) expect(found).toHaveLength(whole.length);
      for (const index of acknowledged.slices) {
        const from = index * sliceBytes;
        const to = from + (slices[index] as Buffer).length;
        expect(found?.subarray(from, to).toString(), `step ${step}, slice ${index}`).toBe(slices[index]?.toString());
      }
      if (after.size(upload) !== undefined && acknowledged.slices.size === slices.length) {
        await moveFile(upload, source, after); // as the next start does
        expect(contentOf(after, source)?.toString()).toBe(whole.toString());
        expect(after.size(upload)).toBeUndefined();
      }
      if (!acknowledged.isMoved) continue;
      expect(contentOf(after, source)?.toString()).toBe(whole.toString());
      expect(after.size(upload)).toBeUndefined();
    }
    expect(cuts).toBe(4 + 3 * 3 + 4); // allotting it; two writes and a sync for each slice; moving it
  });
});

describe('a power cut while a file is uploaded in slices to a gateway with a key', () => {
  it.each(fates)('leaves every slice that was acknowledged, and it can be opened: %s', async (_, fate) => {
    const folder = mkdtempSync(join(tmpdir(), 'tonegate-sealed-cut-'));
    const key = new DataKey(randomBytes(32));
    const wanted = { bytes: sliceBytes, totalBytes: whole.length };
    let cuts = 0;
    for (let step = 1, isDone = false; !isDone; step++) {
      const disk = new PowerDisk();
      disk.makeDirectory('/data/trans/uploads');
      disk.cutAt = disk.steps + step;
      const files = new StoredFiles(key, disk);
      const acknowledged = new Set<number>();
      try {
        await files.allot(upload, wanted);
        for (const index of [2, 0, 1]) {
          const slice = await files.openSlice(upload, index, wanted);
          await slice.append(sliceOf(index));
          await slice.keep();
          await slice.close();
          acknowledged.add(index);
        }
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const after = disk.afterCut(fate(step));
      if (acknowledged.size === 0) continue;
      const copy = join(folder, `${step}`);
      writeFileSync(copy, contentOf(after, upload) as Buffer);
      const source = new SealedSource(copy, key);
      for (const index of acknowledged) {
        const target = Buffer.alloc(sliceOf(index).length);
        expect(source.read(target, index * sliceBytes), `step ${step}, slice ${index}`).toBe(target.length);
        expect(target.toString()).toBe(sliceOf(index).toString());
      }
      source.close();
    }
    expect(cuts).toBeGreaterThan(10);
    rmSync(folder, { recursive: true });
  });
});
