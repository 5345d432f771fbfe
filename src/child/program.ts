// The path of a program of this project that runs as a child or as a thread.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built file of the program `name` ("./x.js") beside `from` (its import.meta.url). Source files are not built where
 * they lie; tests run the ones of dist/ from there. */
export function builtProgram(name: string, from: string): string {
  const beside = fileURLToPath(new URL(name, from));
  return existsSync(beside) ? beside : path.join(root, 'dist', path.relative(path.join(root, 'src'), beside));
}
