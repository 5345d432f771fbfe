// Content lies in a directory of another user (sync.contentDirectory), who may be hostile: what the gateway takes from there is
// its own copy, and nothing there can hold it up.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PackageFiles } from '../../../src/nlu/publish/files.js';
import { realDisk } from '../../../src/storage/disk.js';
import { headerOf } from '../../../src/understanding/package/layout.js';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-foreign-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('a pipe that took the place of a file is refused at once, although nobody writes to it', () => {
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => [...realDisk.read(pipe)]).toThrow(/is not a regular file/);
});

it('whoever brought a package cannot change it after its hash was counted', async () => {
  const content = Buffer.concat([headerOf(), Buffer.from('what was published')]);
  const brought = join(directory, 'brought');
  writeFileSync(brought, content);
  const descriptor = openSync(brought, 'r+'); // the writer keeps it open
  const files = new PackageFiles(realDisk, join(directory, 'packages'));
  const name = { sha256: sha256(content), bytes: content.length };
  await files.take(brought, name);
  writeSync(descriptor, 'something else', 0);
  closeSync(descriptor);
  expect(sha256(readFileSync(files.pathOf(name.sha256)))).toBe(name.sha256);
});

it('a package that is not what its name says leaves nothing behind', async () => {
  const content = Buffer.concat([headerOf(), Buffer.from('altered')]);
  const brought = join(directory, 'brought');
  writeFileSync(brought, content);
  const files = new PackageFiles(realDisk, join(directory, 'packages'));
  await expect(files.take(brought, { sha256: '0'.repeat(64), bytes: content.length })).rejects.toThrow(/hash differs/);
  expect(realDisk.list(files.directory)).toEqual([]);
});
