// The programs that are built as few files: all of them, and never older ones than the compiler's.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { oneByte, programsBelow } from '../../../scripts/setup/bundle.mjs';
import { newestProgram } from '../../../scripts/setup/newest-program.mjs';
import { filesBelow } from '../../../scripts/setup/stamp.mjs';

const source = fileURLToPath(new URL('../../../src', import.meta.url));

it('every program that another one starts is bundled, because a bundled one starts bundled ones', () => {
  const calls = filesBelow(source).flatMap(
    (file: string) => readFileSync(file, 'utf8').match(/[^ ]builtProgram\(|[ ]builtProgram\((?!name)/g) ?? [],
  );
  const programs = programsBelow(source);
  expect(programs).toEqual(expect.arrayContaining(['main/cli.js', 'main/engine.js', 'nlu/publish/compile-process.js']));
  expect(programs).toHaveLength(calls.length + 1);
  const sources = programs.map((program: string) => path.join(source, program.replace(/\.js$/, '.ts')));
  expect(sources.filter((file: string) => !existsSync(file))).toEqual([]);
});

it('the bundled program runs, unless the compiler has written newer sources or no bundle was made', () => {
  const dist = mkdtempSync(path.join(tmpdir(), 'tonegate-bundle-'));
  try {
    const put = (file: string, writtenS: number) => {
      mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
      writeFileSync(path.join(dist, file), '');
      utimesSync(path.join(dist, file), writtenS, writtenS);
    };
    const chosen = (env = {}) => path.relative(dist, newestProgram(dist, 'main/cli.js', env));
    put('main/cli.js', 1_000);
    expect(chosen()).toBe('main/cli.js');
    put('bundle/main/cli.js', 2_000);
    expect(chosen()).toBe('bundle/main/cli.js'); // as in a package, which has no record of the compiler
    put('.tsbuildinfo', 1_500);
    expect(chosen()).toBe('bundle/main/cli.js');
    expect(chosen({ NODE_V8_COVERAGE: '/tmp' })).toBe('main/cli.js'); // lines of modules are counted
    put('.tsbuildinfo', 2_500);
    expect(chosen()).toBe('main/cli.js');
    for (const file of ['.tsbuildinfo', 'main/cli.js']) rmSync(path.join(dist, file));
    expect(chosen({ NODE_V8_COVERAGE: '/tmp' })).toBe('bundle/main/cli.js'); // a package has nothing else
  } finally {
    rmSync(dist, { recursive: true });
  }
});

it('code of one byte for each character means the same', () => {
  const code = `
    const 名 = { 键: '值', [\`模\${1 + 1}板\`]: "😀", é: 'ÿ' }; // 注
    [名, /^[一-龥]+$/.test('汉字'), /^\\p{Script=Han}{2}😀$/u.test('汉字😀'), '’'.length]`;
  const escaped = oneByte(code);
  expect(escaped).toMatch(/^[\0-\xff]*$/);
  expect(runInNewContext(escaped)).toEqual(runInNewContext(code));
});

it('code stays as it is where escapes would change its meaning or make it larger', () => {
  for (const code of ["'\\一'", 'String.raw`一`', "'一二三四五六七八九十'"]) expect(oneByte(code)).toBe(code);
});
