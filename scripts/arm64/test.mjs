// `npm run test:arm64`: cross-builds every addon for arm64 and runs, under QEMU user emulation, the native tests and
// those test files that need arm64 (scripts/check/test-folders.mjs).
//   --all           every test file, and the native tests on a second emulated processor
//   anything else   goes to vitest, which then considers all files; the native tests are left out
// The tests of the encoder also run on a processor with dot products of bytes.
// Speed and memory figures under the emulator mean nothing; limits in tests are stretched by TEST_TIME_FACTOR.
import '../setup/node-version.mjs';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { arm64Folders } from '../check/test-folders.mjs';
import { addTotals, closingLine, noTests, runCounting, runVitest } from '../check/totals.mjs';
import { explain, openReport } from '../setup/report.mjs';
import { root, setUpOrExit } from '../setup/setup.mjs';
import { emulatorCommand } from './emulated-node.mjs';
import { prepareArm64, tree, work } from './prepare.mjs';
import { findEmulator } from './toolchain.mjs';

const SLOWER_BY = 6; // measured: Node starts 20 to 30 times slower, everything else is 3 to 10 times slower
const NATIVE_TEST_CPU = 'cortex-a72';
const OTHER_CPUS = ['cortex-a53'];
/** A processor with dot products of bytes, which the encoder uses. */
const DOT_CPU = 'cortex-a76';
const given = process.argv.slice(2);
const vitestArguments = given.filter((argument) => argument !== '--all');
const isAll = vitestArguments.length < given.length;
const isChosen = given.length === 0;

await setUpOrExit('start');
const report = openReport({ logFile: path.join(root, '.cache/setup-arm64.log') });

let prepared;
try {
  prepared = await prepareArm64(report);
} catch (failure) {
  process.exit(explain(failure, report.logFile));
}

const { env, emulated, sysroot } = prepared;
let totals = noTests();
if (vitestArguments.length === 0) {
  const runs = [
    { cpu: NATIVE_TEST_CPU, only: [] },
    { cpu: DOT_CPU, only: ['--only', 'encoder'] },
    ...(isAll ? OTHER_CPUS : []).map((cpu) => ({ cpu, only: [] })),
  ];
  for (const { cpu, only } of runs) {
    process.stdout.write(`\n== native tests on an emulated ${cpu}\n`);
    const runner = emulatorCommand(findEmulator(), cpu, sysroot).join(' ');
    const options = { cwd: tree, env: { ...env, NATIVE_TEST_RUNNER: runner } };
    totals = addTotals(totals, await runCounting(process.execPath, ['scripts/native-test.mjs', ...only], options));
  }
}

process.stdout.write('\n== tests on an emulated cortex-a72\n');
const reportFile = path.join(work, 'vitest.json');
rmSync(reportFile, { force: true });
const factor = process.env.TEST_TIME_FACTOR ?? String(SLOWER_BY);
const files = isChosen ? arm64Folders : vitestArguments;
const vitest = [path.join(tree, 'node_modules/vitest/vitest.mjs'), 'run', ...files];
// vitest itself, which turns TypeScript into JavaScript, is no emulated process; the processes that it runs tests in are.
const options = { cwd: tree, env: { ...emulated.env, TEST_TIME_FACTOR: factor, TEST_WORKERS: 'emulated' } };
totals = addTotals(totals, await runVitest(process.execPath, vitest, reportFile, options));

process.stdout.write(`\n${closingLine(totals)}\n`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
