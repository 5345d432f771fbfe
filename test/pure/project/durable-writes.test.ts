// docs/durable-writes.md names every source file that writes, and only tests and sources that are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/durable-writes.md'), 'utf8');

/** The means by which a file writes: functions of Node, the writers of src/storage, or a disk that it was given. */
const writers = [
  /\b(writeFileSync|writeFile|appendFileSync|createWriteStream|renameSync|rename|mkdirSync|mkdir|linkSync|link|copyFileSync)\b[^;]*from 'node:fs/,
  /\bopen(Sync)?\([^)]*, '(w|wx|a|r\+)'/,
  /\b(writeWhole|writeText|allotFile|moveFile)\(|\b(PartFile\.create|Slice\.open)\(/,
  /[dD]isk\.(create|createExclusively|extend|rename|link|makeDirectory|allot|update)\(/,
];
/** The disks themselves. */
const disks = ['src/storage/awaited-disk.ts'];

const writes = (text: string): boolean => {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return writers.some((writer) => writer.test(code));
};

it('every source file that writes is on the page of durable writes', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`);
  const writing = files.filter((name) => !disks.includes(name) && writes(readFileSync(join(root, name), 'utf8')));
  expect(writing.length).toBeGreaterThan(15);
  expect(writing.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('every file that the page of durable writes names is there', () => {
  const named = [...page.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.\w+)`/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
