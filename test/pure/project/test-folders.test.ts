// Each test file lies in the folder of what it needs (scripts/check/test-folders.mjs).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkTestFolders } from '../../../scripts/check/test-folders.mjs';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const sources = {
  'src/native/index.ts': 'export const addon = 1;\n',
  'src/store/open.ts': "import Database from 'better-sqlite3';\nexport const open = Database;\n",
  'src/main/gateway.ts': "export { open } from '../store/open.js';\n",
};

/** An import of a file of src/, as a test two folders deep writes it. */
const of = (file: string, how = 'import') => `${how} { x } from '${['..', '..', '..', 'src', file].join('/')}';\n`;

/** The faults of a project with these test files. */
function faultsOf(files: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'tonegate-folders-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ ...sources, ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return checkTestFolders(root);
}

const usesAddon = `${of('native/index.js')}console.log(x);\n`;

describe('the folders of the tests', () => {
  it('a pure test that imports the addon is a fault', () => {
    expect(faultsOf({ 'test/pure/tone/a.test.ts': usesAddon })).toEqual([
      'test/pure/tone/a.test.ts reaches src/native/index.ts and is not pure',
    ]);
  });

  it('a pure test that reaches SQLite through a helper and a source file is a fault', () => {
    const files = {
      'test/pure/store/a.test.ts': "import { h } from '../../helpers/h.js';\nconsole.log(h);\n",
      'test/helpers/h.ts': "export { open as h } from '../../src/store/open.js';\n",
    };
    expect(faultsOf(files)).toEqual(['test/pure/store/a.test.ts reaches better-sqlite3 and is not pure']);
  });

  it('a pure test that starts a process or a gateway is a fault', () => {
    const files = {
      'test/pure/cli/a.test.ts': "import { spawn } from 'node:child_process';\nspawn('true');\n",
      'test/pure/http/b.test.ts': `${of('main/gateway.js')}console.log(x);\n`,
    };
    expect(faultsOf(files)).toEqual([
      'test/pure/cli/a.test.ts reaches node:child_process and is not pure',
      'test/pure/http/b.test.ts reaches src/main/gateway.ts and is not pure',
    ]);
  });

  it('a type is no import', () => {
    const text = `${of('native/index.js', 'import type')}export type A = typeof x;\n`;
    expect(faultsOf({ 'test/pure/tone/a.test.ts': text })).toEqual([]);
  });

  it('a native test must need compiled code, since arm64 runs it too', () => {
    const files = { 'test/native/tone/a.test.ts': usesAddon, 'test/native/tone/b.test.ts': 'export {};\n' };
    expect(faultsOf(files)).toEqual(['test/native/tone/b.test.ts reaches no compiled code']);
  });

  it('a test with a gateway may lie in process or slow, and nothing lies beside the folders', () => {
    const gateway = `${of('main/gateway.js')}console.log(x);\n`;
    const files = {
      'test/process/http/a.test.ts': gateway,
      'test/slow/ws/b.test.ts': gateway,
      'test/unit/c.test.ts': '',
    };
    expect(faultsOf(files)).toEqual([
      'test/unit/c.test.ts lies in none of test/pure/, test/native/, test/process/, test/slow/',
    ]);
  });

  it('a project without tests is a fault', () => {
    expect(faultsOf({})).toEqual(['there are no test files: nothing was checked']);
  });
});
