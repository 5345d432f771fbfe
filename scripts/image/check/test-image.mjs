// npm run test:image [-- --only PART[,PART…]] [--cuts N] [--keep DIR]: tests the image of `npm run image` in an
// emulated machine: QEMU's `virt`, a Cortex-A72 with 2 CPUs and 1 GiB, U-Boot, no network. It takes an hour or more, so
// it is not part of npm test. Parts:
//   states     each state of an update × each behaviour of its self-test (on a probe)
//   cuts       power cuts during the first boot and an update, at each step and at random moments (on a probe)
//   first      the first boot of two copies of the image
//   update     N → N+1, taken back; then N+1 for good, with data
//   bundles    bundles that must be refused
//   data       a full, lost or damaged data partition, and a factory reset
//   adaptive   the cost of an update of code alone
//   sticks     a box with two interfaces: sticks give them addresses, and bring an update
//   walk       a person's path by docs/board.md to a first screened call, then a rollout of an upstream (with a network
// to this machine)
//   boots      the time of a boot compared with that of a plain Debian
//   bytes      a second run of `npm run image` gives the same bytes
// A probe is the image without the product (scripts/image/check/probe.mjs). --keep: a folder for disks, logs and the
// claims that held. Its content is used again, so it must be used for one image only.
import '../../setup/node-version.mjs';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { explain, openReport, SetupFailure } from '../../setup/report.mjs';
import { root } from '../../setup/setup.mjs';
import { systemPackagesStep } from '../../setup/system-packages.mjs';
import { developmentKey } from '../bundle.mjs';
import { emulatorNeeds, imageNeeds } from '../needs.mjs';
import { checkAdaptive } from './adaptive.mjs';
import { checkFirstBoot, diskBytes, fileStick, secondDisk, untilServing } from './box.mjs';
import { checkBundles, checkBundlesOnProbe } from './bundles.mjs';
import { checkBytes } from './bytes.mjs';
import { checkCuts } from './cuts.mjs';
import { checkData } from './data.mjs';
import { compareBoots } from './debian.mjs';
import { Machine, makeMachineDisk } from './machine.mjs';
import { makeNext, nextVersion } from './next.mjs';
import { openProbe, probeCpus } from './probe.mjs';
import { checkStates } from './states.mjs';
import { checkSticks } from './sticks.mjs';
import { failures, keepRecord, note } from './tell.mjs';
import { checkUpdate } from './update.mjs';
import { checkWalk } from './walk.mjs';

/**
 * Without the list of hashes RAUC copies the whole slot: hashing both slots would take minutes under emulation, for
 * each cut again.
 */
const withoutHashes = (/** @type {string} */ manifest) => manifest.replace(/^adaptive=.*\n/m, '');
const parts = ['states', 'cuts', 'first', 'update', 'bundles', 'data', 'adaptive', 'sticks', 'walk', 'boots', 'bytes'];
const MiB = 1 << 20;
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
let only = parts;
let cuts = 20;
/** @type {string | undefined} */
let keep;
try {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, cuts: { type: 'string', default: '20' }, keep: { type: 'string' } },
  });
  only = values.only?.split(',') ?? parts;
  cuts = Number(values.cuts);
  keep = values.keep;
  const unknown = only.filter((part) => !parts.includes(part));
  if (unknown.length > 0) throw new Error(`--only takes ${parts.join(', ')}, not ${unknown.join(', ')}`);
  if (!Number.isSafeInteger(cuts) || cuts < 0) throw new Error('--cuts takes a whole number');
} catch (fault) {
  process.stderr.write(`npm run test:image: ${fault instanceof Error ? fault.message : fault}\n`);
  process.exit(2);
}

const report = openReport({ logFile: path.join(root, '.cache/test-image.log') });
const work = keep ?? mkdtempSync(path.join(os.tmpdir(), 'tonegate-test-image-'));
const wants = (/** @type {string[]} */ ...names) => names.some((name) => only.includes(name));
/** Makes a file unless an earlier run has left it. @param {string} name @param {(file: string) => unknown} make */
async function kept(name, make) {
  const file = path.join(work, name);
  if (!existsSync(file)) await make(file);
  return file;
}

try {
  const image = path.join(root, `dist/image/tonegate-${version}-arm64.img`);
  if (!existsSync(image)) throw new SetupFailure(`${image} is not there; run \`npm run image\` first`);
  const packages = systemPackagesStep([...imageNeeds, ...emulatorNeeds]);
  if (!packages.isFresh()) await report.step(packages.title(), () => packages.run(report));
  mkdirSync(work, { recursive: true });
  if (keep !== undefined) keepRecord(path.join(work, 'held.json'));
  const signing = developmentKey(path.join(root, '.cache/image'));
  if (wants('bytes')) await checkBytes({ version });

  const firstBoot = (/** @type {boolean} */ withSecond) => checkFirstBoot({ root, work, image, withSecond });
  const box = wants('first')
    ? await firstBoot(true)
    : wants('update', 'data', 'bundles')
      ? await kept('box-one.qcow2', () => firstBoot(false))
      : '';
  if (wants('states', 'cuts', 'data', 'bundles')) {
    const probe = openProbe({ root, image, work });
    const fresh = await kept('probe-1.0.0.img', () => probe.disk('1.0.0'));
    const bundle = await kept('probe-1.1.0.raucb', (output) =>
      probe.bundle('1.1.0', { ...signing, output, changeManifest: withoutHashes }),
    );
    const stick = await kept('probe-stick.squashfs', () =>
      fileStick(work, 'probe-stick', [{ name: 'next.raucb', file: bundle }]),
    );
    const probeBase = await kept('probe.qcow2', async (file) => {
      const machine = new Machine({
        disk: makeMachineDisk({ image: fresh, file: `${file}.part`, bytes: 1_024 * MiB }),
        cpus: probeCpus,
        log: path.join(work, 'probe.log'),
        extra: secondDisk(stick),
      });
      machine.powerOn();
      await machine.probeShell();
      note(`a probe is up after ${machine.upS.toFixed(1)} s`);
      await machine.shell('echo 1 >/data/ledger; sync');
      await machine.save();
      renameSync(`${file}.part`, file);
    });
    if (wants('states')) await checkStates({ work, base: probeBase });
    if (wants('cuts')) await checkCuts({ work, base: probeBase, fresh, stick, count: cuts });
    if (wants('data')) await checkData({ work, probeBase, base: box });
    if (wants('bundles')) {
      const bundles = await checkBundlesOnProbe({ work, probeBase, probe, signing, stick });
      await checkBundles({ work, base: box, bundles });
    }
  }
  const next = wants('update', 'adaptive', 'sticks', 'walk')
    ? await kept('next/bundle.raucb', (output) => makeNext({ root, work, output, version, signing, report }))
    : '';
  if (wants('update')) await checkUpdate({ work, base: box, next, version, nextVersion });
  if (wants('adaptive')) await checkAdaptive({ image, next });
  if (wants('sticks')) await checkSticks({ work, image, next, nextVersion });
  if (wants('walk')) await checkWalk({ root, work, version, next, nextVersion });
  if (wants('boots')) await compareBoots({ root, work, image, diskBytes, untilServing });
  const failed = failures();
  process.stdout.write(
    failed === 0 ? '\nEverything holds.\n' : `\n${failed} claims do not hold; logs are in ${work}\n`,
  );
  if (failed > 0) process.exitCode = 1;
  else if (keep === undefined) rmSync(work, { recursive: true, force: true });
} catch (failure) {
  process.exitCode = explain(failure, report.logFile);
}
