// Compiles every .cc file below native/test with the sources of native/core and runs it. Each program prints one line;
// the last line is "N passed, N failed". Objects are kept under native/build/test by the hash of their inputs.
//   --only PART          only programs whose names contain PART
//   --no-sanitize        without AddressSanitizer and UndefinedBehaviorSanitizer (also if the compiler has none)
//   --runner "COMMAND"   put before each program, for example an emulator; implies --no-sanitize
// Environment: CXX, CXXFLAGS, NATIVE_TEST_RUNNER.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filesBelow } from './setup/stamp.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, 'no-sanitize': { type: 'boolean' }, runner: { type: 'string' } },
});
const native = fileURLToPath(new URL('../native', import.meta.url));
const made = path.join(native, 'build/test');
const words = (text) => (text ?? '').split(/\s+/).filter((word) => word !== '');
const compiler = words(process.env.CXX ?? 'g++');
const runner = words(options.runner ?? process.env.NATIVE_TEST_RUNNER);
const environment = { ...process.env, ...(runner.length > 0 && { NATIVE_TEST_RUNNER: runner.join(' ') }) };
const jobs = os.availableParallelism();

const strict = ['-std=c++20', '-O1', '-g', '-Wall', '-Wextra', '-Werror', '-fno-exceptions', '-ffp-contract=off'];
const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
const libraries = ['-lspeex', '-lopus'];
const KEPT_UNUSED_MS = 3_600_000; // long enough for simultaneous runs with other flags

mkdirSync(made, { recursive: true });

/** True if programs with sanitizers can be built and run here. */
function sanitizersWork() {
  if (options['no-sanitize'] || runner.length > 0) return false;
  const source = path.join(made, 'sanitize.cc');
  const program = path.join(made, 'sanitize');
  writeFileSync(source, 'int main() { return 0; }\n');
  const built = spawnSync(compiler[0], [...compiler.slice(1), ...sanitizers, source, '-o', program]);
  return built.status === 0 && spawnSync(program).status === 0;
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-200_000);
      });
    }
    child.on('error', (error) => resolve({ status: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code, signal) => resolve({ status: code ?? signal ?? 1, output }));
  });
}

async function eachOf(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

const version = spawnSync(compiler[0], [...compiler.slice(1), '--version'], { encoding: 'utf8' });
if (version.status !== 0) {
  console.log(`There is no C++ compiler: ${compiler.join(' ')} does not run\n0 passed, 1 failed`);
  process.exit(1);
}
const flags = [...strict, ...(sanitizersWork() ? sanitizers : []), ...words(process.env.CXXFLAGS), `-I${native}`];
const sources = filesBelow(native, ['build', 'bench', 'bind']);
const headers = createHash('sha256').update(JSON.stringify([compiler, flags.slice(0, -1), version.stdout]));
for (const file of sources) if (file.endsWith('.h')) headers.update(readFileSync(file));
const common = headers.digest();

const used = new Set();

/** Builds `file` unless it exists; it has another name at first, so that an interrupted build leaves nothing. */
async function make(file, args) {
  used.add(path.basename(file));
  if (existsSync(file)) return;
  const unfinished = `${file}.${process.pid}`;
  const { status, output } = await run(compiler[0], [...compiler.slice(1), ...flags, ...args, '-o', unfinished]);
  if (status !== 0) {
    rmSync(unfinished, { force: true });
    throw new Error(output);
  }
  renameSync(unfinished, file);
}

const hashName = (...parts) => {
  const hash = createHash('sha256').update(common);
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
};
const objects = new Map();
async function compile(source) {
  const object = path.join(made, `${hashName(readFileSync(source))}.o`);
  await make(object, ['-c', source]);
  objects.set(source, object);
}

const below = (folder) => sources.filter((file) => file.startsWith(path.join(native, folder)) && file.endsWith('.cc'));
const core = below('core/');
const tests = below('test/').filter((file) => path.basename(file).includes(options.only ?? ''));
const totals = { passed: 0, failed: 0 };
const name = (test) => path.basename(test, '.cc');

try {
  await eachOf(core, compile);
} catch (error) {
  console.log(`${error.message}\nnative/core does not compile\n0 passed, 1 failed`);
  process.exit(1);
}

await eachOf(tests, async (test) => {
  const began = Date.now();
  try {
    await compile(test);
    const parts = [objects.get(test), ...core.map((source) => objects.get(source))];
    const program = path.join(made, hashName('program', name(test), ...parts));
    await make(program, [...parts, ...libraries]);
    const [command, ...args] = [...runner, program];
    const { status, output } = await run(command, args);
    const counted = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1);
    const passed = Number(counted?.[1] ?? 0);
    const failed = Math.max(Number(counted?.[2] ?? 0), status === 0 && passed > 0 ? 0 : 1);
    totals.passed += passed;
    totals.failed += failed;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name(test)}: ${passed} passed, ${failed} failed (${seconds} s)`,
    );
    if (failed > 0) console.log(`${output}\n${name(test)} ended with ${status}`);
  } catch (error) {
    totals.failed += 1;
    console.log(`FAILED ${name(test)} does not compile\n${error.message}`);
  }
});

for (const file of readdirSync(made)) {
  const place = path.join(made, file);
  if (!used.has(file) && Date.now() - statSync(place).mtimeMs > KEPT_UNUSED_MS) rmSync(place, { force: true });
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
