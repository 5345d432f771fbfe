import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** True if the bundled program below `dist` is there, and is made of what the compiler wrote last. */
export function isBundled(dist, name) {
  const writtenMs = (file) => statSync(path.join(dist, file), { throwIfNoEntry: false })?.mtimeMs;
  const bundledMs = writtenMs(path.join('bundle', name)) ?? Number.NEGATIVE_INFINITY;
  return bundledMs >= (writtenMs('.tsbuildinfo') ?? 0);
}

/** The file of a program below `dist`: the bundled one, unless the compiler has written newer sources since it was made, or Node is told
 * to note which lines it reaches, which are those of modules. A package has bundled programs alone. */
export function newestProgram(dist, name, env = process.env) {
  const single = path.join(dist, name);
  const wantsModules = env.NODE_V8_COVERAGE !== undefined && existsSync(single);
  return !wantsModules && isBundled(dist, name) ? path.join(dist, 'bundle', name) : single;
}
