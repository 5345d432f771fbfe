// Builds the fuzzers of native/fuzz with clang's libFuzzer and sanitizers, and runs them one after the other.
//   node scripts/fuzz.mjs [--seconds 60] [--inputs N] [--only NAME]
//                                  a target ends at the first of both limits; with --inputs alone, at these inputs
//   --timeout S    time after which an input counts as a fault (20); use more for a run that is paused and resumed
//   --keep         keep the fewest inputs with the same coverage (native/fuzz/corpus)
//   --write        write the rows into docs/measurements.md
// Kept inputs come first in every run. All inputs that were found are in native/build/fuzz/corpus; the input of a crash
// is written to native/build/fuzz and named. `npm test` needs none of this: native/test/parser_fuzz.cc damages the same
// seeds, with any compiler.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inputsOf, writeInputs } from './measure/fuzz/corpus.mjs';
import { writeRows } from './measure/fuzz/table.mjs';
import { filesBelow } from './setup/stamp.mjs';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string' },
    inputs: { type: 'string' },
    timeout: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const native = fileURLToPath(new URL('../native', import.meta.url));
const made = path.join(native, 'build/fuzz');
const versions = [22, 21, 20, 19, 18, 17, 16].map((version) => `-${version}`);
const compilers = [process.env.CXX, 'clang++', ...versions.map((version) => `clang++${version}`)];
const compiler = compilers.find((name) => name?.includes('clang') && spawnSync(name, ['--version']).status === 0);
if (compiler === undefined) {
  console.log('clang was not found; on Debian or Ubuntu run: apt-get install clang-19 libclang-rt-19-dev llvm-19');
  process.exit(2);
}
/** Coverage tools must match the version of the compiler; without them, lines are not counted. */
const version = /version (\d+)/.exec(spawnSync(compiler, ['--version'], { encoding: 'utf8' }).stdout)?.[1];
const toolOf = (name) => [`${name}-${version}`, name].find((each) => spawnSync(each, ['--version']).status === 0);
const [profdata, cov] = [toolOf('llvm-profdata'), toolOf('llvm-cov')];

/**
 * The sources of each parser, whose lines are counted, and the most bytes of an input. A parser whose input is then
 * heard, searched or spoken takes long for each byte without learning from it: its inputs are shorter, and run more
 * often.
 * @type {Record<string, { lines: RegExp, maxBytes: number }>}
 */
const parsers = {
  wav: { lines: /codec\/wav\.cc/, maxBytes: 65_536 },
  ogg: { lines: /codec\/ogg(_audio)?\.cc/, maxBytes: 65_536 },
  packed_opus: { lines: /packed\/(opus|packed)\.cc/, maxBytes: 2_048 },
  packed_speex: { lines: /packed\/(speex|speex_frame|packed)\.cc/, maxBytes: 2_048 },
  adpcm: { lines: /codec\/adpcm\.cc/, maxBytes: 256 },
  frontend: { lines: /frontend\/frontend\.cc/, maxBytes: 1_024 },
  lexicon: { lines: /words\/(lexicon\.cc|pronounce\.cc|section_reader\.h)/, maxBytes: 65_536 },
  language: { lines: /words\/(ngram\.cc|section_reader\.h)/, maxBytes: 65_536 },
  rescoring: { lines: /words\/(rescoring\.cc|section_reader\.h)/, maxBytes: 4_096 },
  sound: { lines: /vad\/sound_net\.cc/, maxBytes: 16_384 },
  voice_table: { lines: /vocoder\/parametric_table\.cc/, maxBytes: 8_192 },
};
const targets = readdirSync(path.join(native, 'fuzz'))
  .filter((file) => file.endsWith('.cc') && file !== 'write_seeds.cc')
  .map((file) => path.basename(file, '.cc'));
const uncounted = targets.filter((name) => parsers[name] === undefined);
if (uncounted.length > 0) throw new Error(`scripts/fuzz.mjs does not name the sources of ${uncounted.join(', ')}`);

const flags = [
  ...['-std=c++20', '-O2', '-g', '-fno-exceptions', '-ffp-contract=off', `-I${native}`],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-fprofile-instr-generate', '-fcoverage-mapping'],
];

function run(command, args, { env = process.env } = {}) {
  const given = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28, cwd: made, env };
  return spawnSync(command, args, given);
}
function mustRun(command, args, given) {
  const { status, stdout, stderr } = run(command, args, given);
  if (status === 0) return stdout;
  console.log(`${path.basename(command)} ended with ${status}:\n${stdout}${stderr}`);
  process.exit(1);
}

/** Time of the file's last change; 0 if there is no file. */
function timeOf(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

mkdirSync(made, { recursive: true });
const core = filesBelow(path.join(native, 'core')).filter((file) => file.endsWith('.cc'));
const objects = core.map((file) => path.join(made, `${path.relative(native, file).replaceAll('/', '-')}.o`));
/** Objects of an earlier run are reused if no source has changed since. */
const changedMs = Math.max(...[...filesBelow(path.join(native, 'core')), fileURLToPath(import.meta.url)].map(timeOf));
/**
 * Sums over samples after the parsers. Their comparisons do not help the fuzzer, and recording them took most of its
 * time.
 */
const unguided = /resampler\.cc$/;
core.forEach((file, at) => {
  if (timeOf(objects[at]) > changedMs) return;
  const guide = unguided.test(file) ? [] : ['-fsanitize=fuzzer-no-link'];
  mustRun(compiler, [...flags, ...guide, '-c', file, '-o', objects[at]]);
});
const link = (source, program, extra) =>
  mustRun(compiler, [...flags, ...extra, source, ...objects, '-lspeex', '-lopus', '-o', program]);

const writer = path.join(made, 'write_seeds');
link(path.join(native, 'fuzz/write_seeds.cc'), writer, ['-fsanitize=fuzzer-no-link']);
mustRun(writer, [path.join(made, 'seeds')], { env: { ...process.env, LLVM_PROFILE_FILE: '/dev/null' } });

/** Lines of a parser's sources that any input reached, as llvm-cov counts them. */
function linesOf(name, program) {
  if (profdata === undefined || cov === undefined) return 'not counted';
  const profile = path.join(made, `${name}.profile`);
  mustRun(profdata, ['merge', '-sparse', path.join(made, `${name}.profraw`), '-o', profile]);
  const { data } = JSON.parse(mustRun(cov, ['export', '-summary-only', `-instr-profile=${profile}`, program]));
  const counted = data[0].files.filter(({ filename }) => parsers[name].lines.test(filename));
  const sum = (key) => counted.reduce((total, { summary }) => total + summary.lines[key], 0);
  return `${((100 * sum('covered')) / sum('count')).toFixed(1)} % of ${sum('count')}`;
}

const rows = new Map();
let crashes = 0;
for (const name of targets.filter((each) => each.includes(options.only))) {
  const program = path.join(made, name);
  link(path.join(native, 'fuzz', `${name}.cc`), program, ['-fsanitize=fuzzer']);
  const [corpus, kept, seeds] = ['corpus', 'kept', 'seeds'].map((folder) => path.join(made, folder, name));
  rmSync(kept, { recursive: true, force: true });
  for (const folder of [corpus, kept]) mkdirSync(folder, { recursive: true });
  const keptFile = path.join(native, 'fuzz/corpus', `${name}.jsonl`);
  inputsOf(keptFile).forEach((bytes, at) => {
    writeFileSync(path.join(kept, String(at)), bytes);
  });
  const { maxBytes } = parsers[name];
  const limits = [
    `-max_len=${maxBytes}`,
    `-timeout=${options.timeout}`,
    '-rss_limit_mb=2048',
    '-print_final_stats=1',
    '-verbosity=0',
  ];
  // libspeex writes a line to stderr for each damaged frame
  limits.push('-close_fd_mask=2', `-artifact_prefix=${made}/${name}-`);
  const seconds = options.seconds ?? (options.inputs === undefined ? '60' : undefined);
  if (options.inputs !== undefined) limits.push(`-runs=${options.inputs}`);
  if (seconds !== undefined) limits.push(`-max_total_time=${seconds}`);
  const env = { ...process.env, LLVM_PROFILE_FILE: path.join(made, `${name}.profraw`) };
  const startedMs = performance.now();
  const { status, stderr } = run(program, [...limits, corpus, kept, seeds], { env });
  const tookS = (performance.now() - startedMs) / 1_000;
  const inputs = Number(/stat::number_of_executed_units: (\d+)/.exec(stderr)?.[1] ?? 0);
  const slowest = /stat::slowest_unit_time_sec: +(\d+)/.exec(stderr)?.[1] ?? '?';
  if (status !== 0) {
    crashes++;
    console.log(`${stderr}\n${name} ended with ${status}; its input is in ${made}: run the fuzzer on it to see why`);
  }
  const lines = status === 0 ? linesOf(name, program) : 'not counted';
  rows.set(name, [
    name,
    inputs.toLocaleString('en'),
    `${maxBytes / 1_024} KiB`,
    tookS.toFixed(0),
    lines,
    slowest,
    status === 0 ? '0' : '1',
  ]);
  console.log(`${name}: ${inputs} inputs in ${tookS.toFixed(0)} s, lines reached ${lines}`);
  if (options.keep && status === 0) {
    const fewest = path.join(made, 'fewest', name);
    rmSync(fewest, { recursive: true, force: true });
    mkdirSync(fewest, { recursive: true });
    const quiet = { env: { ...process.env, LLVM_PROFILE_FILE: '/dev/null' } };
    mustRun(program, ['-merge=1', '-close_fd_mask=2', fewest, kept, corpus, seeds], quiet);
    writeInputs(
      keptFile,
      filesBelow(fewest)
        .sort()
        .map((file) => readFileSync(file)),
    );
  }
}
writeRows({
  place: 'fuzz-native',
  heading: ['parser', 'inputs', 'up to', 'seconds', 'lines reached', 'slowest, s', 'crashes'],
  rows,
  order: targets,
  head: `AddressSanitizer and UndefinedBehaviorSanitizer, clang ${version}.`,
  isWritten: options.write,
});
process.exitCode = crashes > 0 ? 1 : 0;
