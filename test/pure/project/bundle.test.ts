// The programs that are built as few files: all of them, and never older ones than the compiler's.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { programs } from '../../../scripts/setup/bundle.mjs';
import { newestProgram } from '../../../scripts/setup/newest-program.mjs';
import { filesBelow } from '../../../scripts/setup/stamp.mjs';

const source = fileURLToPath(new URL('../../../src', import.meta.url));

it('every program that another one starts is bundled, because a bundled one starts bundled ones', () => {
  const started = filesBelow(source).flatMap((file: string) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/builtProgram\('([^']+)', import\.meta\.url\)/g), ([, name = '']) =>
      path.relative(source, path.join(path.dirname(file), name)),
    ),
  );
  expect(started.length).toBeGreaterThan(5);
  expect([...started, 'main/cli.js'].filter((program) => !programs.includes(program))).toEqual([]);
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
  } finally {
    rmSync(dist, { recursive: true });
  }
});
