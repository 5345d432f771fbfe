// The short form of `npm run power:nlu`: a gateway that is killed at random moments while clients change the resources of robots.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/nlu.mjs', import.meta.url));
/** An emulator takes minutes for what is no different there. */
const rounds = timeFactor > 4 ? 4 : 20;

it(`${rounds} kills of a gateway lose no acknowledged change of a robot's resources, halve none, and leave nothing that leads nowhere`, {
  timeout: 600_000 * timeFactor,
}, async () => {
  // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--rounds', String(rounds)]);
  expect(stdout).toContain('| acknowledged changes lost, half changes, dangling references, wrong refusals | 0 |');
});
