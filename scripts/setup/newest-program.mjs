import { statSync } from 'node:fs';
import path from 'node:path';

/** The file of a program below `dist`: the bundled one, unless the compiler has written newer sources since it was made, or Node is told
 * to note which lines it reaches, which are those of modules. */
export function newestProgram(dist, name, env = process.env) {
  if (env.NODE_V8_COVERAGE !== undefined) return path.join(dist, name);
  const writtenMs = (file) => statSync(path.join(dist, file), { throwIfNoEntry: false })?.mtimeMs;
  const bundledMs = writtenMs(path.join('bundle', name)) ?? Number.NEGATIVE_INFINITY;
  const isNewest = bundledMs >= (writtenMs('.tsbuildinfo') ?? 0);
  return path.join(dist, isNewest ? 'bundle' : '.', name);
}
