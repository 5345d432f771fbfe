// The effects of a full disk: `npm run power:full-disk [-- --writes 200] [--from 1] [--every 1] [--write]`. First the
// disk is full from the n-th write on, for each n, by a layer under the C library; then real file systems of some sizes
// (`--sizes 6,8,12`, MB) are filled. Nothing may answer 500, fail to stop or start, or lose what was acknowledged; screening and tokens go on.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultRounds } from './full-disk-faults.mjs';
import { report } from './rounds.mjs';

const { values: options } = parseArgs({
  options: {
    writes: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    /** only every n-th of them */
    every: { type: 'string', default: '1' },
    /** of the file systems, MB */
    sizes: { type: 'string', default: '5,8,11,16,24' },
    /** only the layer under the C library */
    'without-mount': { type: 'boolean', default: false },
    /** print each round */
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [writes, from, every] = [Number(options.writes), Number(options.from), Number(options.every)];
const inside = fileURLToPath(new URL('full-disk-tmpfs.mjs', import.meta.url));
const startedMs = performance.now();

/** @param {number} sizeMb @returns {{ facts: Record<string, string>, faults: string[] }} */
function tmpfs(sizeMb) {
  const folder = mkdtempSync(path.join(tmpdir(), 'full-disk-mount-'));
  try {
    const script = `mount -t tmpfs -o size=${sizeMb}m,mode=700 none "$0" && exec "$@"`;
    const args = ['-Urm', 'sh', '-c', script, folder, process.execPath, inside, folder];
    const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', timeout: 900_000 });
    if (/unshare failed|Operation not permitted|permission denied/i.test(stderr ?? '')) {
      return {
        facts: { 'not run': `no file system may be mounted here: ${stderr.trim().split('\n')[0]}` },
        faults: [],
      };
    }
    if (status !== 0) return { facts: {}, faults: [`the rounds on ${sizeMb} MB ended with ${status}: ${stderr}`] };
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const numbers = Array.from({ length: writes - from + 1 }, (_, at) => from + at).filter((n) => (n - from) % every === 0);
const say = options.verbose ? (/** @type {string} */ text) => void process.stderr.write(text) : () => {};
const layer = numbers.length === 0 ? undefined : await faultRounds(numbers, say);
const sizes = options['without-mount'] ? [] : options.sizes.split(',').map(Number);
const real = sizes.map((sizeMb) => ({ sizeMb, ...tmpfs(sizeMb) }));
const faults = [...(layer?.faults ?? []), ...real.flatMap((each) => each.faults)];
const layerRows =
  layer === undefined
    ? []
    : [
        ['disk full from write', `${numbers[0]} to ${numbers.at(-1)}: ${layer.rounds} rounds, ${layer.starts} starts`],
        ['writes refused', `${layer.refusedWrites}`],
        ['answers by status', JSON.stringify(Object.fromEntries(layer.client.statuses))],
      ];
const rows = [
  ...layerRows,
  ...real.flatMap(({ sizeMb, facts }) =>
    Object.entries(facts).map(([name, value]) => [
      `tmpfs of ${sizeMb} MB: ${name}`,
      value.replace(/\S*full-disk-mount-\w+/, 'DIR'),
    ]),
  ),
  ['failed starts, bad stops, 500s, acknowledged writes lost, screenings refused', String(faults.length)],
];
report({ head: 'A full disk', rows, faults, startedMs, block: options.write ? 'power:full-disk' : undefined });
