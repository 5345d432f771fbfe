// The short form of `npm run power:kill`: two gateways and the sync process, killed at random moments while clients write.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/kill.mjs', import.meta.url));
/** An emulator takes minutes for what is no different there. */
const rounds = timeFactor > 4 ? 4 : 8;

it(`${rounds} kills of a gateway, its upstream or the sync process lose nothing, leave nothing half applied, make nothing twice`, {
  timeout: 600_000 * timeFactor,
}, async () => {
  // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--rounds', String(rounds)]);
  expect(stdout).toContain('| acknowledged writes lost, lists twice, conflicts | 0 |');
});
