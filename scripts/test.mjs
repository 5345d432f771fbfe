// `npm test`: its own set-up, then every check and every test. It ends with a line "N passed, N failed, N skipped".
//   --only PART   only the vitest files whose path contains PART (pure, ring, http/routes …), without checks and native
//                 tests
//   anything else goes to vitest
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { measureTimeFactor } from './check/time-factor.mjs';
import { addTotals, closingLine, noTests, runCheck, runCounting, runVitest } from './check/totals.mjs';
import { buildEnvironment } from './setup/build-environment.mjs';
import { root, setUpOrExit } from './setup/setup.mjs';

const options = process.argv.slice(2);
const onlyAt = options.indexOf('--only');
const only = onlyAt < 0 ? [] : options.splice(onlyAt, 2).slice(1);

await setUpOrExit('test');

const inRoot = { cwd: root, env: buildEnvironment() };
const bin = (name) => path.join(root, 'node_modules', name);
const node = process.execPath;
const heading = (text) => process.stdout.write(`\n== ${text}\n`);

const checks = [
  ['style (biome)', [bin('@biomejs/biome/bin/biome'), 'check', '--colors=off', '.']],
  ['imports run one way', ['scripts/check/imports.mjs']],
  ['every export is used', ['scripts/check/exports.mjs']],
  ['tests are in the right folders', ['scripts/check/test-folders.mjs']],
  ['no file names paths of this machine', ['scripts/check/tracked.mjs']],
  ['third-party packages keep the policy', ['scripts/check/dependencies.mjs']],
  ['types of src and test', [bin('typescript/bin/tsc'), '-p', 'test', '--noEmit', '--pretty', 'false']],
];

let totals = noTests();
if (only.length === 0 && options.length === 0) {
  for (const [title, args] of checks) {
    heading(title);
    totals = addTotals(totals, await runCheck(node, args, inRoot));
  }
  heading('native tests');
  totals = addTotals(totals, await runCounting(node, ['scripts/native-test.mjs'], inRoot));
}

heading('tests');
const environment = { ...inRoot.env };
if (environment.TEST_TIME_FACTOR === undefined) {
  const { factor, share, startMs } = await measureTimeFactor();
  environment.TEST_TIME_FACTOR = String(factor);
  const measured = `a process gets ${Math.round(share * 100)} % of a core and starts in ${Math.round(startMs)} ms`;
  process.stdout.write(`Time limits are stretched by ${factor}: ${measured}. TEST_TIME_FACTOR sets another factor.\n`);
}
const reportFile = path.join(root, '.cache/vitest.json');
if (existsSync(reportFile)) rmSync(reportFile);
totals = addTotals(
  totals,
  await runVitest(node, [bin('vitest/vitest.mjs'), 'run', ...only, ...options], reportFile, {
    ...inRoot,
    env: environment,
  }),
);

process.stdout.write(`\n${closingLine(totals)}\n`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
