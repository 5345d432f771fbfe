// C++ programs of test/fixtures, compiled for this machine when a test needs them.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles test/fixtures/`source` into the folder, and returns the path of the program. */
export function compiled(source: string, folder: string, name: string): string {
  const program = join(folder, name);
  const [compiler = 'g++', ...options] = (process.env.CXX ?? 'g++').split(' ');
  const flags = ['-std=c++20', '-O1', '-Wall', '-Wextra', '-Werror', '-pthread'];
  execFileSync(compiler, [...options, ...flags, join(root, 'test/fixtures', source), '-o', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return program;
}
