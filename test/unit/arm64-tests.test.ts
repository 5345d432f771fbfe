// The choice of tests that run under emulation (scripts/arm64/tests.mjs) is checked against the files that there are.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { filesOf } from '../../scripts/arm64/tests.mjs';
import { checkArm64Tests } from '../../scripts/check/arm64-tests.mjs';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const sources = {
  'src/native/index.ts': 'export const addon = 1;\n',
  'src/store/open.ts': "import Database from 'better-sqlite3';\nexport const open = Database;\n",
  'src/main/gateway.ts': "export { open } from '../store/open.js';\n",
};

/** The faults of a project with these test files and these tables. */
function faultsOf(files: Record<string, string>, emulated: string[] = [], notEmulated: string[] = []) {
  const root = mkdtempSync(path.join(tmpdir(), 'tonegate-arm64-'));
  folders.push(root);
  for (const [name, text] of Object.entries({ ...sources, ...files })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return checkArm64Tests(root, { emulated: { reason: emulated }, notEmulated: { reason: notEmulated }, filesOf });
}

const usesAddon = "import { addon } from '../../src/native/index.js';\nconsole.log(addon);\n";

describe('the choice of tests for arm64', () => {
  it('misses a test that imports the addon', () => {
    expect(faultsOf({ 'test/unit/a.test.ts': usesAddon })).toEqual([
      'test/unit/a.test.ts reaches src/native/index.ts and is in neither table',
    ]);
  });

  it('misses a test that reaches SQLite through a helper and a source file', () => {
    const files = {
      'test/unit/a.test.ts': "import { h } from '../helpers/h.js';\nconsole.log(h);\n",
      'test/helpers/h.ts': "export { open as h } from '../../src/store/open.js';\n",
    };
    expect(faultsOf(files)).toEqual(['test/unit/a.test.ts reaches better-sqlite3 and is in neither table']);
  });

  it('is content with a test that is chosen, or excused by a reason', () => {
    const files = { 'test/unit/a.test.ts': usesAddon, 'test/unit/b.test.ts': usesAddon };
    expect(faultsOf(files, ['unit/a'], ['unit/b'])).toEqual([]);
  });

  it('asks nothing of a test that imports only types, or a whole gateway', () => {
    const files = {
      'test/unit/a.test.ts': "import type { addon } from '../../src/native/index.js';\nexport type A = typeof addon;\n",
      'test/http/b.test.ts': "import { open } from '../../src/main/gateway.js';\nconsole.log(open);\n",
    };
    expect(faultsOf(files)).toEqual([]);
  });

  it('names no file that does not exist, none twice, and excuses none without need', () => {
    const files = { 'test/unit/a.test.ts': usesAddon, 'test/unit/b.test.ts': 'export {};\n' };
    expect(faultsOf(files, ['unit/a', 'unit/a', 'unit/gone'], ['unit/b'])).toEqual([
      'test/unit/a.test.ts is named twice',
      'test/unit/gone.test.ts is named and does not exist',
      'test/unit/b.test.ts is excused and reaches no compiled code',
    ]);
  });
});
