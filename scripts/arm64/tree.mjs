// A copy of the project for arm64: the same sources and compiled TypeScript, with node_modules and addons of its own.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { projectFiles } from '../check/tracked.mjs';
import { nodeGyp, npmCommand } from '../setup/node-modules.mjs';
import { SetupFailure } from '../setup/report.mjs';
import { filesBelow, readStamp, writeStamp } from '../setup/stamp.mjs';
import { cached } from './cache.mjs';

const NOT_COPIED = ['node_modules', 'dist', 'build', '.git', '.cache', 'data', 'coverage', '__pycache__'];
/** Folders of compiled TypeScript, which is the same for every processor. */
const COMPILED = ['dist', 'packages/client-js/dist'];
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc'];

/** node_modules for arm64 with better-sqlite3 and @discordjs/opus cross-built. */
export function prepareModules({ root, cache, report, env, emulated, toolchainKey }) {
  const hash = createHash('sha256').update(`2 ${toolchainKey}`);
  for (const name of ['package-lock.json', '.npmrc']) hash.update(readFileSync(path.join(root, name)));
  return cached(cache, `modules-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    for (const name of MANIFESTS) cpSync(path.join(root, name), path.join(folder, name));
    const target = ['--cpu=arm64', '--os=linux', '--libc=glibc'];
    const ci = ['ci', ...target, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
    await report.step('npm ci for arm64', () => {
      const [program, args] = npmCommand(ci);
      return report.run(program, args, { cwd: folder, env: process.env });
    });
    const build = (name, args) =>
      report.step(`${name} for arm64`, () =>
        report.run(process.execPath, args, {
          cwd: path.join(folder, 'node_modules', name),
          env: { ...env, npm_config_node_gyp: nodeGyp(root) },
          advice: 'The lines above come from the cross compiler.',
        }),
      );
    const preGyp = path.join(root, 'node_modules/@discordjs/node-pre-gyp/bin/node-pre-gyp');
    const outcomes = await Promise.allSettled([
      build('better-sqlite3', [nodeGyp(root), 'rebuild', '--release', '--arch=arm64']),
      build('@discordjs/opus', [preGyp, 'rebuild', '--target_arch=arm64']),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    nameOpusForTarget(path.join(folder, 'node_modules/@discordjs/opus'), emulated);
    for (const name of ['better-sqlite3/build/Release/obj', 'better-sqlite3/build/Release/obj.target']) {
      rmSync(path.join(folder, 'node_modules', name), { recursive: true, force: true });
    }
  });
}

/**
 * Renames the folder of the built addon, whose name has the build host's C library version; the loader expects the
 * target's.
 */
function nameOpusForTarget(folder, { wrapper, env }) {
  const script = "console.log(require('@discordjs/node-pre-gyp').find(require('node:path').resolve('package.json')))";
  const asked = spawnSync(wrapper, ['-e', script], { cwd: folder, env, encoding: 'utf8' });
  const wanted = path.dirname(asked.stdout.trim());
  const built = readdirSync(path.join(folder, 'prebuild')).map((name) => path.join(folder, 'prebuild', name));
  if (asked.status !== 0 || built.length !== 1) {
    throw new SetupFailure(`@discordjs/opus for arm64: ${asked.stderr || `${built.length} built folders`}`);
  }
  if (built[0] !== wanted) renameSync(built[0], wanted);
}

/**
 * Brings `tree` up to date with the checkout; its compiled files stay, so that make sees the changes. `modules`: the
 * folder whose node_modules are copied; if undefined, those of the checkout are linked.
 */
export function refreshTree({ root, tree, modules }) {
  const listed = projectFiles(root);
  const names = listed.length > 0 ? listed : filesBelow(root, NOT_COPIED).map((file) => path.relative(root, file));
  const compiled = COMPILED.flatMap((folder) => filesBelow(path.join(root, folder), ['image']));
  const dist = compiled.map((file) => path.relative(root, file));
  const wanted = new Set([...names, ...dist].filter((name) => existsSync(path.join(root, name))));
  const kept = NOT_COPIED.filter((name) => name !== 'dist');
  for (const file of filesBelow(tree, kept)) if (!wanted.has(path.relative(tree, file))) rmSync(file);
  for (const name of wanted) {
    const from = path.join(root, name);
    const to = path.join(tree, name);
    const [source, target] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
    if (source.isDirectory() || (target?.mtimeMs === source.mtimeMs && target.size === source.size)) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to, { preserveTimestamps: true });
  }
  if (modules === undefined) {
    linkModules(root, tree);
  } else {
    copyModules(modules, tree);
    copyHostBindings(root, tree);
  }
  linkShared(root, tree);
}

function linkModules(root, tree) {
  const link = path.join(tree, 'node_modules');
  rmSync(link, { force: true });
  symlinkSync(path.join(root, 'node_modules'), link);
}

function copyModules(modules, tree) {
  const stampFile = path.join(tree, 'node_modules/.tonegate-modules');
  if (readStamp(stampFile) === path.basename(modules)) return;
  const target = path.join(tree, 'node_modules');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const copy = spawnSync('cp', ['-a', '--reflink=auto', path.join(modules, 'node_modules'), target], {
    encoding: 'utf8',
  });
  if (copy.status !== 0) throw new SetupFailure(`Could not copy node_modules: ${copy.stderr}`);
  const link = path.join(target, '.bin/tonegate');
  if (!existsSync(link)) symlinkSync('../../scripts/tonegate.mjs', link);
  writeStamp(stampFile, path.basename(modules));
}

/** vitest runs on the host: it needs the compiled parts of its bundler for this processor, too. */
function copyHostBindings(root, tree) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  for (const [name, { cpu, dev, optional }] of Object.entries(packages)) {
    if (!dev || !optional || !cpu?.includes(process.arch)) continue;
    const [from, to] = [path.join(root, name), path.join(tree, name)];
    if (existsSync(from) && !existsSync(to)) cpSync(from, to, { recursive: true });
  }
}

/** Links the folder of reference data beside the checkout, if it exists; some tests read it. */
function linkShared(root, tree) {
  const shared = path.join(path.dirname(root), 'shared');
  const link = path.join(path.dirname(tree), 'shared');
  rmSync(link, { force: true });
  if (existsSync(shared)) symlinkSync(shared, link);
}
