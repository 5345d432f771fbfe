// Makes a fresh checkout runnable, and does nothing if nothing has changed.
import './node-version.mjs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleStep } from './bundle.mjs';
import { whileLocked } from './lock.mjs';
import { nativeAddonStep } from './native-addon.mjs';
import { binLinkStep, npmCiStep, opusStep, sqliteStep } from './node-modules.mjs';
import { explain, openReport } from './report.mjs';
import { systemPackagesStep, wishedPackagesStep } from './system-packages.mjs';
import { clientStep, typescriptStep } from './typescript.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Stages in order; the rows of a stage run at the same time, the steps of a row one after the other. */
function stagesFor(purpose) {
  const sqlite = sqliteStep(root); // one huge file: it keeps one core busy for a minute or two
  const rest = [nativeAddonStep(root), typescriptStep(root), bundleStep(root), clientStep(root), binLinkStep(root)];
  if (purpose === 'test') rest.unshift(opusStep(root));
  const wished = wishedPackagesStep(path.join(root, '.cache/wished-packages'));
  return [[[systemPackagesStep(), wished]], [[npmCiStep(root)]], [[sqlite], rest]];
}

async function runRow(row, report) {
  for (const step of row) if (!step.isFresh()) await report.step(step.title(), () => step.run(report));
}

/** `purpose`: 'start', or 'test', which also builds what only tests use. Rejects with a SetupFailure. */
export async function setUp(purpose) {
  const stages = stagesFor(purpose);
  if (stages.flat(2).every((step) => step.isFresh())) return;
  const report = openReport({ logFile: path.join(root, '.cache/setup.log') });
  report.say('Setting up; the first set-up takes minutes (log: .cache/setup.log)');
  const onWait = (pid) => report.say(`  waiting for another set-up of this checkout (process ${pid})`);
  await whileLocked(path.join(root, '.cache/setup.lock'), onWait, async () => {
    for (const rows of stages) {
      // Every row ends first: a compiler that is left alone would go on after the failure message.
      const outcomes = await Promise.allSettled(rows.map((row) => runRow(row, report)));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    }
  });
}

/** Does the same at the start of a command: a failure is printed and ends the process. */
export async function setUpOrExit(purpose) {
  try {
    await setUp(purpose);
  } catch (failure) {
    process.exit(explain(failure, path.join(root, '.cache/setup.log')));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const begun = Date.now();
  await setUpOrExit(process.argv.includes('--test') ? 'test' : 'start');
  process.stdout.write(`Ready (${((Date.now() - begun) / 1000).toFixed(1)} s)\n`);
}
