// Checks that a second run of `npm run image` gives the same bytes as the first one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../setup/setup.mjs';
import { run } from '../run.mjs';
import { tell } from './tell.mjs';

/** @param {{ version: string }} facts */
export async function checkBytes({ version }) {
  const output = mkdtempSync(path.join(os.tmpdir(), 'tonegate-again-'));
  try {
    run(process.execPath, [path.join(root, 'scripts/image/make-image.mjs'), '--version', version, '--output', output]);
    const sums = (/** @type {string} */ folder) =>
      new Map(
        readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => /** @type {[string, string]} */ ([line.slice(66), line.slice(0, 64)])),
      );
    const [first, second] = [sums(path.join(root, 'dist/image')), sums(output)];
    for (const [name, hash] of second) tell(`${name} has the same bytes in two runs`, first.get(name) === hash);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}
