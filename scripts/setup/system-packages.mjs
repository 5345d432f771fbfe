// System packages: detected by the parts that the build needs, installed if this user may do so, and otherwise named
// exactly.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nodePrefixWithHeaders } from './build-environment.mjs';
import { SetupFailure } from './report.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const HEADER_ROOTS = ['/usr/include', '/usr/local/include'];
const APT_ATTEMPTS = 2;

const onPath = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((directory) => existsSync(path.join(directory, program)));
const header = (name) => () => {
  const extra = (process.env.CPLUS_INCLUDE_PATH ?? process.env.CPATH ?? '').split(':').filter(Boolean);
  return [...HEADER_ROOTS, ...extra].some((root) => existsSync(path.join(root, name)));
};
const program = (name) => () => onPath(name);

/** Debian packages, each with a test for the needed part. */
const needs = [
  { package: 'g++', isThere: program('g++') },
  { package: 'make', isThere: program('make') },
  { package: 'python3', isThere: program('python3') }, // node-gyp is written in it
  { package: 'libspeex-dev', isThere: header('speex/speex.h') },
  { package: 'libopus-dev', isThere: header('opus/opus.h') },
  {
    // Debian's own Node has its headers in a separate package; without them node-gyp would try a download.
    package: 'libnode-dev',
    isThere: () => process.env.npm_config_nodedir || nodePrefixWithHeaders() || process.execPath !== '/usr/bin/node',
  },
];

/** Optional packages: with its libraries some 200 MB, and everything except `audioFormat` auto works without it. */
const wished = [{ package: 'ffmpeg', isThere: program('ffprobe') }];

export function missingPackages(list = needs) {
  return list.filter((need) => !need.isThere()).map((need) => need.package);
}

/** The command prefix with which this user may run apt-get, as a list of arguments; null if there is none. */
function aptPrefix() {
  if (!onPath('apt-get')) return null;
  if (process.getuid() === 0) return [];
  if (!onPath('sudo')) return null;
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : null;
}

export async function installPackages(packages, report) {
  const line = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const advice = onPath('apt-get')
    ? `Run this as root, then repeat the command:\n  ${onPath('sudo') ? line.replaceAll('apt-get', 'sudo apt-get') : line}`
    : `Install the equivalent of these Debian packages, then repeat the command: ${packages.join(' ')}`;
  const prefix = aptPrefix();
  if (prefix === null) throw new SetupFailure(`These packages are missing: ${packages.join(', ')}.\n${advice}`, 3);

  const apt = (...args) => {
    const [first, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return report.run(first, rest, { advice });
  };
  const install = () => apt('install', '-y', '--no-install-recommends', ...packages);
  try {
    await install(); // the package lists may already be up to date
  } catch {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await apt('update');
        await install();
        break;
      } catch (failure) {
        if (attempt < APT_ATTEMPTS) continue;
        failure.exitCode = 3;
        throw failure;
      }
    }
  }
}

export function systemPackagesStep(list = needs) {
  return {
    isFresh: () => missingPackages(list).length === 0,
    title: () => `system packages: ${missingPackages(list).join(' ')}`,
    run: (report) => installPackages(missingPackages(list), report),
  };
}

/** Tries once to install optional packages, if this user may; the missing ones are named and left out. */
export function wishedPackagesStep(stampFile, list = wished, install = installPackages) {
  const names = () => missingPackages(list).join(' ');
  return {
    isFresh: () => missingPackages(list).length === 0 || readStamp(stampFile) === names() || aptPrefix() === null,
    title: () => `system packages: ${names()} (optional)`,
    run: async (report) => {
      const tried = names();
      try {
        await install(missingPackages(list), report);
      } catch (failure) {
        if (!(failure instanceof SetupFailure)) throw failure;
        report.say(`  continuing without ${tried}: ${failure.message}`);
      }
      writeStamp(stampFile, tried);
    },
  };
}
