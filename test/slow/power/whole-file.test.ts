// The power goes at every step of writing a small file: the admin credential, where a gateway answers, its certificate.
import { describe, expect, it } from 'vitest';
import { writeText } from '../../../src/storage/whole-file.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const file = '/data/tls/cert.pem';
const texts = ['', 'the first text\n'.repeat(40), 'the second, which is shorter\n'];
const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

const textOn = (disk: PowerDisk): string | undefined =>
  disk.size(file) === undefined ? undefined : Buffer.concat([...disk.read(file)]).toString();

describe('a power cut while a small file is written', () => {
  it.each(fates)('leaves the text before or the text after: %s', (_, fate) => {
    for (const [before, after] of [
      [undefined, texts[1]],
      [texts[1], texts[2]],
      [texts[2], texts[0]],
    ] as const) {
      for (let step = 1, isWritten = false; !isWritten; step++) {
        const disk = new PowerDisk();
        if (before !== undefined) writeText(file, before, 0o600, disk);
        disk.cutAt = disk.steps + step;
        try {
          writeText(file, after as string, 0o600, disk);
          isWritten = true;
        } catch (fault) {
          expect(fault).toBeInstanceOf(PowerCut);
        }
        const found = textOn(disk.afterCut(fate(step)));
        if (isWritten) expect(found).toBe(after);
        else expect([before, after]).toContain(found);
      }
    }
  });
});
