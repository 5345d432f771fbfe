// Archives that nobody made with `tonegate backup`: refused, and the data directory stays empty.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestText } from '../../../src/backup/manifest.js';
import { readArchive } from '../../../src/backup/read-archive.js';
import { restore } from '../../../src/backup/restore.js';
import { ArchiveFault, archiveEnd, headOf, padding } from '../../../src/backup/tar.js';
import { archiveOf } from '../../../src/backup/write-archive.js';
import { chance } from '../../helpers/chance.js';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-archive-'));
  dataDir = join(folder, 'data');
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

type Files = Readonly<Record<string, string>>;
const facts = { version: '0', madeAtMs: 0 };
const entry = (path: string, content: string) => {
  const bytes = Buffer.from(content);
  return Buffer.concat([headOf(path, bytes.length), bytes, padding(bytes.length)]);
};
const listed = (files: Files) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
const good: Files = { 'admin.key': 'key', 'tonegate.db': 'no database' };

/** An archive with these files and this list of them. */
function archive(files: Files, list = manifestText({ ...facts, files: listed(files) })): string {
  const file = join(folder, 'archive.tar');
  const entries = Object.entries(files).map(([path, content]) => entry(path, content));
  writeFileSync(file, Buffer.concat([...entries, entry('manifest.json', list), archiveEnd]));
  return file;
}
const refusal = (file: string) =>
  restore({ archive: file, dataDir, replaces: false, keyFor: () => undefined }).then(
    () => 'restored',
    (fault: Error) => `${fault.name}: ${fault.message}`,
  );
const isUntouched = () => readdirSync(dataDir).length === 0 && readdirSync(folder).sort().join() === 'archive.tar,data';

describe('an archive', () => {
  it.each([
    ['climbs out', '../outside'],
    ['climbs out further below', 'nlu/../../outside'],
    ['is absolute', '/tmp/outside'],
    ['has an empty name', 'nlu//a'],
    ['is a lock of the gateway', 'gateway.lock'],
    ['is the log of the database', 'tonegate.db-wal'],
    ['is what a restore works with', 'restore.part'],
    ['lies below what a restore works with', 'restore.part/a'],
    ['lies below the name of an unfinished file', 'nlu/a.part/b'],
    ['lies below the list', 'manifest.json/a'],
    ['has a name that is too long', 'a'.repeat(256)],
    ['is too long', `${'a/'.repeat(3_000)}b`],
  ])('with a path that %s is refused', async (_, path) => {
    expect(await refusal(archive({ [path]: 'x', ...good }))).toMatch(
      /^ArchiveFault: the archive has a file|holds something/,
    );
    expect(isUntouched()).toBe(true);
  });

  it.each(['1', '2', '3', '5', 'L', 'g'])('with an entry of the type %s, such as a link, is refused', async (type) => {
    const head = headOf('admin.key', 0);
    head.write(type, 156, 'latin1');
    head.write('../../etc/passwd', 157, 'latin1');
    head.fill(0x20, 148, 156);
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const file = join(folder, 'archive.tar');
    writeFileSync(file, Buffer.concat([head, entry('manifest.json', '{}'), archiveEnd]));
    expect(await refusal(file)).toMatch(/has an entry of a kind that backups do not have/);
    expect(isUntouched()).toBe(true);
  });

  const wrong: readonly (readonly [string, () => string, RegExp])[] = [
    [
      'lacks a file of its list',
      () => archive({ 'tonegate.db': '' }, manifestText({ ...facts, files: listed(good) })),
      /lacks its file "admin.key"/,
    ],
    [
      'has a file that its list does not name',
      () => archive(good, manifestText({ ...facts, files: listed({ 'tonegate.db': good['tonegate.db'] as string }) })),
      /files that its list does not name/,
    ],
    [
      'has another content than its list says',
      () => archive({ ...good, 'admin.key': 'KEY' }, manifestText({ ...facts, files: listed(good) })),
      /"admin.key" of the archive is damaged: its hash/,
    ],
    [
      'names a file twice in its list, and another one never',
      () => {
        const [first] = listed(good);
        return archive(good, manifestText({ ...facts, files: [first, first].flatMap((file) => file ?? []) }));
      },
      /files that its list does not name/,
    ],
    [
      'has a file where it has a directory',
      () => archive({ 'nlu/a': '', ...good, nlu: '' }),
      /a file "nlu", and other/,
    ],
    [
      'has a directory where it has a file',
      () => archive({ nlu: '', 'nlu/a/b': '', ...good }),
      /a file "nlu", and other/,
    ],
    ['has no database', () => archive({ 'admin.key': 'key' }), /has no database/],
    ['has a database that is none', () => archive(good), /database of the archive cannot be used/],
    ['has a list that is no JSON', () => archive(good, '{'), /list of files .* is damaged/],
    [
      'has a list of another form',
      () => archive(good, '{"format":1,"version":"0","madeAtMs":0,"files":[7]}'),
      /is damaged/,
    ],
    ['has a list nested a million deep', () => archive(good, '['.repeat(1_000_000)), /list of files .* is damaged/],
    [
      'was made at no time',
      () => archive(good, manifestText({ version: '0', madeAtMs: 1e300, files: listed(good) })),
      /list of files .* is damaged/,
    ],
    ['is of a later form', () => archive(good, '{"format":2}'), /newer tonegate/],
    ['has a list that is null', () => archive(good, 'null'), /newer tonegate, or is not a backup/],
  ];
  it.each(wrong)('that %s is refused', async (_, make, words) => {
    expect(await refusal(make())).toMatch(words);
    expect(isUntouched()).toBe(true);
  });

  it('that lies in the data directory itself is refused, since its contents are replaced', async () => {
    const file = join(dataDir, 'backup.tar');
    renameSync(archive(good), file);
    const outcome = restore({ archive: file, dataDir, replaces: true, keyFor: () => undefined });
    await expect(outcome).rejects.toThrow(/lies in the data directory.*move it/);
    expect(readdirSync(dataDir)).toEqual(['backup.tar']);
  });

  it('with a path that is too long below the data directory is refused in words', async () => {
    const path = Array.from({ length: 20 }, () => 'a'.repeat(202)).join('/');
    expect(await refusal(archive({ [path]: 'x', ...good }))).toMatch(/too long a path here/);
    expect(isUntouched()).toBe(true);
  });

  it('with the same file twice is refused', async () => {
    const file = join(folder, 'archive.tar');
    writeFileSync(file, Buffer.concat([entry('admin.key', 'a'), entry('admin.key', 'b'), archiveEnd]));
    expect(await refusal(file)).toMatch(/"admin.key" twice/);
  });

  it('that claims more bytes than it has is refused, and nothing is reserved for them', async () => {
    const file = join(folder, 'archive.tar');
    writeFileSync(file, Buffer.concat([headOf('tonegate.db', 8 * 2 ** 30 - 1), Buffer.alloc(4_096)]));
    expect(await refusal(file)).toMatch(/ends too early/);
    expect(isUntouched()).toBe(true);
  });

  it('cut anywhere, or with any byte changed, is refused or reads as it was', async () => {
    const files: Files = { ...good, 'nlu/material/问答 第一.txt': 'long name'.repeat(100) };
    const sources = Object.entries(files).map(([path, content]) => {
      const file = join(folder, createHash('sha256').update(path).digest('hex'));
      writeFileSync(file, content);
      return { path, file };
    });
    const pieces: Buffer[] = [];
    for await (const piece of archiveOf(sources, facts)) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    const file = join(folder, 'archive.tar');
    const read = async (bytes: Buffer) => {
      writeFileSync(file, bytes);
      return readArchive(file).catch((fault: unknown) => fault);
    };
    const before = await read(whole);
    expect(before).toMatchObject({ files: listed(files) });
    const random = chance(17);
    for (let round = 0; round < 300; round++) {
      const at = random.int(0, whole.length - archiveEnd.length - 512);
      expect(await read(whole.subarray(0, at))).toBeInstanceOf(ArchiveFault);
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] as number) ^ (1 << random.int(0, 7));
      const outcome = await read(changed);
      if (!(outcome instanceof ArchiveFault))
        expect(outcome).toEqual({ ...(before as object), version: expect.any(String), madeAtMs: expect.any(Number) });
    }
    expect(existsSync(join(dataDir, 'restore.part'))).toBe(false);
  });
});
