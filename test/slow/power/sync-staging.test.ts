// The power goes at every single step of a download into the staging directory. Whatever the disk kept of what was not
// synced, a file that has its name is whole, and the next start brings the rest.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fetchAll } from '../../../src/sync/download.js';
import { Staging } from '../../../src/sync/staging.js';
import type { ContentName, Pieces } from '../../../src/sync/transport.js';
import { allKept, allLost, byChance, type Fate, PowerCut, PowerDisk } from '../../helpers/sync/power-disk.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const contents = ['a list', 'another list '.repeat(20), ''].map((text) => Buffer.from(text));
const names: ContentName[] = contents.map((bytes) => ({ sha256: sha256(bytes), bytes: bytes.length }));
const never = new AbortController().signal;

/** In pieces of 100 bytes, from the offset. */
const transport = {
  async content({ sha256: name }: ContentName, offset: number): Promise<Pieces> {
    const whole = contents[names.findIndex((each) => each.sha256 === name)] as Buffer;
    async function* pieces() {
      for (let at = offset; at < whole.length; at += 100) yield whole.subarray(at, at + 100);
    }
    return { offset, pieces: pieces() };
  },
};

const fates: [string, (step: number) => Fate][] = [
  ['all that was not synced is lost', () => allLost],
  ['all of it is there', () => allKept],
  ...Array.from({ length: 6 }, (_, seed): [string, (step: number) => Fate] => [
    `chance ${seed}`,
    (step) => byChance(seed * 1_000 + step),
  ]),
];

async function bring(disk: PowerDisk): Promise<void> {
  const staging = new Staging(disk, '/data/sync/content');
  staging.prepare();
  const missing = names.filter((name) => !staging.has(name));
  staging.needRoom(missing);
  await fetchAll({ transport, staging }, missing, never);
}

const expectWhole = (disk: PowerDisk) => {
  for (const file of disk.list('/data/sync/content').filter((name) => !name.endsWith('.part'))) {
    const bytes = Buffer.concat([...disk.read(`/data/sync/content/${file}`)].map((piece) => Buffer.from(piece)));
    expect(sha256(bytes)).toBe(file);
  }
};

describe('a download', () => {
  it.each(fates)('leaves whole files wherever the power goes: %s', async (_, fate) => {
    for (let step = 1; ; step++) {
      const disk = new PowerDisk();
      disk.cutAt = step;
      let isDone = false;
      try {
        await bring(disk);
        isDone = true;
      } catch (fault) {
        expect(fault).toBeInstanceOf(PowerCut);
      }
      const restarted = disk.afterCut(fate(step));
      expectWhole(restarted);
      const staging = new Staging(restarted, '/data/sync/content');
      if (isDone) expect(names.every((name) => staging.has(name))).toBe(true);
      await bring(restarted);
      expectWhole(restarted);
      expect(restarted.list('/data/sync/content').sort()).toEqual(names.map((name) => name.sha256).sort());
      if (isDone) return;
    }
  });
});
