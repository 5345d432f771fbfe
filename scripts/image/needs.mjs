// The programs that make an image, and their Debian packages.
import { spawnSync } from 'node:child_process';
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

/** Further programs, which boot the image under emulation. */
export const emulatorNeeds = [need('qemu-system-arm', 'qemu-system-aarch64'), need('qemu-utils', 'qemu-img')];
