// The power goes at every step of writing a file of a transcription: a recording that was fetched, its samples, its result.
import { describe, expect, it } from 'vitest';
import { PartFile } from '../../../src/storage/part-file.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const file = '/data/trans/t1/0.result';
const pieces = ['the first piece, ', 'the second piece, '.repeat(20), 'the last piece'].map((text) =>
  Buffer.from(text),
);
const whole = Buffer.concat(pieces).toString();
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

async function write(disk: PowerDisk): Promise<void> {
  const part = await PartFile.create(file, 0, disk);
  for (const piece of pieces) await part.append(piece);
  await part.keep();
}

const textOn = (disk: PowerDisk): string | undefined =>
  disk.size(file) === undefined ? undefined : Buffer.concat([...disk.read(file)]).toString();

describe('a power cut while a file of a transcription is written', () => {
  it.each(fates)('leaves the whole file or none, and the whole one once it was kept: %s', async (_, fate) => {
    let cuts = 0;
    for (let step = 1, isWritten = false; !isWritten; step++) {
      const disk = new PowerDisk();
      disk.makeDirectory('/data/trans/t1');
      disk.cutAt = disk.steps + step;
      try {
        await write(disk);
        isWritten = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const found = textOn(disk.afterCut(fate(step)));
      if (isWritten) expect(found).toBe(whole);
      else expect([undefined, whole]).toContain(found);
    }
    expect(cuts).toBe(pieces.length + 4); // create, sync, rename, sync of the directory
  });
});
