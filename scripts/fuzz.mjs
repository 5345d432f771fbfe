// Builds the fuzzers of native/fuzz with clang's libFuzzer and sanitizers, and runs them one after the other.
//   node scripts/fuzz.mjs [--seconds 60] [--only NAME]
// Inputs that were found are kept in native/build/fuzz/corpus; a crash leaves its input in native/build/fuzz and says so.
// `npm test` needs none of this: native/test/parser_fuzz.cc damages the same seeds, with any compiler.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filesBelow } from './setup/stamp.mjs';

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string', default: '' } },
});
const native = fileURLToPath(new URL('../native', import.meta.url));
const made = path.join(native, 'build/fuzz');
const compilers = [process.env.CXX, 'clang++', ...[22, 21, 20, 19, 18, 17, 16].map((version) => `clang++-${version}`)];
const compiler = compilers.find((name) => name?.includes('clang') && spawnSync(name, ['--version']).status === 0);
if (compiler === undefined) {
  console.log('clang was not found; on Debian or Ubuntu run: apt-get install clang-19 libclang-rt-19-dev');
  process.exit(2);
}

const flags = [
  ...['-std=c++20', '-O1', '-g', '-fno-exceptions', '-ffp-contract=off', `-I${native}`],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
];

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return;
  console.log(
    `${path.basename(command)} ended with ${status}; its input is in ${made}: run the fuzzer on it to see why`,
  );
  process.exit(1);
}

mkdirSync(made, { recursive: true });
const core = filesBelow(path.join(native, 'core')).filter((file) => file.endsWith('.cc'));
const objects = core.map((file) => path.join(made, `${path.relative(native, file).replaceAll('/', '-')}.o`));
core.forEach((file, at) => {
  run(compiler, [...flags, '-fsanitize=fuzzer-no-link', '-c', file, '-o', objects[at]]);
});
const link = (source, program, extra) =>
  run(compiler, [...flags, ...extra, source, ...objects, '-lspeex', '-lopus', '-o', program]);

const writer = path.join(made, 'write_seeds');
link(path.join(native, 'fuzz/write_seeds.cc'), writer, ['-fsanitize=fuzzer-no-link']);
run(writer, [path.join(made, 'seeds')]);

const targets = readdirSync(path.join(native, 'fuzz'))
  .filter((file) => file.endsWith('.cc') && file !== 'write_seeds.cc')
  .map((file) => path.basename(file, '.cc'))
  .filter((name) => name.includes(options.only));
for (const name of targets) {
  const program = path.join(made, name);
  link(path.join(native, 'fuzz', `${name}.cc`), program, ['-fsanitize=fuzzer']);
  const corpus = path.join(made, 'corpus', name);
  mkdirSync(corpus, { recursive: true });
  console.log(`\n== ${name}: ${options.seconds} s`);
  const limits = ['-max_len=65536', '-timeout=20', '-rss_limit_mb=2048', '-print_final_stats=1', '-verbosity=0'];
  // libspeex writes a line to stderr for each damaged frame
  limits.push('-close_fd_mask=2', `-artifact_prefix=${made}/${name}-`);
  run(program, [...limits, `-max_total_time=${options.seconds}`, corpus, path.join(made, 'seeds', name)], {
    cwd: made,
  });
}
console.log(`\n${targets.length} fuzzers found nothing`);
