// Fails if a third-party package breaks the policy of scripts/supply-chain: licence, checksum, install script, exact
// version.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lockedPackages, offences } from '../supply-chain/lock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies, devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
const packages = lockedPackages(root);
const said = offences(packages, { ...dependencies, ...devDependencies });
for (const line of said) process.stdout.write(`${line}\n`);
process.stdout.write(
  `Third-party packages: ${packages.length} checked, ${said.length === 0 ? 'nothing' : said.length} found\n`,
);
process.exit(said.length === 0 && packages.length > 0 ? 0 : 1);
