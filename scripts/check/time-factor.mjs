// The factor by which time limits of tests are stretched, measured if nobody has set it: a busy machine is slow, not
// wrong.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const SPIN_MS = 600;
/** Start of a Node process on an idle core of the slowest machine for which the limits were set. */
const START_MS = 200;
const MOST = 8;

/** Keeps a core busy and prints the share of it that this process got. */
const spin = `const until = performance.now() + ${SPIN_MS};
const before = process.cpuUsage();
while (performance.now() < until);
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1000 / ${SPIN_MS}));`;

/** @returns {Promise<{ share: number, startMs: number }>} */
function probe() {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', spin], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      resolve({ share: Number(said), startMs: performance.now() - startedMs - SPIN_MS });
    });
  });
}

/**
 * Starts one busy process for each core. A share of 0.5 of a core, or a start that takes twice as long as it should,
 * gives 2.
 * @returns {Promise<{ factor: number, share: number, startMs: number }>}
 */
export async function measureTimeFactor() {
  const probes = await Promise.all(Array.from({ length: availableParallelism() }, probe));
  const share = Math.min(...probes.map((each) => each.share));
  const startMs = Math.max(...probes.map((each) => each.startMs));
  const slowness = Math.max(1 / Math.max(share, 1 / MOST), startMs / START_MS);
  return { factor: Math.min(MOST, Math.max(1, Math.ceil(slowness * 2 - 0.5) / 2)), share, startMs };
}
