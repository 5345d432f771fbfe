// The Debian package: what is in it, and that it runs from where it lies. `npm run test:deb` installs it on a clean Debian.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutDeb, librariesOf, makeDeb } from '../../../scripts/image/deb.mjs';
import { architectures, hostArchitecture } from '../../../scripts/image/product.mjs';
import { root } from '../../../scripts/setup/setup.mjs';
import { filesBelow } from '../../../scripts/setup/stamp.mjs';
import { timeFactor } from '../../helpers/time-factor.js';

const order = { root, from: root, architecture: hostArchitecture, version: '1.2.3~test' } as const;
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'tonegate-deb-test-'));
const stage = path.join(folder, 'stage');
const product = path.join(stage, 'usr/lib/tonegate');
let names: string[] = [];
let bytes = 0;

const read = (name: string) => readFileSync(path.join(stage, name), 'utf8');
const isElf = (file: string) => readFileSync(file).subarray(0, 4).toString('latin1') === '\x7fELF';

beforeAll(() => {
  ({ bytes } = layOutDeb({ ...order, to: stage }));
  names = filesBelow(stage).map((file: string) => path.relative(stage, file));
}, 120_000 * timeFactor);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package holds the product alone', () => {
  it('not its tests, its training, its sources, or what only builds it', () => {
    const parts = [
      /^test\//,
      /^src\//,
      /^scripts\/(train|measure|check|arm64|image)\//,
      /\.(map|ts|cc|h|gyp|o|a)$/,
      /^native\/(?!build\/Release\/tonegate)/,
    ];
    const foreign = names
      .filter((name) => name.startsWith('usr/lib/tonegate/'))
      .map((name) => name.slice('usr/lib/tonegate/'.length))
      .filter((name) => parts.some((part) => part.test(name)));
    expect(foreign).toEqual([]);
    for (const name of ['typescript', 'vitest', '@biomejs', '@discordjs', 'node-addon-api', '@types']) {
      expect(existsSync(path.join(product, 'node_modules', name)), name).toBe(false);
    }
  });

  it('no key, certificate, database or token', () => {
    expect(names.filter((name) => /\.(pem|key|crt|db|sqlite3?|token)$|key\.wrapped$/.test(name))).toEqual([]);
  });

  it('and no path of the machine that made it', () => {
    const told = names.filter((name) => readFileSync(path.join(stage, name)).includes(`${root}/`));
    expect(told).toEqual([]);
  });

  it('at most 130 MB of it', () => {
    expect(bytes).toBeLessThanOrEqual(130e6);
  });

  it('with the licence text of each package that it brings', () => {
    const licences = read('usr/lib/tonegate/THIRD-PARTY-LICENCES.txt');
    for (const name of ['ws', 'fastify', 'onnxruntime-node', 'zod']) expect(licences).toContain(`== ${name} `);
    expect(read('usr/share/doc/tonegate/copyright')).toContain('Apache License');
    expect(JSON.parse(read('usr/share/doc/tonegate/sbom.cdx.json'))).toMatchObject({ bomFormat: 'CycloneDX' });
  });
});

describe('its compiled parts', () => {
  it('are one of each, for this processor', () => {
    const compiled = names.filter((name) => isElf(path.join(stage, name)));
    for (const part of [
      'tonegate.node',
      'tonegate-process.node',
      'tonegate-launch',
      'better_sqlite3.node',
      'onnxruntime_binding.node',
    ]) {
      expect(
        compiled.filter((name) => path.basename(name) === part),
        part,
      ).toHaveLength(1);
    }
    for (const name of compiled) {
      expect(readFileSync(path.join(stage, name)).readUInt16LE(18), name).toBe(
        architectures[hostArchitecture].elfMachine,
      );
    }
  });

  it.skipIf(!has('readelf'))(
    'are linked with nothing that Depends does not bring (readelf has to be installed)',
    () => {
      const own = new Set(names.map((name) => path.basename(name)));
      const depends = /^Depends: (.+)$/m.exec(read('DEBIAN/control'))?.[1]?.split(', ') ?? [];
      for (const name of names.filter((each) => isElf(path.join(stage, each)))) {
        const { stdout } = spawnSync('readelf', ['-d', path.join(stage, name)], { encoding: 'utf8' });
        const needed = [...stdout.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, library]) => String(library));
        for (const library of needed.filter((each) => !own.has(each))) {
          expect(depends, `${name} needs ${library}`).toContain(librariesOf[library as keyof typeof librariesOf]);
        }
      }
    },
  );
});

describe('its scripts and units', () => {
  it('the units start a program that is in the package', () => {
    for (const unit of readdirSync(path.join(stage, 'usr/lib/systemd/system'))) {
      const [, command] = /^ExecStart=(.+)$/m.exec(read(`usr/lib/systemd/system/${unit}`)) ?? [];
      const program = command?.split(' ').find((word) => word.endsWith('.mjs')) ?? '';
      expect(statSync(path.join(stage, program)).isFile(), unit).toBe(true);
    }
  });

  it.skipIf(!has('systemd-analyze'))('systemd accepts them (systemd has to be installed)', () => {
    for (const unit of readdirSync(path.join(root, 'board/units'))) {
      const file = path.join(root, 'board/units', unit);
      const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
      // Lines about other units, or about the program that is not installed here, say nothing about this file.
      const faults = stderr.split('\n').filter((line) => line.includes(unit) && !line.includes('is not executable'));
      expect(faults).toEqual([]);
    }
  });

  it.each(['DEBIAN/postinst', 'DEBIAN/prerm', 'DEBIAN/postrm', 'usr/bin/tonegate'])(
    '%s is a shell script that runs',
    (name) => {
      expect(spawnSync('sh', ['-n', path.join(stage, name)]).status).toBe(0);
      expect(lstatSync(path.join(stage, name)).mode & 0o777).toBe(0o755);
    },
  );
});

it(
  'what is packed screens a recording from where it lies',
  () => {
    const command = [path.join(product, 'scripts/tonegate.mjs'), 'screen', path.join(root, 'docs/examples/busy.wav')];
    const env = { ...process.env, TONEGATE_DATA: path.join(folder, 'data'), NODE_PATH: '' };
    const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8', env, cwd: folder });
    expect(stderr).not.toContain('Error');
    expect(status).toBe(0);
    expect(stdout).toContain('busy');
  },
  60_000 * timeFactor,
);

it('a version that dpkg would refuse is refused', () => {
  expect(() => makeDeb({ ...order, output: folder, version: 'v1 beta' })).toThrow(
    'is no Debian version: it starts with a digit',
  );
});

it.skipIf(!has('dpkg-deb'))(
  'the same sources give the same bytes (dpkg-deb has to be installed)',
  () => {
    const made = () => readFileSync(makeDeb({ ...order, output: folder, compression: 'none' }).file);
    expect(made().equals(made())).toBe(true);
  },
  180_000 * timeFactor,
);
