// Compares the third-party packages of package-lock.json with the policy.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installScripts, licencesByHand, licencesInTheProduct, licencesOfTools } from './policy.mjs';

/**
 * @typedef {{ name: string, version: string, licence: string, isTool: boolean, hasInstallScript: boolean, integrity:
 * string }} Package
 */

/** Every installed package, by name; a package in several folders counts once.
 * @param {string} root @returns {Package[]} */
export function lockedPackages(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, entry]) => {
      // A package that is installed under another name states its own.
      const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return {
        ...{ name, version: entry.version, licence: entry.license ?? licencesByHand[name] ?? '' },
        ...{ isTool: entry.dev === true, hasInstallScript: entry.hasInstallScript === true },
        integrity: entry.integrity ?? '',
      };
    });
  /** @type {Map<string, Package>} */
  const kept = new Map();
  for (const each of installed) {
    const key = `${each.name}@${each.version}`;
    kept.set(key, { ...each, isTool: each.isTool && kept.get(key)?.isTool !== false });
  }
  return [...kept.keys()].sort().map((key) => /** @type {Package} */ (kept.get(key)));
}

/**
 * True if one of the licences of an SPDX expression without AND is on the list. @param {string} expression @param
 * {string[]} list
 */
const isAllowed = (expression, list) =>
  expression !== '' &&
  !/\bAND\b/.test(expression) &&
  expression
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((licence) => list.includes(licence));

/** @param {Package[]} packages @param {Record<string, string>} direct versions in package.json @returns {string[]} */
export function offences(packages, direct) {
  const said = [];
  for (const { name, version, licence, isTool, hasInstallScript, integrity } of packages) {
    const which = `${name} ${version}`;
    if (!isAllowed(licence, isTool ? licencesOfTools : licencesInTheProduct)) {
      said.push(
        `${which}: the licence ${licence || '(none stated)'} is not on the list of scripts/supply-chain/policy.mjs`,
      );
    }
    if (!/^sha512-/.test(integrity)) said.push(`${which}: package-lock.json has no SHA-512 of it`);
    if (hasInstallScript && installScripts[name] === undefined) {
      said.push(`${which} has an install script, for which policy.mjs has no rule`);
    }
  }
  const wanting = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  for (const name of Object.keys(installScripts)) {
    if (!wanting.has(name)) said.push(`${name} has no install script any more; take it out of policy.mjs`);
  }
  for (const [name, version] of Object.entries(direct)) {
    if (!/^(npm:[a-z0-9@/._-]+@)?\d+\.\d+\.\d+$/.test(version))
      said.push(`${name}: package.json asks for ${version}; pin one exact version`);
  }
  return said;
}
