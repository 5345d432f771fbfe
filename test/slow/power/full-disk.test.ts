// The short form of `npm run power:full-disk`: the disk is full from some of the first writes on, and a small file system
// is filled.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { isEmulated, noFaultLayer } from '../../helpers/emulated.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/measure/power/full-disk.mjs', import.meta.url));
const timeout = 600_000 * timeFactor;
const nothingLost = '500s, acknowledged writes lost, screenings refused | 0 |';

/** Ends with another status than 0 when a fault was found; what it says is then the message of the failure. */
const told = async (...args: string[]) => (await promisify(execFile)(process.execPath, [program, ...args])).stdout;

it('a disk that is full from one of the first writes on loses nothing, and no start or stop fails', {
  timeout,
}, async (context) => {
  if (isEmulated) context.skip(noFaultLayer);
  expect(await told('--writes', '50', '--every', '12', '--without-mount')).toContain(nothingLost);
});

it('8 MB that clients and another program fill: screening, tokens and deletions go on', {
  timeout,
}, async (context) => {
  const text = await told('--writes', '0', '--sizes', '8');
  // A container may forbid mounts; the program says what stood in the way.
  const reason = /not run \| (.*) \|/.exec(text)?.[1];
  if (reason !== undefined) context.skip(reason);
  expect(text).toContain(nothingLost);
});
