// Brings a checkout from nothing to runnable, and does nothing when nothing changed.
import './node-version.mjs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileLocked } from './lock.mjs';
import { nativeAddonStep } from './native-addon.mjs';
import { binLinkStep, npmCiStep, opusStep, sqliteStep } from './node-modules.mjs';
import { explain, openReport } from './report.mjs';
import { systemPackagesStep } from './system-packages.mjs';
import { typescriptStep } from './typescript.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

function stepsFor(purpose) {
  const steps = [systemPackagesStep(), npmCiStep(root), sqliteStep(root)];
  if (purpose === 'test') steps.push(opusStep(root));
  steps.push(nativeAddonStep(root), typescriptStep(root), binLinkStep(root));
  return steps;
}

/** `purpose`: 'start', or 'test', which also builds what only tests use. Rejects with a SetupFailure. */
export async function setUp(purpose) {
  const steps = stepsFor(purpose);
  if (steps.every((step) => step.isFresh())) return;
  const report = openReport({ logFile: path.join(root, '.cache/setup.log') });
  report.say('Setting up (log: .cache/setup.log)');
  const onWait = (pid) => report.say(`  waiting for another set-up of this checkout (process ${pid})`);
  await whileLocked(path.join(root, '.cache/setup.lock'), onWait, async () => {
    for (const step of steps) if (!step.isFresh()) await report.step(step.title(), () => step.run(report));
  });
}

/** As setUp, for the top of a command: a failure is printed and ends the process. */
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
