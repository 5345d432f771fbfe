// Runs test files of a copy: those below native/test as programs of their own, the others with vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { buildEnvironment } from '../../setup/build-environment.mjs';

/**
 * Time limits: a bug may make a test wait for ever, and all test files without a bug take longer than those of one bug.
 */
const LIMIT_MS = { one: 300_000, all: 1_800_000 };

/** Gateways, engines and commands of the tests run from dist/. */
export const needsCompiling = (tests) => tests.some((test) => /^test\/(process|slow)\//.test(test));

function run(copy, args, limitMs = LIMIT_MS.one) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    ...{
      cwd: copy,
      env: { ...buildEnvironment(), TEST_STALE_BUILD: 'allowed' },
      encoding: 'utf8',
      timeout: limitMs,
      killSignal: 'SIGKILL',
    },
    maxBuffer: 2 ** 26,
  });
  return { isGood: status === 0, isLate: error?.code === 'ETIMEDOUT', output: `${stdout}${stderr}` };
}

/** The compiled file of one source below src/. Types are not looked at: a bug that the compiler sees needs no test. */
export function compileOne(copy, file) {
  const { config } = ts.readConfigFile(path.join(copy, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, copy);
  const source = readFileSync(path.join(copy, file), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: options, fileName: file });
  writeFileSync(path.join(copy, file.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js')), outputText);
}

/** All test files. */
export function compileAll(copy) {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noCheck', '--pretty', 'false'];
  const { isGood, output } = run(copy, args);
  if (!isGood) throw new Error(`tsc: ${output}`);
}

function runProgram(copy, file) {
  const outcome = run(copy, ['scripts/native-test.mjs', '--only', path.basename(file, '.cc')]);
  const sentence = /^FAILED: (.*)$/m.exec(outcome.output)?.[1] ?? path.basename(file);
  return { failed: !outcome.isGood, by: outcome.isLate ? 'did not end' : sentence };
}

/** Undefined if vitest wrote no report. */
function runVitest(copy, files, { limitMs = LIMIT_MS.one, bail = ['--bail=1'] } = {}) {
  const report = path.join(copy, '.cache/mutant.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  const outcome = run(copy, ['node_modules/vitest/vitest.mjs', 'run', ...bail, ...reporters, ...files], limitMs);
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  return { ...outcome, results };
}

const isProgram = (test) => test.startsWith('native/test/');

/** `by`: the first test that failed. */
export function runTests(copy, tests) {
  for (const program of tests.filter(isProgram)) {
    const outcome = runProgram(copy, program);
    if (outcome.failed) return outcome;
  }
  const files = tests.filter((test) => !isProgram(test));
  if (files.length === 0) return { failed: false };
  const { isGood, isLate, results } = runVitest(copy, files);
  const failed = results.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed');
  return { failed: !isGood, by: isLate ? 'did not end' : (failed?.fullName ?? 'a file that does not load') };
}

/** Tests that fail without a planted bug, so that their failures prove nothing. */
export function unsound(copy, tests) {
  const programs = tests.filter((test) => isProgram(test) && runProgram(copy, test).failed);
  const files = tests.filter((test) => !isProgram(test));
  if (files.length === 0) return programs;
  const { results } = runVitest(copy, files, { limitMs: LIMIT_MS.all, bail: [] });
  const passed = new Set(
    results.filter(({ status }) => status === 'passed').map(({ name }) => path.relative(copy, name)),
  );
  return [...programs, ...files.filter((file) => !passed.has(file))];
}
