// What the power-cut disk shows of the order of steps holds on the real one too: each fsync is watched, with what lies in
// the folder at that moment.
import fs, { fstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realDisk } from '../../../src/storage/disk.js';
import { PartFile } from '../../../src/storage/part-file.js';
import { writeText, writeWhole } from '../../../src/storage/whole-file.js';

let folder: string;
let synced: string[];
/** The kind of thing that was synced, and the names in the folder with their bytes at that moment. */
function note(isDirectory: boolean): void {
  const names = readdirSync(folder).map((name) => `${name} ${statSync(join(folder, name)).size}`);
  synced.push(`${isDirectory ? 'directory' : 'file'}: ${names.join(', ')}`);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-order-'));
  synced = [];
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    note(fstatSync(descriptor).isDirectory());
    fsyncSync(descriptor);
  });
  syncBuiltinESMExports();
  const handle = await open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = handles;
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    note((await this.stat()).isDirectory());
    await sync.call(this);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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
});
