// npm run image [-- --version V] [--min-from V] [--output DIR] [--key FILE --certificate FILE --keyring FILE]: what a box needs, under
// dist/image unless told otherwise: the disk image and the signed update bundle for arm64, the Debian packages, bills of materials
// and SHA256SUMS. Wants root (the base is set up under emulation) and, for the first time, the package registries.
import '../setup/node-version.mjs';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepareArm64, tree } from '../arm64/prepare.mjs';
import { explain, openReport, SetupFailure } from '../setup/report.mjs';
import { root, setUpOrExit } from '../setup/setup.mjs';
import { systemPackagesStep } from '../setup/system-packages.mjs';
import { baseArchive } from './base.mjs';
import { imageBill } from './bill.mjs';
import { developmentKey, makeBundle } from './bundle.mjs';
import { makeDeb, sourceTimeS } from './deb.mjs';
import { makeDisk } from './disk.mjs';
import { imageNeeds } from './needs.mjs';
import { hostArchitecture } from './product.mjs';
import { layOutRoot, makeSlot } from './rootfs.mjs';
import { run } from './run.mjs';
import { writeSums } from './sums.mjs';

const MB = 1e6;
const { version: ownVersion } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
let options;
try {
  options = parseArgs({
    options: {
      version: { type: 'string', default: ownVersion },
      'min-from': { type: 'string', default: ownVersion },
      output: { type: 'string', default: path.join(root, 'dist/image') },
      key: { type: 'string' },
      certificate: { type: 'string' },
      keyring: { type: 'string' },
    },
  }).values;
  const given = [options.key, options.certificate, options.keyring].filter((each) => each !== undefined);
  if (given.length !== 0 && given.length !== 3) throw new Error('--key, --certificate and --keyring go together');
} catch (fault) {
  process.stderr.write(`npm run image: ${fault instanceof Error ? fault.message : fault}\n`);
  process.exit(2);
}

await setUpOrExit('start');
const report = openReport({ logFile: path.join(root, '.cache/image.log') });
const work = mkdtempSync(path.join(os.tmpdir(), 'tonegate-image-'));
try {
  if (process.getuid?.() !== 0)
    throw new SetupFailure('npm run image wants root: files of the image belong to several users', 3);
  const cache = path.join(root, '.cache/image');
  const packages = systemPackagesStep(imageNeeds);
  if (!packages.isFresh()) await report.step(packages.title(), () => packages.run(report));
  const signing =
    options.key === undefined
      ? developmentKey(cache)
      : { key: String(options.key), certificate: String(options.certificate), keyring: String(options.keyring) };
  const timeS = sourceTimeS(root);
  const { version, output } = options;
  mkdirSync(output, { recursive: true });
  const name = (/** @type {string} */ suffix) => path.join(output, `tonegate-${version}-arm64${suffix}`);
  const said = (/** @type {string} */ file, more = '') =>
    process.stdout.write(`${file}: ${(statSync(file).size / MB).toFixed(1)} MB${more}\n`);

  await prepareArm64(report);
  const debs = [{ architecture: /** @type {'amd64' | 'arm64'} */ ('arm64'), from: tree }];
  if (hostArchitecture === 'amd64') debs.push({ architecture: 'amd64', from: root });
  let deb = '';
  for (const { architecture, from } of debs) {
    const { file, bytes } = makeDeb({ root, from, architecture, output, version });
    if (architecture === 'arm64') deb = file;
    said(file, `; installed ${(bytes / MB).toFixed(1)} MB`);
  }
  const base = await report.step('Debian base for arm64', async () => baseArchive(cache, timeS));
  const stage = path.join(work, 'root');
  mkdirSync(stage);
  const { release, packages: inside } = await report.step('root file system', async () =>
    layOutRoot({ root, stage, base, deb, version, keyring: signing.keyring, timeS }),
  );
  const slot = path.join(work, 'slot.img');
  const sizes = await report.step('slot', async () => makeSlot({ root, stage, work, release, timeS, output: slot }));
  process.stdout.write(
    `squashfs: ${(sizes.squashfsBytes / MB).toFixed(1)} MB; kernel: ${(sizes.fitBytes / MB).toFixed(1)} MB\n`,
  );
  await report.step('disk image', async () => makeDisk({ root, slot, work, output: name('.img'), timeS }));
  await report.step('bundle', () =>
    makeBundle({ ...signing, slot, output: name('.raucb'), work, version, minFrom: options['min-from'], timeS }),
  );
  run('rauc', ['info', `--keyring=${signing.keyring}`, name('.raucb')]);
  writeFileSync(name('.cdx.json'), `${JSON.stringify(imageBill(root, inside, version), null, 2)}\n`);
  cpSync(path.join(stage, 'usr/lib/tonegate/THIRD-PARTY-LICENCES.txt'), name('-licences.txt'));
  for (const suffix of ['.img', '.raucb']) said(name(suffix));
  writeSums(output);
  if (options.key === undefined) {
    process.stdout.write("signed with this checkout's development key: boxes with another keyring refuse the bundle\n");
  }
} catch (failure) {
  process.exitCode = explain(failure, report.logFile);
} finally {
  rmSync(work, { recursive: true, force: true });
}
