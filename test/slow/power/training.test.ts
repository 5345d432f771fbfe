// The power goes at every step of writing a trained model.
import { describe, expect, it } from 'vitest';
import { writeModel } from '../../../src/nlu/training/work/models.js';
import { KeyedFiles } from '../../../src/trust/keyed-files.js';
import { filesOf, type MadeModel } from '../../../src/understanding/learning/training/train.js';
import { openModel } from '../../../src/understanding/trained/model.js';
import { train } from '../../helpers/nlu/trained-model.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/models/epoch-1';
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

describe('a power cut while a trained model is written', () => {
  const [made] = train('BIG', { config: { maxEpochs: 1, keepModels: 1 } }).models;
  const files = filesOf(made as MadeModel, 1_700_000_000);
  const opened = (disk: PowerDisk) =>
    openModel({
      size: (name) => disk.size(`${directory}/${name}`),
      read: (name) => Buffer.concat(Array.from(disk.read(`${directory}/${name}`), (piece) => Buffer.from(piece))),
    });

  it.each(fates)('leaves a directory without a manifest, or a whole model: %s', (_, fate) => {
    for (let step = 1, isWritten = false; !isWritten; step++) {
      const disk = new PowerDisk();
      disk.cutAt = step;
      try {
        writeModel({ disk, files: new KeyedFiles(disk) }, directory, files);
        isWritten = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
      }
      const after = disk.afterCut(fate(step));
      if (isWritten || after.size(`${directory}/model.json`) !== undefined) {
        expect(opened(after).manifest.type).toBe('BIG');
      }
    }
  });
});
