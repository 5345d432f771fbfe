// npm run bench:launch: the time that the launcher adds to the start of a child, in ms, by pairs of starts with and without it.
//   --starts N   pairs (default: 200)
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { caged, programFile } from '../../../dist/child/cage.js';

const { values: options } = parseArgs({ options: { starts: { type: 'string', default: '200' } } });
const program = /** @type {string} */ (programFile('true'));
const inCage = caged(program, [], { niceness: 10, memoryBytes: 2 ** 31, cpuS: 60, fileBytes: 0, descriptors: 64 });

const timed = (/** @type {string} */ file, /** @type {readonly string[]} */ args) => {
  const begun = performance.now();
  if (spawnSync(file, args, { stdio: 'ignore' }).status !== 0) throw new Error(`${file} failed`);
  return performance.now() - begun;
};

const added = Array.from({ length: Number(options.starts) }, () => {
  const free = timed(program, []);
  return timed(inCage.file, inCage.args) - free;
}).sort((a, b) => a - b);
const at = (/** @type {number} */ share) => (added[Math.floor(share * (added.length - 1))] ?? Number.NaN).toFixed(2);
console.log(`${added.length} pairs: the launcher adds ${at(0.5)} ms (median), ${at(0.95)} ms (p95)`);
