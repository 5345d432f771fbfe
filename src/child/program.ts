// The path of a program of this project that runs as a child or as a thread.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Set where programs are made of few files (scripts/setup/bundle.mjs). */
declare const TONEGATE_IS_BUNDLED: boolean | undefined;
const isBundled = typeof TONEGATE_IS_BUNDLED !== 'undefined';

/** The built file of the program `name` ("./x.js") beside `from` (its import.meta.url). A bundled program starts bundled ones.
 * Source files are not built where they lie; tests run the ones of dist/ from there. */
export function builtProgram(name: string, from: string): string {
  const beside = fileURLToPath(new URL(name, from));
  if (isBundled) return path.join(root, 'dist/bundle', path.relative(path.join(root, 'dist'), beside));
  return existsSync(beside) ? beside : path.join(root, 'dist', path.relative(path.join(root, 'src'), beside));
}
