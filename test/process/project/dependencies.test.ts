import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lockedPackages, offences } from '../../../scripts/supply-chain/lock.mjs';
import { installScripts } from '../../../scripts/supply-chain/policy.mjs';
import { billOfMaterials } from '../../../scripts/supply-chain/sbom.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const packages = lockedPackages(root);
const wanting = packages.filter(({ hasInstallScript }) => hasInstallScript);
const good = {
  name: 'good',
  version: '1.0.0',
  licence: 'MIT',
  isTool: false,
  hasInstallScript: false,
  integrity: 'sha512-x',
};
const found = (change: Partial<typeof good>, direct = {}) => offences([...wanting, { ...good, ...change }], direct);

test('every package of others has an allowed licence, a checksum, an exact version and no unknown install script', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  expect(offences(packages, { ...dependencies, ...devDependencies })).toEqual([]);
});

test('a licence that is not on the list is refused, in the product earlier than in a tool', () => {
  expect(found({})).toEqual([]);
  expect(found({ licence: 'GPL-3.0' })).toHaveLength(1);
  expect(found({ licence: '' })).toHaveLength(1);
  expect(found({ licence: 'MIT AND GPL-3.0' })).toHaveLength(1);
  expect(found({ licence: '(GPL-3.0 OR MIT)' })).toEqual([]);
  expect(found({ licence: 'MPL-2.0' })).toHaveLength(1);
  expect(found({ licence: 'MPL-2.0', isTool: true })).toEqual([]);
});

test('a package without a checksum, with a new install script or with a range of versions is refused', () => {
  expect(found({ integrity: 'sha1-x' })).toHaveLength(1);
  expect(found({ hasInstallScript: true })).toHaveLength(1);
  expect(found({}, { good: '^1.0.0' })).toHaveLength(1);
});

test('an install script that is gone is taken off the list', () => {
  expect(offences([good], {})).toHaveLength(Object.keys(installScripts).length);
});

test('the bill of materials names every package of the product, every system library and every model, and no address', () => {
  const bill = billOfMaterials(root);
  const refs = bill.components.map((component) => component['bom-ref']);
  for (const { name, version, isTool } of packages)
    expect(refs.includes(`npm:${name}@${version}`)).toBe(
      !isTool || packages.some((other) => other.name === name && other.version === version && !other.isTool),
    );
  expect(refs).toEqual(expect.arrayContaining(['system:speex', 'system:opus', 'system:ffmpeg', 'system:node']));
  expect(refs.filter((ref) => ref.startsWith('model:'))).toHaveLength(11);
  expect(JSON.stringify(bill)).not.toMatch(/https?:/);
  expect(JSON.stringify(billOfMaterials(root))).toBe(JSON.stringify(bill));
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});
