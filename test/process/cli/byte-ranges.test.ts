// `screen --jsonl`: files stay open between lines, and yet a line hears what the file holds now.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ByteRanges } from '../../../src/cli/batch/byte-ranges.js';

let directory: string;
let ranges: ByteRanges;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-ranges-'));
  path = join(directory, 'clip');
  ranges = new ByteRanges();
});
afterEach(() => {
  ranges.close();
  rmSync(directory, { recursive: true });
});

it('a file that has grown, was written anew or was replaced is read as it is now', () => {
  writeFileSync(path, 'first');
  expect(ranges.read(path).toString()).toBe('first');
  appendFileSync(path, ' and more');
  expect(ranges.read(path, 6).toString()).toBe('and more');
  writeFileSync(`${path}.new`, 'second');
  renameSync(`${path}.new`, path);
  expect(ranges.read(path).toString()).toBe('second');
  rmSync(path);
  expect(() => ranges.read(path)).toThrow('ENOENT');
});

it('a named pipe is refused, not waited for', () => {
  execFileSync('mkfifo', [path]);
  expect(() => ranges.read(path)).toThrow('not a regular file');
});
