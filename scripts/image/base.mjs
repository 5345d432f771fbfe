// The Debian base of the image: an arm64 root with the packages that a box needs, as a tar file. Its programs are set
// up under emulation, so the kernel of this machine has to know qemu's user emulator (binfmt_misc). It contains nothing
// of the product.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findEmulator } from '../arm64/toolchain.mjs';
import { SetupFailure } from '../setup/report.mjs';
import { run } from './run.mjs';

/** The Debian release of the image and of the container. */
export const baseSuite = 'trixie';
/** The packages that run on the box, without their dependencies. */
const packages = [
  ...[
    'systemd-sysv',
    'systemd-resolved',
    'systemd-timesyncd',
    'udev',
    'dbus',
    'kmod',
    'linux-image-arm64',
    'busybox-static',
  ],
  ...['rauc', 'libubootenv-tool', 'e2fsprogs', 'gdisk', 'iproute2', 'ca-certificates'],
  ...['nodejs', 'libspeex1', 'libopus0'],
];
/** Files that no program reads. Licences stay. */
const leftOut = ['/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*', '/usr/share/doc/*', '/usr/include/*'];
const options = [
  ...['--quiet', '--variant=minbase', '--architectures=arm64', `--include=${packages.join(',')}`],
  ...leftOut.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
  '--dpkgopt=path-include=/usr/share/doc/*/copyright',
  '--aptopt=Apt::Install-Recommends "false"',
];

/** The first package source of this machine, in either of its formats. */
export function packageSource() {
  const listed = run('apt-get', ['indextargets', '--format', '$(SITE)', 'Identifier: Packages']);
  const site = listed.split('\n').find((line) => /\/debian\/?$/.test(line));
  if (site === undefined) throw new SetupFailure('apt-get indextargets names no source of Debian packages');
  return site;
}

const aarch64Magic =
  '\\x7f\\x45\\x4c\\x46\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00';
const aarch64Mask =
  '\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff';

/** Lets this machine start arm64 programs. Needs root unless that is already set up. */
function startArm64Programs() {
  const canStart = () => spawnSync('arch-test', ['arm64']).status === 0;
  if (canStart()) return;
  const folder = '/proc/sys/fs/binfmt_misc';
  if (!existsSync(`${folder}/register`)) spawnSync('mount', ['-t', 'binfmt_misc', 'none', folder]);
  try {
    writeFileSync(`${folder}/register`, `:qemu-aarch64:M::${aarch64Magic}:${aarch64Mask}:${findEmulator()}:OPF`);
  } catch {
    // canStart() tells the result.
  }
  if (!canStart())
    throw new SetupFailure('This machine cannot start arm64 programs: run this as root, or install qemu-user-binfmt');
}

/**
 * The tar file; it is made if it is missing or its list of packages has changed. @param {string} cache @param {number}
 * timeS
 */
export function baseArchive(cache, timeS) {
  const key = createHash('sha256')
    .update(JSON.stringify([baseSuite, options]))
    .digest('hex')
    .slice(0, 12);
  const file = path.join(cache, `base-arm64-${key}.tar`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache)) if (/^base-arm64-.*\.tar/.test(name)) rmSync(path.join(cache, name));
  startArm64Programs();
  const part = `${file}.part.tar`;
  run('mmdebstrap', [...options, baseSuite, part, packageSource()], {
    ...process.env,
    SOURCE_DATE_EPOCH: String(timeS),
    INITRD: 'No', // the image has its own initial file system; Debian's would take half of the time
  });
  renameSync(part, file);
  return file;
}
