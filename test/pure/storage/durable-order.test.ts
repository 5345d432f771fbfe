// What the power-cut disk shows of the order of steps holds on the real one too: each fsync is watched, with what lies in
// the folder at that moment.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { realDisk } from '../../../src/storage/disk.js';
import { PartFile } from '../../../src/storage/part-file.js';
import { allotFile, moveFile, Slice } from '../../../src/storage/sliced-file.js';
import { writeText, writeWhole } from '../../../src/storage/whole-file.js';
import { openLocalPlace } from '../../../src/trans/save/local-place.js';
import { stopWatching, watchSyncs } from '../../helpers/watched-syncs.js';

let folder: string;
let synced: string[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-order-'));
  synced = await watchSyncs(folder);
});
afterEach(() => {
  stopWatching();
  rmSync(folder, { recursive: true, force: true });
});

const pieces = [Buffer.from('twelve bytes'), Buffer.from('and nine.')];
const wholeOrder = ['file: a.part 21', 'directory: a 21'];

describe('on the real disk', () => {
  it('a whole file is synced after its last byte and before it has its name, then its directory', () => {
    writeWhole(realDisk, join(folder, 'a'), pieces);
    expect(synced).toEqual(wholeOrder);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('twelve bytesand nine.');
  });

  it('a part file is synced after its last byte and before it has its name, then its directory', async () => {
    const part = await PartFile.create(join(folder, 'a'));
    for (const piece of pieces) await part.append(piece);
    expect(synced).toEqual([]);
    await part.keep();
    await part.discard();
    expect(synced).toEqual(wholeOrder);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('twelve bytesand nine.');
  });

  it('a small text is synced in the same order, and replaces the one before', () => {
    writeText(join(folder, 'a'), 'before');
    writeText(join(folder, 'a'), 'after!!');
    expect(synced).toEqual(['file: a.part 6', 'directory: a 6', 'file: a 6, a.part 7', 'directory: a 7']);
  });

  it('what is appended to a file that is there is synced when that is asked for, and not before', () => {
    const file = realDisk.extend(join(folder, 'a'));
    file.append(Buffer.from('123'));
    expect(synced).toEqual([]);
    file.sync();
    file.close();
    expect(synced).toEqual(['file: a 3']);
  });

  it('each directory that is made is synced into the one above it', () => {
    realDisk.makeDirectory(join(folder, 'b', 'c', 'd'));
    expect(synced.map((each) => each.split(':')[0])).toEqual(['directory', 'directory', 'directory']);
    realDisk.makeDirectory(join(folder, 'b', 'c', 'd'));
    expect(synced).toHaveLength(3);
  });

  it('a file for slices is synced before its name is, and each slice when it is kept', async () => {
    const file = join(folder, 'a');
    await allotFile(file, 20);
    expect(synced).toEqual(['file: a 20', 'directory: a 20']);
    const slice = await Slice.open(file, 8);
    for (const piece of pieces) await slice.append(piece.subarray(0, 6));
    expect(synced).toHaveLength(2);
    await slice.keep();
    await slice.close();
    expect(synced.slice(2)).toEqual(['file: a 20']);
    expect(readFileSync(file, 'latin1')).toBe(`${'\0'.repeat(8)}twelveand ni`);
  });

  it('a file that goes to another directory keeps its name there until the new one is synced', async () => {
    const [from, to] = [join(folder, 'a'), join(folder, 'below', 'b')];
    mkdirSync(join(folder, 'below'));
    await allotFile(from, 3);
    await moveFile(from, to);
    const bytes = (line: string | undefined) => line?.includes('a 3');
    expect(synced.slice(2).map(bytes)).toEqual([true, false]);
    await allotFile(from, 3); // as a power cut between the two may leave it
    await moveFile(from, to);
    expect([existsSync(from), readFileSync(to).length]).toEqual([false, 3]);
  });

  it('a saved result is synced before it has its name, and so is every directory that is made for it', async () => {
    const place = await openLocalPlace(join(folder, 'b', 'c'), [folder]);
    expect(synced.map((line) => line.split(':')[0])).toEqual(['directory', 'directory']);
    await place.write(
      ['r.json'],
      (async function* () {
        yield* pieces;
      })(),
    );
    await place.close();
    expect(synced.map((line) => line.split(':')[0]).slice(2)).toEqual(['file', 'directory']);
    synced.length = 0;
    const above = await openLocalPlace(folder, [folder]);
    await above.write(
      ['r.json'],
      (async function* () {
        yield* pieces;
      })(),
    );
    await above.close();
    expect(synced.map((line) => line.replace(/, b \d+|b \d+, /, ''))).toEqual([
      'file: .r.json.part 21',
      'directory: r.json 21',
    ]);
  });
});
