// A probe: the image without the product and systemd, so that it boots in seconds. U-Boot, boot script, kernel, initial
// file system and RAUC are those of the image; boot state, RAUC's settings and the confirmation of an update come from
// this checkout.
import { closeSync, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeBundle } from '../bundle.mjs';
import { put } from '../deb.mjs';
import { makeDisk, places, stateSector } from '../disk.mjs';
import { layOutUpdate, slotLayout } from '../rootfs.mjs';
import { run } from '../run.mjs';

/** Number of processors of a probe's machine: a second one would have nothing to do. */
export const probeCpus = 1;

/** The bytes of a file from `at` on. @param {string} file @param {number} at @param {number} bytes */
function readAt(file, at, bytes) {
  const content = Buffer.alloc(bytes);
  const handle = openSync(file, 'r');
  readSync(handle, content, 0, bytes, at);
  closeSync(handle);
  return content;
}

/** Unpacks the root file system of an image's first slot. @param {string} image @param {string} folder */
export function unpackSlot(image, folder) {
  const squashfs = `${folder}.squashfs`;
  writeFileSync(squashfs, readAt(image, places.slotA, slotLayout.fitAt));
  rmSync(folder, { recursive: true, force: true });
  run('unsquashfs', ['-quiet', '-no-progress', '-dest', folder, squashfs]);
  rmSync(squashfs);
}

/** @param {{ root: string, image: string, work: string }} order */
export function openProbe({ root, image, work }) {
  const stage = path.join(work, 'probe-root');
  const at = (/** @type {string} */ name) => path.join(stage, name);
  let isUnpacked = false;
  const unpack = () => {
    if (isUnpacked) return;
    isUnpacked = true;
    unpackSlot(image, stage);
    for (const name of [
      'usr/lib/tonegate',
      'usr/share/nodejs',
      'usr/share/doc',
      'usr/share/zoneinfo',
      'usr/lib/systemd',
    ])
      rmSync(at(name), { recursive: true, force: true });
    for (const name of ['libnode.so.115', 'libicudata.so.76.1', 'libicui18n.so.76.1', 'libopus.so.0.10.1'])
      rmSync(at(`usr/lib/aarch64-linux-gnu/${name}`), { force: true });
    const own = path.join(root, 'scripts/image/check/probe');
    for (const [name, place] of [
      ['tonegate', 'usr/bin/tonegate'],
      ['systemctl', 'usr/bin/systemctl'],
      ['init', 'usr/sbin/init'],
    ]) {
      rmSync(at(String(place)), { force: true });
      put(at(String(place)), readFileSync(path.join(own, String(name))), 0o755);
    }
    layOutUpdate(root, at);
  };
  const fit = readAt(image, places.slotA + slotLayout.fitAt, slotLayout.fitBytes);

  /** A slot image with the given version. @param {string} version */
  const slot = (version) => {
    unpack();
    put(at('usr/share/tonegate-board/version'), `${version}\n`);
    const squashfs = path.join(work, 'probe.squashfs');
    rmSync(squashfs, { force: true });
    run('mksquashfs', [
      stage,
      squashfs,
      '-comp',
      'zstd',
      '-Xcompression-level',
      '1',
      '-noappend',
      '-no-xattrs',
      '-quiet',
      '-no-progress',
    ]);
    const file = path.join(work, `probe-${version}.slot`);
    const content = Buffer.alloc(slotLayout.fitAt + slotLayout.fitBytes);
    readFileSync(squashfs).copy(content);
    fit.copy(content, slotLayout.fitAt);
    writeFileSync(file, content);
    return file;
  };
  return {
    /** A disk image with the given version. @param {string} version */
    disk(version) {
      const file = path.join(work, `probe-${version}.img`);
      makeDisk({ root, slot: slot(version), work, output: file, timeS: 1_700_000_000 });
      return file;
    },
    /**
     * A bundle with the given version. @param {string} version @param {Partial<Parameters<typeof makeBundle>[0]> & {
     * key: string, certificate: string }} order
     */
    async bundle(version, { output = path.join(work, `probe-${version}.raucb`), ...order }) {
      const timeS = 1_700_000_000;
      await makeBundle({ minFrom: '0.0.1', ...order, slot: order.slot ?? slot(version), output, work, version, timeS });
      return output;
    },
  };
}

/**
 * Writes a boot state into a disk whose machine is off. @param {string} disk @param {Record<string, string>} state
 * @param {string} work
 */
export function writeState(disk, state, work) {
  const sector = path.join(work, 'written-state.bin');
  writeFileSync(sector, stateSector(state, work));
  const commands = [places.state, places.state + 0x1000].flatMap((at) => ['-c', `write -q -s ${sector} ${at} 512`]);
  run('qemu-io', ['-f', 'qcow2', ...commands, disk]);
}
