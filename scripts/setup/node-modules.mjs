// Runs npm ci without any package's install script, and then compiles the two needed addons here, from source.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { buildEnvironment } from './build-environment.mjs';
import { SetupFailure } from './report.mjs';
import { hashOf, platformFacts, readStamp, writeStamp } from './stamp.mjs';

const NETWORK_ADVICE = 'If the package registry could not be reached, check the network or `npm config get registry`.';

/** Packages of package-lock.json that node_modules lacks or has in another version (by npm's own record). */
export function packagesOutOfStep(root) {
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  let present;
  try {
    present = JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8')).packages;
  } catch {
    return Object.keys(wanted).filter((name) => name !== '');
  }
  return Object.entries(wanted)
    .filter(([name, entry]) => name !== '' && !(entry.optional && present[name] === undefined))
    .filter(([name, entry]) => present[name]?.version !== entry.version || present[name]?.integrity !== entry.integrity)
    .map(([name]) => name);
}

/** The npm that started this process, or else the one on the path. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /npm-cli\.[cm]?js$/.test(cli) ? [process.execPath, [cli, ...args]] : ['npm', args];
}

export function npmCiStep(root) {
  return {
    isFresh: () => packagesOutOfStep(root).length === 0,
    title: () => 'npm ci',
    run: (report) => {
      const [program, args] = npmCommand(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
      return report.run(program, args, { cwd: root, env: buildEnvironment(), advice: NETWORK_ADVICE });
    },
  };
}

function addonStep(root, name, command, madeFile) {
  const folder = path.join(root, 'node_modules', name);
  const stampFile = path.join(folder, '.tonegate-built');
  const wanted = () => hashOf(root, [path.join(folder, 'package.json')], platformFacts());
  return {
    isFresh: () => readStamp(stampFile) === wanted(),
    title: () => `${name}, compiled from source`,
    run: async (report) => {
      const args = command();
      await report.run(process.execPath, args, {
        cwd: folder,
        env: { ...buildEnvironment(), npm_config_node_gyp: nodeGyp(root) },
        advice:
          'A compiler error in a dependency usually means missing headers of Node or an unsupported Node version.',
      });
      const made = madeFile(folder);
      if (!existsSync(made)) throw new SetupFailure(`${name} was built, but ${made} is not there.`);
      writeStamp(stampFile, wanted());
    },
  };
}

export const nodeGyp = (root) => path.join(root, 'node_modules/node-gyp/bin/node-gyp.js');

export function sqliteStep(root) {
  const command = () => [nodeGyp(root), 'rebuild', '--release'];
  return addonStep(root, 'better-sqlite3', command, (folder) => path.join(folder, 'build/Release/better_sqlite3.node'));
}

/**
 * Builds a package that only tests use (the product binds libopus itself). `rebuild` of node-pre-gyp never downloads.
 */
export function opusStep(root) {
  const preGyp = path.join(root, 'node_modules/@discordjs/node-pre-gyp/bin/node-pre-gyp');
  return addonStep(
    root,
    '@discordjs/opus',
    () => [preGyp, 'rebuild'],
    (folder) => path.join(folder, 'prebuild'),
  );
}

/**
 * Links the bin of this package, since npm links it only for dependents and `npx tonegate` in the checkout needs it
 * too.
 */
export function binLinkStep(root) {
  const link = path.join(root, 'node_modules/.bin/tonegate');
  return {
    isFresh: () => existsSync(link),
    title: () => 'npx tonegate',
    run: async () => {
      mkdirSync(path.dirname(link), { recursive: true });
      if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
      symlinkSync('../../scripts/tonegate.mjs', link);
    },
  };
}
