// The read-only root file system of a box, and the image of a slot: a squashfs, followed by the kernel and its initial
// file system.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupFailure } from '../setup/report.mjs';
import { filesBelow } from '../setup/stamp.mjs';
import { put, setTimes } from './deb.mjs';
import { shrinkIcu } from './icu.mjs';
import { run } from './run.mjs';

const MiB = 1 << 20;
export const sectorBytes = 512;
/**
 * Position of the FIT in a slot, and the number of bytes that U-Boot reads. board/boot/boot.cmd gets both as sectors.
 */
export const slotLayout = { fitAt: 112 * MiB, fitBytes: 40 * MiB };
export const slotBytes = slotLayout.fitAt + slotLayout.fitBytes;

/** Kernel modules that a box may need, by their path below kernel/; their dependencies are included. */
const keptModules = [
  /^fs\/(squashfs|ext4|fat|autofs|nls\/nls_(cp437|iso8859-1|ascii|utf8))/,
  /^drivers\/(block\/(virtio_blk|loop|nbd)|md\/dm-(mod|verity|bufio))/,
  /^drivers\/(virtio|mmc|nvme\/host|watchdog|rtc|usb\/(host|storage|dwc[23]|common|phy|chipidea)|phy|clk|gpio|i2c\/busses|pinctrl|regulator|reset|mfd|dma|pci|bus)\//,
  /^drivers\/scsi\/(sd_mod|scsi_mod|scsi_common)/,
  /^drivers\/net\/(virtio_net|mdio|phy|pcs|ethernet\/(stmicro|allwinner|realtek|broadcom|freescale|cadence|intel\/(e1000e|igb|igc)|marvell)|usb\/(ax88|cdc_|r8152|smsc|lan78|usbnet))/,
  /^drivers\/(tty\/serial|char\/(hw_random|ipmi\/none))/,
  /^(crypto|lib|arch\/arm64\/crypto)\//,
  /^net\/(ipv6|core|8021q|packet|unix)\//,
];
/** Drivers of servers and phones, of sound and pictures; a module that needs one of them is left out as well. */
const unwantedModules =
  /^(sound|drivers\/(ata|infiniband|gpu|media|net\/wireless|staging)|drivers\/net\/ethernet\/(broadcom\/bnx|marvell\/(octeontx|prestera)|intel\/igc)|drivers\/(clk|phy|pinctrl|regulator)\/(qcom|qualcomm|mediatek|samsung|renesas|tegra|hisilicon)|drivers\/net\/mdio\/mdio-thunder|drivers\/usb\/storage\/ums-|net\/netfilter)|\/(clk|pinctrl|phy)-(mt|qcom|msm|sm|sc)\d/;
/** The modules that the initial file system needs to find the slot and the data. */
const bootModules = [
  /^fs\/(squashfs|ext4)/,
  // ext4 loads crc32c by name, so modules.dep does not list it.
  /^(crypto\/crc32c|arch\/arm64\/crypto\/crc|lib\/libcrc32c)/,
  /^drivers\/(block\/(virtio_blk|loop)|virtio|mmc|nvme\/host|usb\/(host|storage|dwc[23]|common|phy|chipidea)|phy|clk|gpio|pinctrl|regulator|reset|mfd|dma|pci|bus|i2c\/busses)\//,
  /^drivers\/block\/(virtio_blk|loop)/,
  /^drivers\/scsi\/(sd_mod|scsi_mod|scsi_common)/,
];

/** Folders and files of Debian that no box needs. */
const dropped = [
  // Parts of the base that set up packages, or that only developers need.
  ...[
    'boot',
    'initrd.img',
    'vmlinuz',
    'initrd.img.old',
    'vmlinuz.old',
    'var/cache',
    'var/lib/apt',
    'var/log',
    'etc/apt',
    'usr/src',
  ],
  ...[
    'usr/lib/apt',
    'usr/bin/sqv',
    'usr/bin/perl',
    'usr/bin/perl5.40.1',
    'usr/share/perl',
    'usr/share/perl5',
    'usr/share/doc-base',
  ],
  ...[
    'usr/lib/klibc',
    'usr/lib/dracut',
    'usr/share/initramfs-tools',
    'usr/bin/localedef',
    'usr/bin/busybox',
    'usr/share/bug',
  ],
  ...['usr/share/bash-completion', 'usr/share/zsh', 'usr/share/lintian', 'usr/share/pixmaps', 'usr/share/gcc'],
  ...[
    'usr/share/gdb',
    'usr/share/menu',
    'usr/share/polkit-1',
    'usr/share/mime',
    'usr/share/zoneinfo/right',
    'usr/bin/tc',
  ],
  // Device trees of other boards, and names of devices that nobody reads.
  ...['usr/lib/udev/hwdb.d', 'usr/lib/udev/hwdb.bin'],
];
/** The folders from which Debian's Node reads its own parts; the others beside them are for npm. */
const nodeParts = ['acorn', 'acorn-walk', 'cjs-module-lexer', 'minimatch', 'undici'];
/** Libraries of those programs, and conversions of character sets that Node contains itself. */
const droppedPatterns = [
  ['usr/share/nodejs', new RegExp(`^(?!(${nodeParts.join('|')})$)`)],
  [
    'usr/bin',
    /^(localectl|portablectl|systemd-(cryptenroll|vpick|ac-power|stdio-bridge)|lto-dump|ddate|gpgv.*|newgrp|catchsegv|openssl|c_rehash|dpkg.*|debconf.*|deb-systemd.*|cpan|pod.*|prove|perl.*|node-gyp|corepack|npm|npx)$/,
  ],
  ['usr/share/nodejs/undici', /^(?!(undici-fetch\.js|package\.json)$)/],
  [
    'usr/sbin',
    /^(ldconfig|update-.*|dpkg-.*|tc|tipc|rdma|dcb|devlink|bridge|debugfs|cgdisk|gdisk|fixparts|genl|vdpa|e4defrag|e2image|e2freefrag|e2undo|filefrag|e4crypt|e2scrub.*|mklost.found)$/,
  ],
  [
    'usr/share',
    /^(ca-certificates|keyrings|fish|man|info|locale|dict|debconf|doc-base|gdb|tabset|polkit-1|python3|vim|perl.*|bug|menu|mime|lintian)$/,
  ],
  ['usr/lib', /^(linux-image-|klibc-)/],
  ['usr/lib/aarch64-linux-gnu', /^(gconv|perl-base|perl|libperl\.|libapt-|libdb-5|libicutu)/],
];

/** The kernel for the root file system in `stage`, which is outside of it. @param {string} stage */
export const kernelBeside = (stage) => `${stage}.kernel`;
export const busyboxBeside = (/** @type {string} */ stage) => `${stage}.busybox`;

/**
 * @typedef {{ root: string, stage: string, base: string, deb: string, version: string, keyring: string, timeS: number
 * }} RootOrder
 */

/**
 * Fills the empty folder `stage` with the root file system. Returns the release of its kernel. @param {RootOrder} order
 */
export function layOutRoot({ root, stage, base, deb, version, keyring, timeS }) {
  run('tar', ['-C', stage, '--numeric-owner', '-xf', base]);
  const at = (/** @type {string} */ name) => path.join(stage, name);
  // The product's package as dpkg would install it: files, its entry in the list of packages, its hashes.
  run('dpkg-deb', ['--extract', deb, stage]);
  const control = run('dpkg-deb', ['--field', deb]);
  const status = control.replace(/^Package: .*$/m, '$&\nStatus: install ok installed');
  writeFileSync(
    at('var/lib/dpkg/status'),
    `${readFileSync(at('var/lib/dpkg/status'), 'utf8').trimEnd()}\n\n${status}\n`,
  );
  run('sh', [
    '-c',
    `dpkg-deb --ctrl-tarfile "$1" | tar -xO ./md5sums >"$2"`,
    'sh',
    deb,
    at('var/lib/dpkg/info/tonegate.md5sums'),
  ]);
  const packages = packagesOf(readFileSync(at('var/lib/dpkg/status'), 'utf8'));

  const releases = readdirSync(at('usr/lib/modules'));
  const [release] = releases;
  if (release === undefined || releases.length !== 1)
    throw new SetupFailure(`the base has ${releases.length} kernels, not one`);
  cpSync(at(`boot/vmlinuz-${release}`), kernelBeside(stage));
  keepModules(at(`usr/lib/modules/${release}`), keptModules);
  run('depmod', ['--basedir', stage, release]);

  cpSync(at('usr/bin/busybox'), busyboxBeside(stage));
  for (const name of dropped) rmSync(at(name), { recursive: true, force: true });
  for (const [folder, pattern] of /** @type {[string, RegExp][]} */ (droppedPatterns)) {
    for (const name of existsSync(at(folder)) ? readdirSync(at(folder)).filter((each) => pattern.test(each)) : []) {
      rmSync(at(path.join(folder, name)), { recursive: true });
    }
  }
  const libraries = at('usr/lib/aarch64-linux-gnu');
  const icu = readdirSync(libraries).filter((each) => /^libicudata\.so\.\d+\./.test(each));
  for (const name of icu) shrinkIcu(libraries, name, path.dirname(stage));
  const board = path.join(root, 'board');
  for (const file of filesBelow(path.join(board, 'rootfs/overlay'))) {
    const name = path.relative(path.join(board, 'rootfs/overlay'), file);
    if (path.basename(name) === '.keep') mkdirSync(at(path.dirname(name)), { recursive: true });
    else put(at(name), readFileSync(file));
  }
  layOutUpdate(root, at);
  put(at('etc/rauc/keyring.pem'), readFileSync(keyring));
  put(at('usr/share/tonegate-board/version'), `${version}\n`);
  put(at('usr/share/tonegate-board/packages.json'), `${JSON.stringify(packages, null, 1)}\n`);
  const changed = icu.map((name) => `usr/lib/aarch64-linux-gnu/${name}`);
  keepHashes(at('var/lib/dpkg'), at('usr/share/tonegate-board/dpkg'), changed);
  writeFileSync(at('etc/hostname'), 'tonegate\n');
  writeFileSync(at('etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  writeFileSync(at('etc/machine-id'), '');
  put(at('etc/default/locale'), 'LANG=C.UTF-8\n');
  writeFileSync(at('etc/fstab'), '# The first file system mounts the slot and the data partition.\n');
  writeFileSync(at('etc/issue'), `tonegate ${version} \\n (\\l)\n`);
  rmSync(at('etc/resolv.conf'), { force: true });
  symlinkSync('../run/systemd/resolve/stub-resolv.conf', at('etc/resolv.conf'));
  run('systemd-sysusers', [`--root=${stage}`]);
  for (const place of ['etc/systemd/system', 'var']) rmSync(at(place), { recursive: true, force: true });
  for (const place of ['etc/systemd/system', 'var', 'data']) mkdirSync(at(place), { recursive: true });
  run('systemctl', [`--root=${stage}`, 'preset-all']);
  run('systemctl', [`--root=${stage}`, 'set-default', 'multi-user.target']);
  for (const name of [
    'etc/passwd-',
    'etc/group-',
    'etc/shadow-',
    'etc/gshadow-',
    'etc/subuid-',
    'etc/subgid-',
    'etc/.pwd.lock',
    'etc/ld.so.cache~',
  ]) {
    rmSync(at(name), { force: true });
  }
  if (!existsSync(at('etc/localtime'))) symlinkSync('/usr/share/zoneinfo/Etc/UTC', at('etc/localtime'));
  setTimes(stage, timeS, { keepModes: true });
  return { release, packages };
}

/**
 * Copies the scripts of updates, and RAUC's settings. @param {string} root @param {(name: string) => string} at the
 * place in a root file system
 */
export function layOutUpdate(root, at) {
  const from = path.join(root, 'board/update');
  for (const name of ['boot-state', 'check-bundle', 'confirm', 'fleet', 'settings', 'stick']) {
    put(at(`usr/lib/tonegate-board/${name}`), readFileSync(path.join(from, name)), 0o755);
  }
  put(at('etc/rauc/system.conf'), readFileSync(path.join(from, 'system.conf')));
}

/** Name, version and source of each Debian package. @param {string} status */
const packagesOf = (status) =>
  status
    .split('\n\n')
    .filter((entry) => /^Status: install ok installed$/m.test(entry))
    .map((entry) => {
      const field = (/** @type {string} */ name) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1];
      return { name: String(field('Package')), version: String(field('Version')) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * Writes dpkg's list and hashes for the self-test: those of files that still exist, and new ones for files that were
 * changed here.
 * @param {string} from @param {string} to @param {string[]} changed
 */
function keepHashes(from, to, changed) {
  const stage = path.resolve(from, '../../..');
  put(path.join(to, 'status'), readFileSync(path.join(from, 'status')));
  for (const name of readdirSync(path.join(from, 'info')).filter((each) => each.endsWith('.md5sums'))) {
    const lines = readFileSync(path.join(from, 'info', name), 'utf8').split('\n');
    const kept = lines
      .filter((line) => line !== '' && existsSync(path.join(stage, line.slice(34))))
      .map((line) =>
        changed.includes(line.slice(34)) ? `${md5Of(path.join(stage, line.slice(34)))}${line.slice(32)}` : line,
      );
    put(path.join(to, 'info', name), kept.map((line) => `${line}\n`).join(''));
  }
}

const md5Of = (/** @type {string} */ file) => createHash('md5').update(readFileSync(file)).digest('hex');

/**
 * Keeps the matching kernel modules of a folder and their dependencies (modules.dep lists all of them). @param {string}
 * folder @param {RegExp[]} wanted
 */
function keepModules(folder, wanted) {
  const needs = new Map(
    readFileSync(path.join(folder, 'modules.dep'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const [name, rest] = line.split(':');
        return [String(name), (rest ?? '').trim().split(' ').filter(Boolean)];
      }),
  );
  const kept = new Set();
  const below = (/** @type {string} */ name) => name.replace(/^kernel\//, '');
  for (const [name, others] of needs) {
    if ([name, ...others].some((each) => unwantedModules.test(below(each)))) continue;
    if (wanted.some((pattern) => pattern.test(below(name)))) for (const each of [name, ...others]) kept.add(each);
  }
  for (const file of filesBelow(path.join(folder, 'kernel'))) {
    if (!kept.has(path.relative(folder, file))) rmSync(file);
  }
}

/**
 * Makes the initial file system: busybox, its program `init` and some modules. @param {{ init: string, stage: string,
 * work: string, release: string, timeS: number }} order
 */
export function firstFileSystem({ init, stage, work, release, timeS }) {
  const folder = path.join(work, 'first');
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  put(path.join(folder, 'bin/busybox'), readFileSync(busyboxBeside(stage)), 0o755);
  put(path.join(folder, 'init'), readFileSync(init), 0o755);
  const modules = path.join(folder, 'lib/modules', release);
  cpSync(path.join(stage, 'usr/lib/modules', release), modules, { recursive: true });
  keepModules(modules, bootModules);
  run('depmod', ['--basedir', folder, release]);
  setTimes(folder, timeS, { keepModes: true });
  const file = path.join(work, 'initrd');
  run('sh', [
    '-c',
    `cd "$1" && find . | LC_ALL=C sort | cpio --quiet --reproducible -o -H newc -R 0:0 | zstd -q -19 -T1 >"$2"`,
    'sh',
    folder,
    file,
  ]);
  rmSync(folder, { recursive: true });
  return file;
}

/** The files that change with every version. They are at the end of the file system. */
const codeFiles = [
  ...['usr/lib/tonegate/dist', 'usr/lib/tonegate/scripts', 'usr/lib/tonegate/package.json'],
  ...['usr/lib/tonegate/CHANGELOG.md', 'usr/share/doc/tonegate', 'usr/share/tonegate-board', 'etc/issue'],
];
const fitSource = (/** @type {string} */ kernel, /** @type {string} */ ramdisk) => `/dts-v1/;
/ {
  description = "tonegate";
  #address-cells = <1>;
  images {
    kernel {
      description = "Linux";
      data = /incbin/("${kernel}");
      type = "kernel"; arch = "arm64"; os = "linux"; compression = "gzip";
      load = <0x40400000>; entry = <0x40400000>;
      hash-1 { algo = "sha256"; };
    };
    ramdisk {
      description = "first file system";
      data = /incbin/("${ramdisk}");
      type = "ramdisk"; arch = "arm64"; os = "linux"; compression = "none";
      hash-1 { algo = "sha256"; };
    };
  };
  configurations {
    default = "conf";
    conf { kernel = "kernel"; ramdisk = "ramdisk"; };
  };
};
`;

/**
 * Makes the image of a slot from the root file system in `stage`. Returns the bytes of its parts.
 * @param {{ root: string, stage: string, work: string, release: string, timeS: number, output: string }} order
 */
export function makeSlot({ root, stage, work, release, timeS, output }) {
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(timeS) };
  const initrd = firstFileSystem({ init: path.join(root, 'board/rootfs/init'), stage, work, release, timeS });
  const kernel = path.join(work, 'kernel.gz');
  const isCompressed = readFileSync(kernelBeside(stage)).readUInt16BE(0) === 0x1f8b;
  if (isCompressed) cpSync(kernelBeside(stage), kernel);
  else run('sh', ['-c', 'gzip -9n <"$1" >"$2"', 'sh', kernelBeside(stage), kernel]);
  const source = path.join(work, 'slot.its');
  const fit = path.join(work, 'slot.fit');
  writeFileSync(source, fitSource(kernel, initrd));
  run('mkimage', ['-f', source, fit], env);
  const squashfs = path.join(work, 'root.squashfs');
  rmSync(squashfs, { force: true });
  // Code comes last (by its sort order), so that an update of code alone leaves the blocks before it unchanged.
  const order = path.join(work, 'order');
  writeFileSync(order, codeFiles.map((name, index) => `${name} ${-10 * (index + 1)}\n`).join(''));
  const packing = [
    '-comp',
    'zstd',
    '-Xcompression-level',
    '22',
    '-b',
    '1M',
    '-noappend',
    '-no-xattrs',
    '-quiet',
    '-no-progress',
  ];
  run('mksquashfs', [stage, squashfs, ...packing, '-sort', order], env);
  const [rootBytes, fitBytes] = [readFileSync(squashfs), readFileSync(fit)];
  if (rootBytes.length > slotLayout.fitAt)
    throw new SetupFailure(`the root file system has ${rootBytes.length} bytes, more than a slot holds`);
  if (fitBytes.length > slotLayout.fitBytes)
    throw new SetupFailure(`the kernel has ${fitBytes.length} bytes, more than a slot holds`);
  const slot = Buffer.alloc(slotLayout.fitAt + Math.ceil(fitBytes.length / 4096) * 4096);
  rootBytes.copy(slot);
  fitBytes.copy(slot, slotLayout.fitAt);
  writeFileSync(output, slot);
  return { squashfsBytes: rootBytes.length, fitBytes: fitBytes.length, slotBytes: slot.length };
}
