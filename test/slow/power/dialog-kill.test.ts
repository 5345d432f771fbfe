// The short form of `npm run power:dialog`: a gateway or its understanding process that is killed at random moments while clients talk.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/dialog.mjs', import.meta.url));
/** An emulator takes minutes for what is no different there. */
const rounds = timeFactor > 4 ? 4 : 12;

it(`${rounds} kills of a gateway or of its understanding process leave every session as it was before a turn or after it`, {
  timeout: 600_000 * timeFactor,
}, async () => {
  // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--rounds', String(rounds)]);
  expect(stdout).toContain('| sessions lost, half turns, other states than before or after | 0 |');
});
