// npm run fuzz -- NAME…|all: fuzzes the parsers of outside bytes that are written in TypeScript.
//   --inputs N   of each (100,000)   --seed N   --missed   the lines that no input reached   --write   put the table into docs/measurements.md
//
// Coverage-guided: an input that reaches a block for the first time is kept, and others are made of it. A parser must answer or throw
// one of its own faults with a sentence, within 250 ms for up to 64 KiB. Ends with status 1 and the inputs that broke a rule. Each target
// runs in a process of its own. The native parsers have fuzzers of their own (scripts/fuzz.mjs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';
import { generator } from '../power/rounds.mjs';
import { Coverage } from './coverage.mjs';
import { mutant } from './mutate.mjs';
import { targets } from './targets.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    missed: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    one: { type: 'boolean', default: false },
  },
});
const names = positionals.includes('all') ? Object.keys(targets) : positionals;
const unknown = names.filter((name) => targets[name] === undefined);
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`name targets, or all: ${Object.keys(targets).join(', ')}\n`);
  process.exit(2);
}
const [inputs, mostBytes, mostMs, batch] = [Number(options.inputs), 64 * 1024, 250, 100];

/** @typedef {{ name: string, inputs: number, refused: number, kept: number, lines: number, linesRun: number, slowestMs: number, seconds: number, faults: string[], missed: string[] }} Outcome */

/** @param {string} name @returns {Promise<Outcome>} */
async function fuzz(name) {
  const target = /** @type {import('./targets.mjs').Target} */ (targets[name]);
  const coverage = new Coverage(target.files);
  const run = await target.load();
  const random = generator(Number(options.seed));
  const seeds = typeof target.seeds === 'function' ? await target.seeds() : target.seeds;
  const corpus = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed));
  const words = target.words ?? ['0'];
  /** @type {string[]} */ const faults = [];
  let [refused, slowestMs] = [0, 0];

  /** False: it was refused. */
  const attempt = async (/** @type {Buffer} */ bytes) => {
    try {
      const answer = run(bytes);
      if (answer instanceof Promise) await answer;
      return true;
    } catch (thrown) {
      const fault = /** @type {Error} */ (thrown);
      const isSaid =
        /\S/.test(fault?.message ?? '') &&
        fault.message.length <= 4_000 &&
        !/\bundefined\b|\bNaN\b/.test(fault.message);
      if (!target.faults.includes(fault?.name ?? '') || !isSaid || /** @type {any} */ (fault).code === 'INTERNAL')
        faults.push(
          `${bytes.toString('base64').slice(0, 2_000)}: ${fault?.stack?.split('\n').slice(0, 3).join(' ').slice(0, 600)}`,
        );
    }
    return false;
  };
  const timed = async (/** @type {Buffer} */ bytes) => {
    const fromMs = performance.now();
    const isTaken = await attempt(bytes);
    return { ms: performance.now() - fromMs, isTaken };
  };

  const startedMs = performance.now();
  for (const seed of corpus) await attempt(seed);
  coverage.take();
  for (let done = 0; done < inputs && faults.length < 20; done += batch) {
    const tries = Array.from({ length: batch }, () => mutant(random, corpus, words, mostBytes));
    for (const bytes of tries) {
      let { ms, isTaken } = await timed(bytes);
      if (!isTaken) refused++;
      // a pause of the machine is no fault of the parser
      for (let again = 0; ms > mostMs && again < 3; again++) ms = Math.min(ms, (await timed(bytes)).ms);
      if (ms > mostMs) faults.push(`${bytes.toString('base64').slice(0, 2_000)}: takes ${ms.toFixed(0)} ms`);
      slowestMs = Math.max(slowestMs, ms);
    }
    const fresh = coverage.take();
    for (const bytes of fresh.size === 0 ? [] : tries) {
      await attempt(bytes);
      const reached = coverage.runOf(fresh);
      if (reached.length === 0) continue;
      corpus.push(bytes);
      for (const block of reached) fresh.delete(block);
      if (fresh.size === 0) break;
    }
  }
  const { all, run: reached, missed } = coverage.lines();
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    name,
    inputs,
    refused,
    kept: corpus.length,
    lines: all,
    linesRun: reached,
    slowestMs,
    seconds,
    faults,
    missed,
  };
}

if (options.one) {
  process.stdout.write(`${JSON.stringify(await fuzz(names[0] ?? ''))}\n`);
  process.exit(0);
}
/** @type {Outcome[]} */ const outcomes = [];
for (const name of names) {
  const self = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [self, name, '--one', '--inputs', options.inputs, '--seed', options.seed],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const outcome = /** @type {Outcome} */ (JSON.parse(stdout));
  outcomes.push(outcome);
  const share = ((100 * outcome.linesRun) / outcome.lines).toFixed(1);
  process.stdout.write(
    `${name}: ${inputs} inputs in ${outcome.seconds.toFixed(0)} s, ${share} % of lines, ${outcome.faults.length} faults\n`,
  );
  for (const fault of outcome.faults) process.stdout.write(`  ${fault}\n`);
  if (options.missed) for (const line of outcome.missed) process.stdout.write(`  not reached: ${line}\n`);
}
const rows = outcomes.map(({ name, refused, kept, lines, linesRun, slowestMs, faults }) => [
  ...[
    name,
    `${((100 * refused) / inputs).toFixed(0)} %`,
    kept,
    `${((100 * linesRun) / lines).toFixed(1)} % of ${lines}`,
  ],
  ...[slowestMs.toFixed(0), faults.length],
]);
const head = `${inputs.toLocaleString('en')} inputs of up to 64 KiB for each parser, seed ${options.seed}. ${machineLine()}.`;
const table = markdownTable(
  ['parser', 'refused', 'inputs kept', 'lines reached', 'slowest, ms', 'faults'],
  rows.map((row) => row.map(String)),
);
if (options.write) writeBlock('fuzz', `${head}\n\n${table}`);
process.stdout.write(`\n${head}\n\n${table}\n`);
process.exitCode = outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
