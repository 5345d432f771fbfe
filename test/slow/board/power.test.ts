// The power goes at every step of what a box writes on its data partition: the settings of a CONFIG stick, and the database that
// comes back after a rollback.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Box } from '../../../src/local/board/box.js';
import { endPutBack, putBack } from '../../../src/local/board/database.js';
import { carryOut, provision } from '../../../src/local/board/provision.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there, contents apart', () => allKept],
  ...Array.from({ length: 8 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

const textOf = (disk: PowerDisk, file: string): string | undefined =>
  disk.size(file) === undefined ? undefined : Buffer.concat([...disk.read(file)]).toString();

let stick: string;
beforeAll(() => {
  stick = mkdtempSync(join(tmpdir(), 'tonegate-stick-'));
  mkdirSync(join(stick, 'root'));
  writeFileSync(join(stick, 'config.json'), '{"httpPort": 9000}');
  writeFileSync(join(stick, 'upstream.secret'), 'new secret');
});
afterAll(() => rmSync(stick, { recursive: true, force: true }));

/** A box whose files lie on this disk; it gives no file away. */
class BoxOn extends Box {
  override readonly give = () => {};
  override isRunning = () => false;
}

describe('a power cut while the settings of a stick are applied', () => {
  const root = '/no-such-root';
  const config = `${root}/var/lib/tonegate/config.json`;
  const secret = `${root}/etc/tonegate/upstream.secret`;
  const before = () => {
    const disk = new PowerDisk();
    disk.put(config, Buffer.from('{"httpPort": 8000}'));
    disk.put(secret, Buffer.from('old secret'));
    disk.put(`${root}/var/lib/tonegate-sync/config.json`, Buffer.from('{}'));
    disk.put(`${root}/data/box/hostname`, Buffer.from('box\n'));
    return disk;
  };

  it.each(fates)('leaves the settings of before or, after the next start, those of the stick: %s', (_, fate) => {
    let cuts = 0;
    for (let step = 1, isDone = false; !isDone; step++) {
      const disk = before();
      disk.cutAt = disk.steps + step;
      try {
        provision(new BoxOn({ root, disk }), stick, () => {});
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const next = disk.afterCut(fate(step));
      carryOut(new BoxOn({ root, disk: next }));
      const found = [JSON.parse(textOf(next, config) ?? '{}').httpPort, textOf(next, secret)];
      if (isDone) expect(found).toEqual([9000, 'new secret']);
      else
        expect([
          [8000, 'old secret'],
          [9000, 'new secret'],
        ]).toContainEqual(found);
      // The stick is still in the box: in the end its settings are in force, whatever was cut.
      provision(new BoxOn({ root, disk: next }), stick, () => {});
      expect(JSON.parse(textOf(next, config) ?? '{}').httpPort).toBe(9000);
    }
    expect(cuts).toBeGreaterThan(15);
  });
});

describe('a power cut while the database of before an update comes back', () => {
  const file = '/data/tonegate.db';
  const copy = `${file}.v13`;
  const [newer, log, older] = ['the newer database', 'its log', 'the copy of before'.repeat(20)];

  it.each(fates)('leaves one of the two whole, and the newer one somewhere: %s', (_, fate) => {
    let cuts = 0;
    for (let step = 1, isDone = false; !isDone; step++) {
      const disk = new PowerDisk();
      for (const [path, text] of [
        [file, newer],
        [`${file}-wal`, log],
        [copy, older],
        [`${file}.newer`, 'of a rollback of before'],
      ] as const) {
        disk.put(path, Buffer.from(text));
      }
      disk.cutAt = disk.steps + step;
      try {
        putBack(disk, file, copy);
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
        cuts++;
      }
      const next = disk.afterCut(fate(step));
      const isBegun = endPutBack(next, file) !== undefined;
      expect(textOf(next, copy)).toBe(older);
      if (isDone || isBegun || textOf(next, file) === older) {
        expect(textOf(next, file)).toBe(older);
        expect(textOf(next, `${file}-wal`)).toBeUndefined();
        expect(textOf(next, `${file}.newer`)).toBe(newer);
        expect(textOf(next, `${file}.newer-wal`)).toBe(log);
      } else {
        expect(textOf(next, file)).toBe(newer);
        expect(textOf(next, `${file}-wal`)).toBe(log);
        expect(endPutBack(next, file)).toBeUndefined();
      }
    }
    expect(cuts).toBeGreaterThan(8);
  });
});
