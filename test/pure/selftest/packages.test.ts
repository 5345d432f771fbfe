// The packages of the self-test, as dpkg and npm leave them on a disk.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PackagePlaces, packageCheck } from '../../../src/local/selftest/packages.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, content: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const found = (places: PackagePlaces) => packageCheck(places).run();

describe('a Debian package', () => {
  const program = 'usr/lib/tonegate';
  const files = {
    tonegate: [`${program}/package.json`, `${program}/dist/main/cli.js`],
    'libopus0:amd64': ['usr/lib/libopus.so.0', 'usr/share/doc/libopus0/copyright'],
    nodejs: ['usr/lib/node_modules/npm/package.json'],
    strange: ['usr/bin/strange'],
  };
  const places = () => ({ root: folder, program: join(folder, program), dpkg: join(folder, 'dpkg') });
  beforeEach(() => {
    for (const [name, own] of Object.entries(files)) {
      const lines = own.map((file) => `${createHash('md5').update(file).digest('hex')}  ${file}\n`);
      put(`dpkg/info/${name}.md5sums`, lines.join(''));
      for (const file of own) put(file, file);
    }
    const own =
      'Package: tonegate\nStatus: install ok installed\nDepends: libopus0 (>= 1.3), nodejs (>= 20), passwd | login\n';
    put('dpkg/status', `Package: strange\nDepends: libc6\n\n${own}\nPackage: libopus0\n`);
  });

  it('is compared with the hashes that dpkg keeps of it and of what it depends on', async () => {
    expect(await found(places())).toEqual({
      outcome: 'passed',
      sentence: expect.stringMatching(/^4 files of tonegate/),
    });
  });

  it.each([
    ['its own file', `${program}/dist/main/cli.js`],
    ['a library', 'usr/lib/libopus.so.0'],
  ])('fails when a byte of %s was changed, or the file is gone', async (_, file) => {
    put(file, `${file.slice(0, -1)}?`);
    const changed = { outcome: 'FAILED', sentence: `${join(folder, file)} differs from the file that was installed` };
    expect(await found(places())).toEqual(changed);
    rmSync(join(folder, file));
    expect(await found(places())).toEqual({ outcome: 'FAILED', sentence: `${join(folder, file)} is missing` });
  });

  it('passes when a small system left out its pages for readers, and whatever became of other packages', async () => {
    rmSync(join(folder, 'usr/share/doc'), { recursive: true });
    put('usr/bin/strange', 'changed');
    put('usr/lib/node_modules/npm/package.json', 'a newer npm');
    expect(await found(places())).toMatchObject({ outcome: 'passed', sentence: expect.stringContaining('3 files') });
  });

  it('of this name elsewhere is not the one of this program', async () => {
    mkdirSync(join(folder, 'checkout'));
    expect(await found({ ...places(), program: join(folder, 'checkout') })).toMatchObject({ outcome: 'skipped' });
  });
});

describe('packages of npm', () => {
  const lock = (integrity: string) => ({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/zod': { version: '4.6.7', integrity },
      'node_modules/vitest': { version: '4.1.12', integrity, dev: true },
      'node_modules/fsevents': { version: '2.0.0', integrity, optional: true },
    },
  });
  const places = () => ({ program: folder, dpkg: join(folder, 'dpkg') });
  beforeEach(() => {
    put('package-lock.json', JSON.stringify(lock('sha512-A')));
    const { 'node_modules/fsevents': _, ...present } = lock('sha512-A').packages;
    put('node_modules/.package-lock.json', JSON.stringify({ packages: present }));
    put('node_modules/zod/package.json', '{"version":"4.6.7"}');
  });

  it('are those of package-lock.json; tools need not be there', async () => {
    expect(await found(places())).toEqual({ outcome: 'passed', sentence: expect.stringMatching(/^1 packages/) });
  });

  it('fail when one has another version, is gone, or came from another archive', async () => {
    put('node_modules/zod/package.json', '{"version":"4.6.6"}');
    const sentences = [(await found(places())).sentence];
    rmSync(join(folder, 'node_modules/zod'), { recursive: true });
    sentences.push((await found(places())).sentence);
    put('node_modules/.package-lock.json', JSON.stringify(lock('sha512-B')));
    const last = await found(places());
    expect(last.outcome).toBe('FAILED');
    expect([...sentences, last.sentence]).toEqual([
      'node_modules/zod has version 4.6.6 instead of 4.6.7',
      'node_modules/zod is missing or damaged',
      expect.stringContaining(
        'node_modules/zod was installed from another archive than package-lock.json names; and 1 more',
      ),
    ]);
  });
});
