// `npm run test:arm64`: cross-builds every addon for arm64 and runs the test suite under QEMU user emulation.
//   arguments go to vitest; with any, the native tests are left out
// Speed and memory figures under the emulator mean nothing; limits in tests are stretched by TEST_TIME_FACTOR.
import '../setup/node-version.mjs';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { addTotals, closingLine, noTests, runCounting, runVitest } from '../check/totals.mjs';
import { explain, openReport } from '../setup/report.mjs';
import { root, setUpOrExit } from '../setup/setup.mjs';
import { emulatorCommand } from './emulated-node.mjs';
import { prepareArm64, tree, work } from './prepare.mjs';
import { findEmulator } from './toolchain.mjs';

const SLOWER_BY = 6; // measured: start of Node 20 to 30 times slower, everything else 3 to 10 times
const NATIVE_TEST_CPUS = ['cortex-a72', 'cortex-a53'];
const vitestArguments = process.argv.slice(2);

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
  for (const cpu of NATIVE_TEST_CPUS) {
    process.stdout.write(`\n== native tests on an emulated ${cpu}\n`);
    const runner = emulatorCommand(findEmulator(), cpu, sysroot).join(' ');
    const options = { cwd: tree, env: { ...env, NATIVE_TEST_RUNNER: runner } };
    totals = addTotals(totals, await runCounting(process.execPath, ['scripts/native-test.mjs'], options));
  }
}

process.stdout.write('\n== tests on an emulated cortex-a72\n');
const reportFile = path.join(work, 'vitest.json');
rmSync(reportFile, { force: true });
const factor = process.env.TEST_TIME_FACTOR ?? String(SLOWER_BY);
const vitest = [path.join(tree, 'node_modules/vitest/vitest.mjs'), 'run', ...vitestArguments];
const options = { cwd: tree, env: { ...emulated.env, TEST_TIME_FACTOR: factor } };
totals = addTotals(totals, await runVitest(emulated.wrapper, vitest, reportFile, options));

process.stdout.write(`\n${closingLine(totals)}\n`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
