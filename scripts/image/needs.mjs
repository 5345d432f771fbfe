// The programs that make an image, and their Debian packages.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { crossNeeds } from '../arm64/toolchain.mjs';

const onPath = (/** @type {string} */ name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
/** @param {string} name @param {string} program */
const need = (name, program) => ({ package: name, isThere: () => onPath(program) });

export const imageNeeds = [
  ...crossNeeds,
  need('squashfs-tools', 'mksquashfs'),
  need('u-boot-tools', 'mkimage'),
  need('device-tree-compiler', 'dtc'),
  need('cryptsetup-bin', 'veritysetup'),
  need('dosfstools', 'mkfs.vfat'),
  need('mtools', 'mcopy'),
  need('fdisk', 'sfdisk'),
  need('kmod', 'depmod'),
  need('icu-devtools', 'icupkg'),
  need('cpio', 'cpio'),
  need('zstd', 'zstd'),
  need('openssl', 'openssl'),
  need('rauc', 'rauc'),
  need('systemd', 'systemctl'),
];

/** U-Boot of an emulated machine. */
export const bootLoader = '/usr/lib/u-boot/qemu_arm64/u-boot.bin';

/** The programs that boot the image under emulation. */
export const emulatorNeeds = [
  need('qemu-system-arm', 'qemu-system-aarch64'),
  need('qemu-utils', 'qemu-img'),
  { package: 'u-boot-qemu', isThere: () => existsSync(bootLoader) },
];
