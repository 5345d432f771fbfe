// npm run measure:units: the exposure that systemd-analyze gives the units of board/units, 0 (none) to 10; more than 1.3 fails.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../board/units', import.meta.url));
const most = 1.3;

for (const name of readdirSync(folder).filter((each) => each.endsWith('.service'))) {
  const args = ['security', '--offline=yes', '--no-pager', path.join(folder, name)];
  const { stdout, error } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  if (error !== undefined) throw new Error('systemd-analyze is not installed: apt-get install systemd');
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  console.log(`${name}: ${exposure} (at most ${most})`);
  if (!(exposure <= most)) process.exitCode = 1;
}
