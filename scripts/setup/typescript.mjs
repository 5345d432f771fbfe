import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, hashOf, readStamp, writeStamp } from './stamp.mjs';

/** Files that the compiler does not copy: SQL, the static console, text tables. */
const COPIED = /\.(sql|html|css|svg|txt|json)$/;

export function typescriptStep(root) {
  const source = path.join(root, 'src');
  const dist = path.join(root, 'dist');
  const stampFile = path.join(dist, '.tonegate-stamp');
  const inputs = () => [
    ...filesBelow(source),
    path.join(root, 'tsconfig.json'),
    path.join(root, 'node_modules/typescript/package.json'),
  ];
  const wanted = () => hashOf(root, inputs(), {});
  return {
    isFresh: () => readStamp(stampFile) === wanted(),
    title: () => 'TypeScript',
    run: async (report) => {
      const hash = wanted();
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      await report.run(process.execPath, [compiler, '-p', 'tsconfig.json', '--pretty', 'false'], {
        cwd: root,
        advice: 'The lines above come from the TypeScript compiler.',
      });
      for (const file of filesBelow(source).filter((file) => COPIED.test(file) || isConsoleFile(source, file))) {
        const target = path.join(dist, path.relative(source, file));
        mkdirSync(path.dirname(target), { recursive: true });
        cpSync(file, target);
      }
      removeLeftovers(source, dist);
      writeStamp(stampFile, hash);
    },
  };
}

/** Compiles the JavaScript client, which a checkout has and an installed gateway does not. */
export function clientStep(root) {
  const client = path.join(root, 'packages/client-js');
  const dist = path.join(client, 'dist');
  const stampFile = path.join(dist, '.tonegate-stamp');
  const wanted = () =>
    hashOf(
      root,
      [
        ...filesBelow(path.join(client, 'src')),
        path.join(client, 'tsconfig.json'),
        path.join(root, 'tsconfig.json'),
        path.join(root, 'node_modules/typescript/package.json'),
      ],
      {},
    );
  return {
    isFresh: () => !existsSync(client) || readStamp(stampFile) === wanted(),
    title: () => 'TypeScript of the client',
    run: async (report) => {
      const hash = wanted();
      rmSync(dist, { recursive: true, force: true });
      const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
      await report.run(process.execPath, [compiler, '-p', client, '--pretty', 'false'], {
        cwd: root,
        advice: 'The lines above come from the TypeScript compiler.',
      });
      writeStamp(stampFile, hash);
    },
  };
}

const isConsoleFile = (source, file) => path.relative(source, file).startsWith(`console${path.sep}`);

/** Removes the compiled code of deleted or renamed sources. */
function removeLeftovers(source, dist) {
  for (const file of filesBelow(dist, ['bundle', 'image'])) {
    const relative = path.relative(dist, file);
    if (relative.startsWith('.')) continue; // our stamp and the compiler's
    const origin = path.join(source, relative.replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(origin) && !existsSync(path.join(source, relative))) rmSync(file);
  }
}
