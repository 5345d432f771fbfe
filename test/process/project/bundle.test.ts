// The update bundle: its manifest, its signature, its list of blocks; and the units of the image. The real box installs it in
// `npm run test:image`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { developmentKey, makeBundle } from '../../../scripts/image/bundle.mjs';
import { isKeptItem } from '../../../scripts/image/icu.mjs';
import { root } from '../../../scripts/setup/setup.mjs';
import { timeFactor } from '../../helpers/time-factor.js';

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const canBundle = ['rauc', 'veritysetup', 'mksquashfs', 'openssl'].every(has);
const timeS = 1_700_000_000;
const blockBytes = 4_096;

describe.skipIf(!canBundle)(
  'an update bundle (rauc, cryptsetup-bin, squashfs-tools and openssl have to be installed)',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-bundle-'));
    const slot = path.join(folder, 'slot.img');
    const bundle = path.join(folder, 'one.raucb');
    const own = developmentKey(path.join(folder, 'own'));
    const foreign = developmentKey(path.join(folder, 'foreign'));
    const order = { slot, work: folder, version: '1.2.3', minFrom: '1.0.0', timeS, ...own };
    const conf = path.join(root, 'board/update/system.conf');
    const info = (file: string, keyring = own.keyring) =>
      spawnSync('rauc', ['info', `--conf=${conf}`, `--keyring=${keyring}`, '--output-format=json', file], {
        encoding: 'utf8',
      });
    let manifest = '';

    beforeAll(async () => {
      const content = Buffer.alloc(64 * blockBytes);
      for (let at = 0; at < content.length; at += 8)
        content.writeBigUInt64LE((BigInt(at) * 0x9e3779b97f4a7c15n) % (1n << 64n), at);
      writeFileSync(slot, content);
      manifest = await makeBundle({ ...order, output: bundle });
    }, 60_000 * timeFactor);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('names product, version, the version that it wants, and the hash of its slot', () => {
      const digest = createHash('sha256').update(readFileSync(slot)).digest('hex');
      for (const line of [
        ...['compatible=tonegate-arm64', 'version=1.2.3', 'description=minFrom 1.0.0', 'format=verity'],
        ...[`sha256=${digest}`, `size=${64 * blockBytes}`, 'adaptive=block-hash-index'],
      ]) {
        expect(manifest.split('\n')).toContain(line);
      }
    });

    it('is accepted by RAUC under its own keyring, as the box has it', () => {
      const { status, stdout, stderr } = info(bundle);
      expect(stderr.includes('Verified') || status === 0, stderr).toBe(true);
      expect(JSON.parse(stdout)).toMatchObject({ compatible: 'tonegate-arm64', version: '1.2.3' });
    });

    it('is refused under another keyring, without its signature, and truncated at every 10 %', () => {
      expect(info(bundle, foreign.keyring).status).not.toBe(0);
      const whole = readFileSync(bundle);
      const cut = path.join(folder, 'cut.raucb');
      for (let tenth = 0; tenth < 10; tenth++) {
        writeFileSync(cut, whole);
        truncateSync(cut, Math.floor((whole.length * tenth) / 10));
        expect(info(cut).status, `${tenth * 10} %`).not.toBe(0);
      }
      const signatureBytes = Number(whole.readBigUInt64BE(whole.length - 8));
      writeFileSync(cut, Buffer.concat([whole.subarray(0, -8 - signatureBytes), Buffer.alloc(8)]));
      expect(info(cut).status).not.toBe(0);
    });

    it('is refused when its manifest was changed after it was signed', () => {
      const whole = readFileSync(bundle);
      const at = whole.lastIndexOf('version=1.2.3');
      expect(at).toBeGreaterThan(0);
      whole.write('version=9', at);
      writeFileSync(path.join(folder, 'changed.raucb'), whole);
      expect(info(path.join(folder, 'changed.raucb')).status).not.toBe(0);
    });

    it(
      'has the same bytes when it is made again',
      async () => {
        const again = path.join(folder, 'again.raucb');
        await makeBundle({ ...order, output: again });
        expect(readFileSync(again).equals(readFileSync(bundle))).toBe(true);
      },
      60_000 * timeFactor,
    );

    it('brings the SHA-256 of each block of the slot, so that a box fetches only what it lacks', () => {
      const unpacked = path.join(folder, 'unpacked');
      spawnSync('unsquashfs', ['-quiet', '-no-progress', '-dest', unpacked, bundle]);
      const index = readFileSync(path.join(unpacked, 'slot.img.block-hash-index'));
      expect(index.length).toBe(64 * 32);
      const last = readFileSync(slot).subarray(63 * blockBytes);
      expect(index.subarray(63 * 32).equals(createHash('sha256').update(last).digest())).toBe(true);
    });
  },
);

describe('the units of the image', () => {
  it.skipIf(!has('systemd-analyze'))('are exposed by at most 2.0 (systemd has to be installed)', () => {
    for (const unit of readdirSync(path.join(root, 'board/units'))) {
      const file = path.join(root, 'board/units', unit);
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
        encoding: 'utf8',
      });
      const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
      expect(exposure, unit).toBeLessThanOrEqual(2);
    }
  });

  it.skipIf(!has('systemd-analyze'))(
    'are accepted by systemd, with those that only a box has and their additions',
    () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-units-'));
      const own = 'board/rootfs/overlay/usr/lib/systemd/system';
      for (const from of ['board/units', own]) cpSync(path.join(root, from), folder, { recursive: true });
      cpSync(path.join(folder, 'tonegate-stick@.service'), path.join(folder, 'tonegate-stick@sda1.service'));
      const units = readdirSync(folder).filter(
        (name) => /^(tonegate|rauc).*\.(service|path)$/.test(name) && !name.includes('@.'),
      );
      expect(units.length).toBeGreaterThan(6);
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` }, // the empty end stands for systemd's own folders
      });
      rmSync(folder, { recursive: true });
      // Lines about units of this machine, or about programs that are not installed here, say nothing about these files.
      const isOurs = (line: string) => line.includes(folder) || units.some((unit) => line.startsWith(unit));
      expect(stderr.split('\n').filter((line) => isOurs(line) && !line.includes('is not executable'))).toEqual([]);
    },
  );

  it.each([
    'board/rootfs/init',
    ...['boot-state', 'check-bundle', 'confirm', 'fleet', 'settings', 'stick'].map((name) => `board/update/${name}`),
  ])('%s is a shell script that runs', (name) => {
    expect(spawnSync('sh', ['-n', path.join(root, name)]).status).toBe(0);
  });
});

describe("Node's data of languages in the image", () => {
  it.each([
    'root.res',
    'en.res',
    'en_US.res',
    'zh_Hans.res',
    'curr/zh.res',
    'nfkc.nrm',
    'ibm-1386_P100-2001.cnv',
    'res_index.res',
  ])('has %s', (name) => expect(isKeptItem(name)).toBe(true));
  it.each(['de.res', 'curr/fr.res', 'zone/es_419.res', 'unames.icu', 'translit/root.res'])('has no %s', (name) =>
    expect(isKeptItem(name)).toBe(false),
  );
});
