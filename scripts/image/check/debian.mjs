// Compares the time from power-on to a login with that of a plain Debian: the base of the image with its own kernel and
// systemd, on ext4, in the same machine with the same U-Boot, without the product and the board's files.
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { baseArchive } from '../base.mjs';
import { put, sourceTimeS } from '../deb.mjs';
import { busyboxBeside, firstFileSystem } from '../rootfs.mjs';
import { run } from '../run.mjs';
import { Machine, makeMachineDisk } from './machine.mjs';
import { note } from './tell.mjs';

const MiB = 1 << 20;
const bootAt = 16 * MiB;
const bootBytes = 128 * MiB;
const rootAt = bootAt + bootBytes;
const rootBytes = 1_024 * MiB;
const consoleUnit = 'usr/lib/systemd/system/serial-getty@.service.d/board.conf';

/** A disk image of the Debian. @param {string} root @param {string} work */
export function debianDisk(root, work) {
  const timeS = sourceTimeS(root);
  const folder = path.join(work, 'debian');
  const stage = path.join(folder, 'root');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  run('tar', ['-C', stage, '--numeric-owner', '-xf', baseArchive(path.join(root, '.cache/image'), timeS)]);
  const at = (/** @type {string} */ name) => path.join(stage, name);
  const [release = ''] = readdirSync(at('usr/lib/modules'));
  cpSync(at('usr/bin/busybox'), busyboxBeside(stage));
  const init = path.join(root, 'scripts/image/check/debian/init');
  const initrd = firstFileSystem({ init, stage, work: folder, release, timeS });
  put(at(consoleUnit), readFileSync(path.join(root, 'board/rootfs/overlay', consoleUnit)));
  writeFileSync(at('etc/hostname'), 'debian\n');
  writeFileSync(at('etc/fstab'), '');
  writeFileSync(at('etc/machine-id'), '');

  const boot = path.join(folder, 'boot.vfat');
  const script = path.join(folder, 'boot.scr');
  const commands = path.join(root, 'scripts/image/check/debian/boot.cmd');
  run('mkimage', ['-T', 'script', '-A', 'arm64', '-O', 'linux', '-C', 'none', '-d', commands, script]);
  run('mkfs.vfat', ['-C', boot, String(bootBytes / 1_024)]);
  for (const [file, name] of [
    [script, 'boot.scr'],
    [at(`boot/vmlinuz-${release}`), 'kernel'],
    [initrd, 'initrd'],
  ]) {
    run('mcopy', ['-i', boot, String(file), `::${name}`]);
  }
  const ext4 = path.join(folder, 'root.ext4');
  run('mke2fs', ['-q', '-t', 'ext4', '-d', stage, ext4, `${rootBytes / 1_024}k`]);
  const disk = path.join(work, 'debian.img');
  rmSync(disk, { force: true });
  run('truncate', ['-s', String(rootAt + rootBytes + MiB), disk]);
  const layout = path.join(folder, 'layout');
  writeFileSync(
    layout,
    `label: gpt\nstart=${bootAt / 512}, size=${bootBytes / 512}, type=EBD0A0A2-B9E5-4433-87C0-68B6B72699C7, attrs=LegacyBIOSBootable\n` +
      `start=${rootAt / 512}, size=${rootBytes / 512}\n`,
  );
  run('sh', ['-c', 'sfdisk --quiet --no-reread --no-tell-kernel "$1" <"$2"', 'sh', disk, layout]);
  const out = openSync(disk, 'r+');
  for (const [file, place] of /** @type {[string, number][]} */ ([
    [boot, bootAt],
    [ext4, rootAt],
  ])) {
    const content = readFileSync(file);
    writeSync(out, content, 0, content.length, place);
  }
  closeSync(out);
  rmSync(folder, { recursive: true });
  return disk;
}

/**
 * Boots each of them twice in turn: the first boot makes its names and keys. @param {{ root: string, work: string,
 * image: string, diskBytes: number, untilServing: (machine: Machine) => Promise<void> }} parts
 */
export async function compareBoots({ root, work, image, diskBytes, untilServing }) {
  const debian = debianDisk(root, work);
  const open = (/** @type {string} */ name, /** @type {string} */ from) => {
    const disk = makeMachineDisk({ image: from, file: path.join(work, `boots-${name}.qcow2`), bytes: diskBytes });
    return new Machine({ disk, log: path.join(work, `boots-${name}.log`) });
  };
  const [plain, box] = [open('debian', debian), open('box', image)];
  for (const boot of ['first', 'second']) {
    plain.powerOn();
    await plain.login();
    const plainS = plain.upS;
    await plain.shell('sync');
    await plain.powerOff();
    box.powerOn();
    await box.login();
    const loginS = box.upS;
    await untilServing(box);
    const servingS = box.upS;
    await box.shell('sync');
    await box.powerOff();
    const ratio = (/** @type {number} */ s) => `${s.toFixed(1)} s (${(s / plainS).toFixed(2)} times)`;
    note(
      `${boot} boot: plain Debian, login ${plainS.toFixed(1)} s; box, login ${ratio(loginS)}, serving ${ratio(servingS)}`,
    );
  }
}
