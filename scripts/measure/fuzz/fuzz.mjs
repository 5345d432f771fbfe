// npm run fuzz -- NAME…|all: fuzzes the parsers of outside bytes that are written in TypeScript.
//   --inputs N   of each (100,000)   --seed N   --missed   the lines that no input reached
//   --keep       keep the inputs that reached new blocks, and those that broke a rule (scripts/measure/fuzz/corpus)
//   --write      put the rows of the targets into docs/measurements.md
//
// Coverage-guided: an input that reaches a block for the first time is kept, and others are made of it. A parser must
// answer or throw one of its own faults with a sentence, within 250 ms (most of notation: 50 ms) for up to 64 KiB. Ends
// with status 1 and the inputs that broke a rule. Each target runs in a process of its own. The native parsers have
// fuzzers of their own (scripts/fuzz.mjs).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generator } from '../power/rounds.mjs';
import { keepInputs, keptInputs } from './corpus.mjs';
import { Coverage } from './coverage.mjs';
import { mutant } from './mutate.mjs';
import { writeRows } from './table.mjs';
import { targets } from './targets/all.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    missed: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
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
const inputs = Number(options.inputs);
/** Processor time since `from`. @param {NodeJS.CpuUsage} from */
function processorMs(from) {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}
/**
 * Reading the counts of blocks costs as much as some hundred short inputs: it happens less often once little is new.
 */
const batchAt = (/** @type {number} */ done) =>
  Math.min(inputs - done, done < 5_000 ? 100 : done < 100_000 ? 1_000 : 5_000);
/** A stack trace costs more than most faults; one is made only for an input that breaks a rule. */
Error.stackTraceLimit = 0;

/**
 * @typedef {{ name: string, mostBytes: number, inputs: number, refused: number, kept: number, lines: number, linesRun:
 * number, slowestMs: number, seconds: number, faults: string[], missed: string[] }} Outcome
 */

/** @param {string} name @returns {Promise<Outcome>} */
async function fuzz(name) {
  const target = /** @type {import('./targets/target.mjs').Target} */ (targets[name]);
  const { mostMs = 250, mostBytes = 64 * 1024, made, long = [] } = target;
  const coverage = new Coverage(target.files);
  const run = await target.load();
  const random = generator(Number(options.seed));
  const seeds = typeof target.seeds === 'function' ? await target.seeds() : target.seeds;
  const written = seeds.map((seed) => (typeof seed === 'string' ? Buffer.from(seed) : seed));
  const given = [...written, ...keptInputs(name)];
  const corpus = given.filter(({ length }) => length <= mostBytes);
  /** @type {Buffer[]} */ const broke = [];
  const words = target.words ?? ['0'];
  /** @type {string[]} */ const faults = [];
  let [refused, slowestMs] = [0, 0];

  const blame = (/** @type {Buffer} */ bytes, /** @type {string} */ words) => {
    broke.push(bytes);
    faults.push(`${bytes.toString('base64').slice(0, 2_000)}: ${words}`);
  };
  const traceOf = async (/** @type {Buffer} */ bytes) => {
    Error.stackTraceLimit = 3;
    try {
      await run(bytes);
      return 'its second try succeeded';
    } catch (thrown) {
      const fault = /** @type {Error} */ (thrown);
      return `${fault?.stack ?? fault}`.split('\n').slice(0, 3).join(' ');
    } finally {
      Error.stackTraceLimit = 0;
    }
  };
  /** Returns false if the input was refused. */
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
      const isOwn = target.faults.includes(fault?.name ?? '') && /** @type {any} */ (fault).code !== 'INTERNAL';
      const complaint = isOwn && isSaid ? target.complaint?.(fault, bytes) : await traceOf(bytes);
      if (complaint !== undefined) blame(bytes, complaint.slice(0, 600));
    }
    return false;
  };
  /** The shortest of several calls is the time of the parser. A pause of the machine is not the parser's fault, so those
   * after the first one count by processor time. */
  const timed = async (/** @type {Buffer} */ bytes) => {
    let [ms, isTaken] = [Number.POSITIVE_INFINITY, true];
    for (let tries = 0; tries === 0 || (ms > mostMs && tries < 10); tries++) {
      const [fromMs, fromUsage] = [performance.now(), tries === 0 ? undefined : process.cpuUsage()];
      isTaken = await attempt(bytes);
      const tookMs = fromUsage ? processorMs(fromUsage) : performance.now() - fromMs;
      ms = Math.min(ms, tookMs);
    }
    if (ms > mostMs) blame(bytes, `takes ${ms.toFixed(0)} ms`);
    slowestMs = Math.max(slowestMs, ms);
    return isTaken;
  };

  /**
   * Halves the inputs until it has those that reach the blocks: each reading of the counts takes as long as many
   * inputs.
   */
  const keepThoseThatReach = async (/** @type {Set<string>} */ blocks, /** @type {readonly Buffer[]} */ some) => {
    if (some.length === 0 || blocks.size === 0) return;
    for (const bytes of some) await attempt(bytes);
    const reached = coverage.runOf(blocks);
    if (reached.length === 0) return;
    if (some.length > 1) {
      const middle = some.length >> 1;
      await keepThoseThatReach(blocks, some.slice(0, middle));
      await keepThoseThatReach(blocks, some.slice(middle));
      return;
    }
    corpus.push(...some);
    for (const block of reached) blocks.delete(block);
  };

  const startedMs = performance.now();
  for (const seed of given) await timed(seed);
  for (const each of long) await timed(Buffer.from(each));
  coverage.take();
  for (let done = 0; done < inputs && faults.length < 20; ) {
    const batch = batchAt(done);
    done += batch;
    const tries = Array.from({ length: batch }, () =>
      made !== undefined && random(2) === 0
        ? made(random).subarray(0, mostBytes)
        : mutant(random, corpus, words, mostBytes),
    );
    for (const bytes of tries) if (!(await timed(bytes))) refused++;
    const fresh = coverage.take();
    if (fresh.size > 0) await keepThoseThatReach(fresh, tries);
  }
  if (options.keep) keepInputs(name, [...corpus.filter((each) => !written.includes(each)), ...broke]);
  const { all, run: reached, missed } = coverage.lines(target.writers);
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    name,
    mostBytes,
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
    [self, name, '--one', '--inputs', options.inputs, '--seed', options.seed, ...(options.keep ? ['--keep'] : [])],
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
writeRows({
  place: 'fuzz',
  heading: ['parser', 'inputs', 'up to', 'refused', 'inputs kept', 'lines reached', 'slowest, ms', 'faults'],
  rows: new Map(
    outcomes.map(({ name, mostBytes, refused, kept, lines, linesRun, slowestMs, faults }) => [
      name,
      [
        ...[name, inputs.toLocaleString('en'), `${mostBytes / 1_024} KiB`],
        ...[`${((100 * refused) / inputs).toFixed(0)} %`, String(kept)],
        ...[`${((100 * linesRun) / lines).toFixed(1)} % of ${lines}`, slowestMs.toFixed(0), String(faults.length)],
      ],
    ]),
  ),
  order: Object.keys(targets),
  head: `Seed ${options.seed}.`,
  isWritten: options.write,
});
process.exitCode = outcomes.some(({ faults }) => faults.length > 0) ? 1 : 0;
