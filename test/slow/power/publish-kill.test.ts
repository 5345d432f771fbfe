// The short form of `npm run power:publish`: a gateway that publishes, killed at random moments.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/publish.mjs', import.meta.url));

it('4 kills of a gateway leave no half package in use, and nothing else online than was acknowledged', {
  timeout: 300_000 * timeFactor,
}, async () => {
  // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--rounds', '4']);
  expect(stdout).toContain('| half packages in use, other versions online than acknowledged | 0 |');
});
