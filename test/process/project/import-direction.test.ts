import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { uselessExports } from '../../../scripts/check/exports.mjs';
import { checkImports } from '../../../scripts/check/imports.mjs';
import { findInText, machinePaths } from '../../../scripts/check/tracked.mjs';

const folders: string[] = [];

/** A source tree of the given files, checked by the project's own rules. */
function check(files: Record<string, string>) {
  const source = mkdtempSync(path.join(tmpdir(), 'tonegate-imports-'));
  folders.push(source);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(source, name)), { recursive: true });
    writeFileSync(path.join(source, name), text);
  }
  return checkImports(source).map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('imports run one way', () => {
  it('a feature may import what lies under it', () => {
    const files = {
      'ring/service.ts':
        "import { a } from '../protocol/a.js';\nimport type { M } from '../engine/channel/messages.js';\n",
      'protocol/a.ts': 'export const a = 1;\n',
      'engine/channel/messages.ts': "export type { a as M } from '../../protocol/a.js';\n",
    };
    expect(check(files)).toEqual([]);
  });

  it('protocol may import nothing, not even a type', () => {
    const files = {
      'protocol/a.ts': "// reason\nimport type { S } from '../store/s.js';\nexport type T = S;\n",
      'store/s.ts': 'export type S = 1;\n',
    };
    expect(check(files)).toEqual(['protocol/a.ts:2 protocol may not import store (it may import: nothing)']);
  });

  it('an import inside an expression counts', () => {
    const files = {
      'protocol/a.ts': "export const load = () =>\n  import('../store/s.js');\n",
      'store/s.ts': 'export const s = 1;\n',
    };
    expect(check(files)).toEqual(['protocol/a.ts:2 protocol may not import store (it may import: nothing)']);
  });

  it('an import named in a comment or a string does not count', () => {
    expect(
      check({ 'protocol/a.ts': "// import '../store/s.js';\nexport const a = \"import '../store/s.js'\";\n" }),
    ).toEqual([]);
  });

  it('one feature may not import another, least of all its table', () => {
    const files = {
      'ring/service.ts': "import { t } from '../system/table.js';\nexport const r = t;\n",
      'system/table.ts': 'export const t = 1;\n',
    };
    const found = check(files);
    expect(found).toHaveLength(2);
    expect(found[0]).toContain('ring/service.ts:1 ring may not import system');
    expect(found[1]).toContain("never reaches into another's tables");
  });

  it('nothing may import main, not even what may import everything else', () => {
    const files = {
      'local/store.ts':
        "import { a } from '../main/a.js';\nimport { t } from '../ring/table.js';\nexport const s = [a, t];\n",
      'main/a.ts': 'export const a = 1;\n',
      'ring/table.ts': 'export const t = 1;\n',
    };
    expect(check(files)).toEqual(['local/store.ts:1 local may not import main']);
  });

  it("the gateway's side of the engine may not import the pipeline", () => {
    const files = {
      'engine/client/supervisor.ts': "import { p } from '../pipeline/audio/p.js';\nexport const s = p;\n",
      'engine/pipeline/audio/p.ts': 'export const p = 1;\n',
    };
    expect(check(files)[0]).toContain(
      'engine/client/supervisor.ts:1 engine/client may not import engine/pipeline/audio',
    );
  });

  it('a ring of imports is found wherever it closes', () => {
    const files = {
      'http/a.ts': "import './b.js';\n",
      'http/b.ts': "import './c.js';\n",
      'http/c.ts': "\nimport './a.js';\n",
    };
    expect(check(files)).toEqual(['http/c.ts:2 imports run in a ring: http/a.ts → http/b.ts → http/c.ts → http/a.ts']);
  });

  it('only http imports the web framework and only store the database', () => {
    expect(
      check({ 'ring/routes.ts': "import 'better-sqlite3';\nimport fastify from 'fastify';\nfastify();\n" }),
    ).toEqual([
      'ring/routes.ts:1 only store may import the package better-sqlite3, not ring',
      'ring/routes.ts:2 only http may import the package fastify, not ring',
    ]);
  });

  it('an import of a file that is not there, or of one outside src, is a violation', () => {
    expect(check({ 'ring/a.ts': "import './gone.js';\nimport '../../package.json';\n" })).toEqual([
      'ring/a.ts:1 ./gone.js does not exist',
      'ring/a.ts:2 ../../package.json lies outside src',
    ]);
  });

  it('a file in a folder that no rule knows is a violation', () => {
    expect(check({ 'util/a.ts': 'export const a = 1;\n' })).toEqual([
      'util/a.ts:1 lies in no folder that rules.mjs knows',
    ]);
  });

  it('the project keeps its own rules', () => {
    const violations = checkImports(fileURLToPath(new URL('../../../src', import.meta.url)));
    expect(violations).toEqual([]);
  });
});

describe('no file names the machine it was written on', () => {
  const root = path.join(path.sep, 'srv', 'build-7', 'checkout');
  const paths = machinePaths(root, '/home/someone', '/tmp');

  it('the folder of the checkout is found, and a longer name that begins like it is not', () => {
    expect(findInText(`x\nsee ${root}/src\n${root}-other`, paths)).toEqual([
      { line: 2, rule: `names the path ${root}` },
    ]);
  });

  it('the host of a package registry is found', () => {
    const host = ['https:/', 'registry.example.org', 'x.tgz'].join('/');
    expect(findInText(`"resolved": "${host}"`, paths)).toEqual([
      { line: 1, rule: 'names the host of a package registry' },
    ]);
  });

  it('a home of one segment says too little to be looked for', () => {
    expect(machinePaths('/app', '/root', '/tmp')).toEqual([]);
  });
});

describe('every export is used', () => {
  const found = (files: Record<string, string>) =>
    uselessExports(Object.entries(files).map(([file, text]) => ({ file, text })));

  it('a value that no other file names is reported, also where its own file uses it', () => {
    const text = 'export const a = 1;\nexport function b() {\n  return a;\n}\n';
    expect(found({ 'src/x/a.ts': text, 'src/x/c.ts': "import { b } from './a.js';\nb();\n" })).toEqual([
      'src/x/a.ts: export a: no other file names it',
    ]);
  });

  it('a value for tests alone is reported, unless its own file uses it too', () => {
    const text = 'export const a = 1;\nexport const b = 2;\nconst c = b;\n';
    expect(found({ 'src/a.ts': text, 'test/a.test.ts': "import { a, b } from '../src/a.js';\n" })).toEqual([
      'src/a.ts: export a: only tests use it',
    ]);
  });

  it('the type of a parameter may be exported; one that is used nowhere may not', () => {
    const text = 'export interface A {}\nexport type B = 1;\nexport const c = (a: A) => a;\n';
    expect(found({ 'src/a.ts': text, 'scripts/c.mjs': "import { c } from '../dist/a.js';\n" })).toEqual([
      'src/a.ts: export B: no other file names it',
    ]);
  });

  it('a file that is taken whole uses all of it', () => {
    const files = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': "const a = await import('./a.js');\n" };
    expect(found(files)).toEqual([]);
  });
});
