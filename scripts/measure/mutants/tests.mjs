// Runs test files of a copy: those below native/test as programs of their own, the others with vitest.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { buildEnvironment } from '../../setup/build-environment.mjs';

/** A bug may make a test wait for ever; all test files without a bug take longer than those of one. */
const LIMIT_MS = { one: 300_000, all: 1_800_000 };

/** Gateways, engines and commands of the tests run from dist/. */
export const needsCompiling = (tests) => tests.some((test) => /^test\/(process|slow)\//.test(test));

function run(copy, args, limitMs = LIMIT_MS.one) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    ...{ cwd: copy, env: buildEnvironment(), encoding: 'utf8', timeout: limitMs, killSignal: 'SIGKILL' },
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

/** All of them. */
export function compileAll(copy) {
  const args = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noCheck', '--pretty', 'false'];
  const { isGood, output } = run(copy, args);
  if (!isGood) throw new Error(`tsc: ${output}`);
}

/** `by`: the first test that failed. */
export function runTests(copy, tests, { limitMs = LIMIT_MS.one, bail = ['--bail=1'] } = {}) {
  const programs = tests.filter((test) => test.startsWith('native/test/'));
  for (const program of programs) {
    const outcome = run(copy, ['scripts/native-test.mjs', '--only', path.basename(program, '.cc')], limitMs);
    const sentence = /^FAILED: (.*)$/m.exec(outcome.output)?.[1] ?? path.basename(program);
    if (!outcome.isGood) return { failed: true, by: outcome.isLate ? 'did not end' : sentence, output: outcome.output };
  }
  const files = tests.filter((test) => !programs.includes(test));
  if (files.length === 0) return { failed: false };
  const report = path.join(copy, '.cache/mutant.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const outcome = run(copy, ['node_modules/vitest/vitest.mjs', 'run', ...bail, ...reporters, ...files], limitMs);
  if (outcome.isGood) return { failed: false };
  return { failed: true, by: outcome.isLate ? 'did not end' : firstFailure(report), output: outcome.output };
}

function firstFailure(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    return tests.find(({ status }) => status === 'failed')?.fullName ?? 'a file that does not load';
  } catch {
    return 'no report';
  }
}

/** Every test file once, where no bug is planted. */
export const runSound = (copy, tests) => runTests(copy, tests, { limitMs: LIMIT_MS.all, bail: [] });
