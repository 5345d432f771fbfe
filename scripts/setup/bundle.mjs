// Bundles the programs of dist/ into few files each: Node takes about a millisecond of processor time to find, read and
// link a module, and a gateway has hundreds. tsc's output stays beside them, for tests and scripts that import single
// modules.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesBelow, hashOf, readStamp, writeStamp } from './stamp.mjs';

/** The programs below `folder` (dist/, or src/ with its .ts files): the command, and every program that another one starts with a call of
 * `builtProgram`. Returns their paths, ending in .js. */
export function programsBelow(folder) {
  const started = filesBelow(folder, ['bundle', 'image'])
    .filter((file) => /\.[jt]s$/.test(file))
    .flatMap((file) => {
      const calls = readFileSync(file, 'utf8').matchAll(/builtProgram\('([^']+)', import\.meta\.url\)/g);
      return Array.from(calls, ([, name]) => path.relative(folder, path.join(path.dirname(file), name)));
    });
  return ['main/cli.js', ...new Set(started)].sort();
}

/** Packages that consist of many small modules. The others stay in node_modules. */
const inlined = ['zod'];

const isOutside = (id) => !/^[./]/.test(id) && !inlined.some((name) => id === name || id.startsWith(`${name}/`));

export function bundleStep(root) {
  const dist = path.join(root, 'dist');
  const target = path.join(dist, 'bundle');
  const stampFile = path.join(target, '.tonegate-stamp');
  const inputs = [
    path.join(dist, '.tonegate-stamp'),
    path.join(root, 'scripts/setup/bundle.mjs'),
    ...['rolldown', ...inlined].map((name) => path.join(root, 'node_modules', name, 'package.json')),
  ];
  const wanted = () =>
    hashOf(
      root,
      inputs.flatMap((file) => filesBelow(file)),
      {},
    );
  return {
    isFresh: () => readStamp(stampFile) === wanted(),
    title: () => 'bundle',
    run: async () => {
      rmSync(target, { recursive: true, force: true });
      const { rolldown } = await import(pathToFileURL(path.join(root, 'node_modules/rolldown/dist/index.mjs')).href);
      const bundle = await rolldown({
        input: Object.fromEntries(
          programsBelow(dist).map((file) => [file.replace(/\.js$/, ''), path.join(dist, file)]),
        ),
        platform: 'node',
        external: isOutside,
        transform: { define: { TONEGATE_IS_BUNDLED: 'true' } },
        plugins: [
          { name: 'places', transform: (code, id) => withPlaces(code, path.relative(dist, id)) },
          {
            name: 'one-byte',
            generateBundle: (_, files) => {
              for (const file of Object.values(files)) if (file.type === 'chunk') file.code = oneByte(file.code);
            },
          },
        ],
      });
      const chunks = 'modules/[name]-[hash].js';
      const comments = { legal: true, annotation: false, jsdoc: false }; // V8 keeps the others, too
      await bundle.write({ dir: target, format: 'es', entryFileNames: '[name].js', chunkFileNames: chunks, comments });
      await bundle.close();
      writeStamp(stampFile, wanted());
    },
  };
}

/** Lets a module find its neighbours from the place where tsc put it. `place`: its path below dist/. */
function withPlaces(code, place) {
  if (!code.includes('import.meta.url') || place.startsWith('..')) return null;
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(`../../${place}`)}, import.meta.url).href`);
}

/**
 * The code with escapes in place of the characters that would make V8 keep two bytes for each character of the file, as long as the
 * process lives; the same code if that would not make it smaller.
 */
export function oneByte(code) {
  const wide = /[^\0-\xff]/g;
  if (/\\[^\0-\xff]/.test(code) || code.includes('String.raw')) return code; // an escape would mean something else
  const escaped = code.replace(wide, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return escaped.length >= 2 * code.length ? code : escaped;
}
