import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** True if the bundled program below `dist` exists and is made from the compiler's latest output. */
export function isBundled(dist, name) {
  const writtenMs = (file) => statSync(path.join(dist, file), { throwIfNoEntry: false })?.mtimeMs;
  const bundledMs = writtenMs(path.join('bundle', name)) ?? Number.NEGATIVE_INFINITY;
  return bundledMs >= (writtenMs('.tsbuildinfo') ?? 0);
}

/** The file of a program below `dist`: the bundled one, unless the compiler has written newer output since it was made, or Node records
 * line coverage, which is that of modules. A package has bundled programs only. */
export function newestProgram(dist, name, env = process.env) {
  const single = path.join(dist, name);
  const wantsModules = env.NODE_V8_COVERAGE !== undefined && existsSync(single);
  return !wantsModules && isBundled(dist, name) ? path.join(dist, 'bundle', name) : single;
}
