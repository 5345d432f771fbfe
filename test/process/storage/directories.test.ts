// Directories that cannot be made are refused, and not tried for ever.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { realDisk } from '../../../src/storage/disk.js';
import { timeFactor } from '../../helpers/time-factor.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-directories-'));
  folders.push(folder);
  return folder;
};

describe('a directory with those above it', () => {
  it('is made for its owner alone, and stays as it is where it is there', () => {
    const directory = join(newFolder(), 'a', 'b', 'c');
    realDisk.makeDirectory(directory);
    realDisk.makeDirectory(directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, '../..')).mode & 0o777).toBe(0o700);
  });

  it.each(['file', 'file/a', 'file/a/b'])('is refused where %s is no directory', (name) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => realDisk.makeDirectory(join(folder, name))).toThrow(/EEXIST|ENOTDIR/);
  });

  it.runIf(existsSync('/proc/self'))('is refused below a directory that takes none', () => {
    const disk = resolve(import.meta.dirname, '../../../dist/storage/disk.js');
    const program = `import { realDisk } from ${JSON.stringify(disk)};
      try { realDisk.makeDirectory('/proc/tonegate/a/b'); } catch (fault) { console.log(fault.code); }`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 10_000 * timeFactor,
    });
    expect(ended.stdout.trim()).toBe('ENOENT');
  });
});
