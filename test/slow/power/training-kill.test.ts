// The short form of `npm run power:training`: a gateway or a work process that is killed at random moments while tasks of training run.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/training.mjs', import.meta.url));
/** An emulator takes minutes for what is no different there. */
const rounds = timeFactor > 4 ? 3 : 8;

it(`${rounds} kills of a gateway or of a work process lose no task of training, end none twice, and leave no half model`, {
  timeout: 600_000 * timeFactor,
}, async () => {
  // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--rounds', String(rounds)]);
  expect(stdout).toContain(
    '| tasks lost, ended twice or never; callbacks that differ; models that are not whole | 0 |',
  );
});
