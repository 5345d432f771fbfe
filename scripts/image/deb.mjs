// The Debian package: the product under /usr/lib/tonegate, the units of board/, and the maintainer scripts of
// board/debian. The same tree, version and time give the same bytes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { SetupFailure } from '../setup/report.mjs';
import { filesBelow } from '../setup/stamp.mjs';
import { billOfMaterials } from '../supply-chain/sbom.mjs';
import { bytesBelow, copyProduct } from './product.mjs';
import { run } from './run.mjs';

/**
 * The Debian packages of the libraries with which the compiled parts are linked. better-sqlite3 is built for the
 * modules of Node 20 only, so another Node would not load it.
 */
export const librariesOf = {
  'libc.so.6': 'libc6 (>= 2.36)',
  'libm.so.6': 'libc6 (>= 2.36)',
  'libdl.so.2': 'libc6 (>= 2.36)',
  'libpthread.so.0': 'libc6 (>= 2.36)',
  'librt.so.1': 'libc6 (>= 2.36)',
  'ld-linux-x86-64.so.2': 'libc6 (>= 2.36)',
  'ld-linux-aarch64.so.1': 'libc6 (>= 2.36)',
  'libstdc++.so.6': 'libstdc++6 (>= 12)',
  'libgcc_s.so.1': 'libgcc-s1 (>= 12)',
  'libspeex.so.1': 'libspeex1 (>= 1.2)',
  'libopus.so.0': 'libopus0 (>= 1.3)',
};
const depends = [
  ...[
    'nodejs (>= 20)',
    'nodejs (<< 21)',
    'systemd (>= 252)',
    'init-system-helpers',
    'passwd',
    'util-linux',
    'ca-certificates',
  ],
  ...new Set(Object.values(librariesOf)),
];

const maintainerScripts = ['postinst', 'prerm', 'postrm'];

/**
 * The control file, with `bytes` of installed files. @param {{ version: string, architecture: string, bytes: number }}
 * facts
 */
export const controlFile = ({ version, architecture, bytes }) =>
  [
    'Package: tonegate',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: The tonegate authors <maintainers@tonegate.invalid>',
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${depends.join(', ')}`,
    'Recommends: ffmpeg',
    'Section: net',
    'Priority: optional',
    'Description: speech brain of an outbound-dialer gateway',
    ' tonegate listens to the early media of calls, finds tones and the announcements',
    ' of carriers, recognises and speaks Mandarin and English, transcribes recordings',
    ' and runs dialog robots. It works offline, with models that come with it.',
    ' .',
    ' ffmpeg is needed only for transcription with audioFormat auto.',
    '',
  ].join('\n');

/**
 * Writes a file and the folders above it. @param {string} file @param {string | Uint8Array} content @param {number}
 * mode
 */
export function put(file, content, mode = 0o644) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}

/**
 * Lays out the package in the folder `to`. @param {{ root: string, from: string, to: string, architecture: 'amd64' |
 * 'arm64', version: string }} order
 */
export function layOutDeb({ root, from, to, architecture, version }) {
  const product = path.join(to, 'usr/lib/tonegate');
  copyProduct({ from, to: product, architecture, run });
  const takeFolder = (/** @type {string} */ folder, /** @type {string} */ place) => {
    for (const name of readdirSync(path.join(root, 'board', folder)).sort()) {
      put(path.join(to, place, name), readFileSync(path.join(root, 'board', folder, name)));
    }
  };
  takeFolder('units', 'usr/lib/systemd/system');
  takeFolder('sysusers.d', 'usr/lib/sysusers.d');
  takeFolder('tmpfiles.d', 'usr/lib/tmpfiles.d');
  put(path.join(to, 'usr/bin/tonegate'), readFileSync(path.join(root, 'board/debian/tonegate')), 0o755);
  const documents = path.join(to, 'usr/share/doc/tonegate');
  const ownLicence = ['NOTICE', 'LICENSE'].map((name) => readFileSync(path.join(root, name), 'utf8')).join('\n');
  put(path.join(documents, 'copyright'), ownLicence);
  put(path.join(documents, 'changelog.gz'), gzipSync(readFileSync(path.join(root, 'CHANGELOG.md')), { level: 9 }));
  put(path.join(documents, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(root), null, 2)}\n`);
  for (const name of maintainerScripts) {
    put(path.join(to, 'DEBIAN', name), readFileSync(path.join(root, 'board/debian', name)), 0o755);
  }
  const installed = filesBelow(to).filter((file) => !file.startsWith(path.join(to, 'DEBIAN')));
  const sums = installed.map((file) => {
    const digest = createHash('md5').update(readFileSync(file)).digest('hex'); // the only hash that dpkg --verify reads
    return `${digest}  ${path.relative(to, file)}\n`;
  });
  put(path.join(to, 'DEBIAN/md5sums'), sums.join(''));
  const bytes = bytesBelow(path.join(to, 'usr'));
  put(path.join(to, 'DEBIAN/control'), controlFile({ version, architecture, bytes }));
  return { bytes };
}

/**
 * Gives every file, folder and link below `folder` the same time; folders are open to all unless their modes are kept.
 * @param {string} folder @param {number} timeS
 */
export function setTimes(folder, timeS, { keepModes = false } = {}) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!keepModes) chmodSync(place, 0o755);
      setTimes(place, timeS, { keepModes });
    }
    lutimesSync(place, timeS, timeS);
  }
  lutimesSync(folder, timeS, timeS);
}

/**
 * The time of all files of a build: SOURCE_DATE_EPOCH, or else that of the last commit. Seconds since 1970. @param
 * {string} root
 */
export function sourceTimeS(root, env = process.env) {
  const told =
    env.SOURCE_DATE_EPOCH ??
    spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout.trim();
  if (!/^\d+$/.test(told ?? '')) {
    throw new SetupFailure(
      'This is no git checkout: set SOURCE_DATE_EPOCH to the time of the sources, in seconds since 1970',
    );
  }
  return Number(told);
}

/**
 * Makes `tonegate_<version>_<architecture>.deb` in the folder `output` from the built tree `from`; returns its file and
 * the bytes that it installs. `compression`: a method of dpkg-deb.
 * @param {{ root: string, from: string, output: string, architecture: 'amd64' | 'arm64', version: string, compression?:
 * string }} order
 */
export function makeDeb({ root, from, output, architecture, version, compression = 'xz' }) {
  if (!/^\d[0-9A-Za-z.+~-]*$/.test(version))
    throw new SetupFailure(`${version} is no Debian version: it starts with a digit`);
  const timeS = sourceTimeS(root);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tonegate-deb-'));
  const stage = path.join(folder, 'stage');
  try {
    mkdirSync(stage, { mode: 0o755 });
    const { bytes } = layOutDeb({ root, from, to: stage, architecture, version });
    setTimes(stage, timeS);
    const name = `tonegate_${version}_${architecture}.deb`;
    const made = path.join(folder, name);
    // One thread: several threads would cut the archive into as many blocks as there are cores.
    run('dpkg-deb', [...['--build', '--root-owner-group'], `-Z${compression}`, '--threads-max=1', stage, made], {
      ...process.env,
      SOURCE_DATE_EPOCH: String(timeS),
    });
    mkdirSync(output, { recursive: true });
    const file = path.join(output, name);
    cpSync(made, file);
    return { file, bytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
