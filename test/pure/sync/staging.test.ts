// The staging directory: room is looked for first, leftovers go, and what the disk has spoilt is fetched again.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { fetchAll } from '../../../src/sync/download.js';
import { Staging } from '../../../src/sync/staging.js';
import type { ContentName, Pieces } from '../../../src/sync/transport.js';
import { PowerDisk } from '../../helpers/sync/power-disk.js';

const directory = '/data/sync/content';
const { signal } = new AbortController();
const nameOf = (text: string): ContentName => ({
  sha256: createHash('sha256').update(text).digest('hex'),
  bytes: Buffer.byteLength(text),
});

class SmallDisk extends PowerDisk {
  constructor(readonly free: number) {
    super();
  }
  override freeBytes(): number {
    return this.free;
  }
}

function stagingOn(disk: PowerDisk): Staging {
  const staging = new Staging(disk, '/data/sync/content');
  staging.prepare();
  return staging;
}

const serving = (texts: readonly string[], asked: number[] = []) => ({
  async content({ sha256 }: ContentName, offset: number): Promise<Pieces> {
    asked.push(offset);
    const text = texts.find((each) => nameOf(each).sha256 === sha256) ?? 'something else';
    async function* pieces() {
      yield Buffer.from(text).subarray(offset);
    }
    return { offset, pieces: pieces() };
  },
});

describe('room', () => {
  const name = { sha256: 'a'.repeat(64), bytes: 10_000_000 };
  const enough = 2 * name.bytes + limits.sync.freeBytes;

  it('is needed for twice the content and what stays free', () => {
    expect(() => stagingOn(new SmallDisk(enough)).needRoom([name])).not.toThrow();
    expect(() => stagingOn(new SmallDisk(enough - 1)).needRoom([name])).toThrow(
      /^the disk has 88 MB free, but this update needs 88 MB; free some space$/,
    );
  });

  it('is not needed for what came before', () => {
    const disk = new SmallDisk(enough - 100);
    const staging = stagingOn(disk);
    disk.put(`${directory}/${name.sha256}.part`, Buffer.alloc(100));
    expect(() => staging.needRoom([name])).not.toThrow();
  });
});

describe('leftovers', () => {
  const weekMs = limits.sync.staleStagedMs;
  it('go after a week, but for what is wanted, and what the clock says is from tomorrow', () => {
    const disk = new PowerDisk(); // its files are from 1970
    const staging = stagingOn(disk);
    for (const file of ['wanted', 'stale', 'half.part']) disk.put(`${directory}/${file}`, Buffer.from('x'));
    staging.sweep(new Set(['wanted']), weekMs);
    staging.sweep(new Set(['wanted']), -weekMs);
    expect(disk.list(directory)).toHaveLength(3);
    staging.sweep(new Set(['wanted']), weekMs + 1);
    expect(disk.list(directory)).toEqual(['wanted']);
  });

  it('half-way ones go when the disk is full', () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    for (const file of ['whole', 'half.part']) disk.put(`${directory}/${file}`, Buffer.from('x'));
    staging.discardParts();
    expect(disk.list(directory)).toEqual(['whole']);
  });
});

describe('wrong bytes', () => {
  const text = 'the right words';
  const name = nameOf(text);

  it('that an earlier connection or a power cut left are replaced by a download from the start', async () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    disk.put(`${directory}/${name.sha256}.part`, Buffer.alloc(5));
    const asked: number[] = [];
    await fetchAll({ transport: serving([text], asked), staging }, [name], signal);
    expect(asked).toEqual([5, 0]);
    expect(staging.has(name)).toBe(true);
  });

  it('and a part that is too long are thrown away', async () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    disk.put(`${directory}/${name.sha256}.part`, Buffer.alloc(name.bytes + 1));
    await fetchAll({ transport: serving([text]), staging }, [name], signal);
    expect(staging.has(name)).toBe(true);
  });

  it('from the upstream leave nothing behind', async () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    const lie = nameOf('something else');
    const other = { sha256: name.sha256, bytes: lie.bytes };
    await expect(fetchAll({ transport: serving([]), staging }, [other], signal)).rejects.toMatchObject({
      kind: 'lying',
    });
    expect(disk.list(directory)).toEqual([]);
  });

  it('in a staged file are found when the gateway refuses it', () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    disk.put(`${directory}/${name.sha256}`, Buffer.alloc(name.bytes));
    expect(staging.has(name)).toBe(true);
    staging.discardDamaged([name, nameOf('never came')]);
    expect(staging.has(name)).toBe(false);
  });

  it('that are too few are no lie: the part stays, for the next time', async () => {
    const disk = new PowerDisk();
    const staging = stagingOn(disk);
    const transport = {
      async content(each: ContentName): Promise<Pieces> {
        async function* pieces() {
          yield Buffer.alloc(each.bytes - 1);
        }
        return { offset: 0, pieces: pieces() };
      },
    };
    await expect(fetchAll({ transport, staging }, [name], signal)).rejects.toMatchObject({ kind: 'away' });
    expect(staging.partBytes(name.sha256)).toBe(name.bytes - 1);
  });
});
