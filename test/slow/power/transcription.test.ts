// The short form of `npm run power:transcription`: a gateway or its engine, killed at random moments while clients upload,
// submit, cancel and restart.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { toneModels } from '../../helpers/gateway/asr-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/transcription.mjs', import.meta.url));
/** An emulator takes minutes for what is no different there. */
const rounds = timeFactor > 4 ? 4 : 8;

it(`${rounds} kills of a gateway or its engine lose no task and no result, and leave no file that was finished to be recognised again`, {
  timeout: 600_000 * timeFactor,
}, async () => {
  const models = toneModels();
  try {
    // Ends with another status than 0 when a fault was found; what it says is then the message of the failure.
    const args = [program, '--rounds', String(rounds), '--models', models];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain('wrong states or texts, files left behind | 0 |');
  } finally {
    rmSync(models, { recursive: true, force: true });
  }
});
