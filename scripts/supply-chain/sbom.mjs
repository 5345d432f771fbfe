// npm run sbom [-- --output FILE]: the software bill of materials as CycloneDX 1.5 JSON: the packages of the product,
// the system libraries with which it is linked or which it starts, in the versions of this machine, and the shipped
// models. `npm sbom` is not used: with npm 11 it leaves out 27 of the 158 packages and gives better-sqlite3-multiple-ciphers
// the name that it has here. The same tree gives the same bytes: it contains no time, and its serial number is derived from its content.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lockedPackages } from './lock.mjs';
import { systemLibraries } from './policy.mjs';

/** @typedef {{ name: string, version: string, 'bom-ref': string }} Component */

/** @param {string} expression */
const licences = (expression) => (/\s/.test(expression) ? [{ expression }] : [{ license: { id: expression } }]);

/** @param {string} root */
const packages = (root) =>
  lockedPackages(root)
    .filter(({ isTool }) => !isTool)
    .map(({ name, version, licence, integrity }) => ({
      ...{ 'bom-ref': `npm:${name}@${version}`, type: 'library', name, version, licenses: licences(licence) },
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
    }));

/** @param {string} command @param {string[]} args */
const firstLine = (command, args) => (spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '').split('\n')[0] ?? '';

const libraries = () =>
  systemLibraries.map(({ name, pkgConfig, program, licence, use }) => {
    const told =
      pkgConfig === undefined
        ? firstLine(program, [name === 'node' ? '--version' : '-version'])
        : firstLine('pkg-config', ['--modversion', pkgConfig]);
    const version = /\d+(\.\d+)+/.exec(told)?.[0] ?? 'not found on the machine that made this list';
    return {
      'bom-ref': `system:${name}`,
      type: pkgConfig === undefined ? 'application' : 'library',
      name,
      version,
      description: use,
      licenses: licences(licence),
    };
  });

/** @param {string} root */
const models = (root) =>
  readdirSync(path.join(root, 'models'))
    .sort()
    .map((folder) => {
      const { id, version, files } = JSON.parse(
        readFileSync(path.join(root, 'models', folder, 'manifest.json'), 'utf8'),
      );
      const described = (/** @type {{ name: string, sha256: string }} */ file) => ({
        ...{ 'bom-ref': `model:${id}/${file.name}`, type: 'file', name: file.name },
        hashes: [{ alg: 'SHA-256', content: file.sha256 }],
      });
      return {
        ...{ 'bom-ref': `model:${id}@${version}`, type: 'machine-learning-model', name: id, version },
        ...{
          description: `models/${folder}/card.md says what it was made from, NOTICE under which licences`,
          components: files.map(described),
        },
      };
    });

/** @param {string} root */
export function billOfMaterials(root) {
  const { name, version, description, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const components = [...packages(root), ...libraries(), ...models(root)];
  const ref = `npm:${name}@${version}`;
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', serialNumber: `urn:uuid:${uuid}`, version: 1 },
    metadata: {
      component: { 'bom-ref': ref, type: 'application', name, version, description, licenses: licences(license) },
    },
    components,
    dependencies: [{ ref, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { output: { type: 'string', short: 'o' } } });
  const text = `${JSON.stringify(billOfMaterials(fileURLToPath(new URL('../..', import.meta.url))), null, 1)}\n`;
  if (values.output === undefined) process.stdout.write(text);
  else writeFileSync(values.output, text);
}
