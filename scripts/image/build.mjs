// Makes everything that a box, a Debian machine or a container installs from the built trees: packages, root file
// system, slot, disk image, bundle, container, bill of materials, licences.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareArm64, tree } from '../arm64/prepare.mjs';
import { SetupFailure } from '../setup/report.mjs';
import { systemPackagesStep } from '../setup/system-packages.mjs';
import { baseArchive } from './base.mjs';
import { imageBill } from './bill.mjs';
import { makeBundle } from './bundle.mjs';
import { makeDeb, sourceTimeS } from './deb.mjs';
import { makeDisk } from './disk.mjs';
import { imageNeeds } from './needs.mjs';
import { makeOci } from './oci.mjs';
import { hostArchitecture } from './product.mjs';
import { layOutRoot, makeSlot } from './rootfs.mjs';
import { run } from './run.mjs';
import { writeSums } from './sums.mjs';

const MB = 1e6;
const mostSquashfsBytes = 100e6;

/**
 * @typedef {{ key: string, certificate: string, keyring: string }} Signing
 * @typedef {{ root: string, version: string, minFrom: string, allowDowngrade?: boolean, output: string, signing: Signing,
 *   report: ReturnType<typeof import('../setup/report.mjs').openReport>, changeRoot?: (stage: string) => void }}
 * ImageOrder
 */

/** Makes only the packages. @param {Pick<ImageOrder, 'root' | 'version' | 'output'>} order */
function makeDebs({ root, version, output }) {
  /** @type {{ architecture: 'amd64' | 'arm64', from: string }[]} */
  const trees = [{ architecture: 'arm64', from: tree }];
  if (hostArchitecture === 'amd64') trees.push({ architecture: 'amd64', from: root });
  return trees.map(({ architecture, from }) => ({
    architecture,
    ...makeDeb({ root, from, architecture, output, version }),
  }));
}

/**
 * Makes the slot, the disk image and the signed bundle of a package. `changeRoot` may change the root file system
 * before it is packed. Returns its Debian packages. @param {ImageOrder & { deb: string, work: string, timeS: number }}
 * order
 */
export async function makeFirmware({ deb, work, timeS, changeRoot, ...order }) {
  const { root, version, minFrom, allowDowngrade, output, signing, report } = order;
  const name = (/** @type {string} */ suffix) => path.join(output, `tonegate-${version}-arm64${suffix}`);
  mkdirSync(output, { recursive: true });
  const base = await report.step('Debian base for arm64', async () =>
    baseArchive(path.join(root, '.cache/image'), timeS),
  );
  const stage = path.join(work, 'root');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage);
  const { release, packages } = await report.step('root file system', async () =>
    layOutRoot({ root, stage, base, deb, version, keyring: signing.keyring, timeS }),
  );
  changeRoot?.(stage);
  const slot = path.join(work, 'slot.img');
  const sizes = await report.step('slot', async () => makeSlot({ root, stage, work, release, timeS, output: slot }));
  report.say(
    `squashfs: ${(sizes.squashfsBytes / MB).toFixed(1)} MB; kernel and initial file system: ${(sizes.fitBytes / MB).toFixed(1)} MB`,
  );
  if (sizes.squashfsBytes > mostSquashfsBytes) {
    throw new SetupFailure(`the root file system has more than ${mostSquashfsBytes / MB} MB`);
  }
  await report.step('disk image', async () => makeDisk({ root, slot, work, output: name('.img'), timeS }));
  await report.step('bundle', () =>
    makeBundle({ ...signing, slot, output: name('.raucb'), work, version, minFrom, allowDowngrade, timeS }),
  );
  run('rauc', [
    ...['info', `--conf=${path.join(root, 'board/update/system.conf')}`, `--keyring=${signing.keyring}`],
    name('.raucb'),
  ]);
  cpSync(path.join(stage, 'usr/lib/tonegate/THIRD-PARTY-LICENCES.txt'), name('-licences.txt'));
  writeFileSync(name('-debian-licences.txt'), debianLicences(stage, packages));
  writeFileSync(name('.cdx.json'), `${JSON.stringify(imageBill(root, packages, version), null, 2)}\n`);
  return sizes;
}

/**
 * The licence texts of the Debian packages inside. @param {string} stage @param {{ name: string, version: string }[]}
 * packages
 */
function debianLicences(stage, packages) {
  const texts = packages.flatMap(({ name, version }) => {
    try {
      return [
        `== ${name} ${version}\n\n${readFileSync(path.join(stage, 'usr/share/doc', name, 'copyright'), 'utf8').trim()}\n`,
      ];
    } catch {
      return []; // tonegate itself, and packages whose text is in another package's folder
    }
  });
  // The texts above refer to these by their place on a Debian system.
  const common = path.join(stage, 'usr/share/common-licenses');
  const shared = readdirSync(common, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ name }) =>
        `== /usr/share/common-licenses/${name}\n\n${readFileSync(path.join(common, name), 'utf8').trim()}\n`,
    )
    .sort();
  return `Debian packages of the image, and their licences.\n\n${[...texts, ...shared].join('\n')}`;
}

/** @param {ImageOrder} order */
export async function buildImage(order) {
  const { root, version, output, report } = order;
  if (process.getuid?.() !== 0) {
    throw new SetupFailure('npm run image must run as root: files of the image belong to several users', 3);
  }
  const packages = systemPackagesStep(imageNeeds);
  if (!packages.isFresh()) await report.step(packages.title(), () => packages.run(report));
  const work = mkdtempSync(path.join(os.tmpdir(), 'tonegate-image-'));
  const timeS = sourceTimeS(root);
  mkdirSync(output, { recursive: true });
  try {
    await prepareArm64(report);
    const debs = await report.step('Debian packages', async () => makeDebs(order));
    for (const { architecture, bytes } of debs) {
      report.say(`installed on ${architecture}: ${(bytes / MB).toFixed(1)} MB`);
    }
    const deb = debs.find(({ architecture }) => architecture === 'arm64')?.file ?? '';
    await makeFirmware({ ...order, deb, work, timeS });
    const oci = path.join(output, `tonegate-${version}.oci.tar`);
    const unpacked = await report.step('container', async () => makeOci({ debs, version, output: oci, timeS }));
    for (const [architecture, bytes] of Object.entries(unpacked)) {
      report.say(`container for ${architecture}: ${(bytes / MB).toFixed(1)} MB unpacked`);
    }
    for (const suffix of ['-arm64.img', '-arm64.raucb', '.oci.tar']) {
      const file = path.join(output, `tonegate-${version}${suffix}`);
      report.say(`${file}: ${(statSync(file).size / MB).toFixed(1)} MB`);
    }
    for (const { file } of debs) report.say(`${file}: ${(statSync(file).size / MB).toFixed(1)} MB`);
    writeSums(output);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
