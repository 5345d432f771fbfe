// A poisoned model: engines load it and die of calls. Here this program kills them, a moment after each begins to serve
// with it.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { enginesOf, health, modelsOf } from './state.mjs';

/** @typedef {import('../../lib/gateway.mjs').Gateway} Gateway */

const cli = fileURLToPath(new URL('../../../tonegate.mjs', import.meta.url));
const shipped = fileURLToPath(new URL('../../../../models/asr-zh-8k', import.meta.url));
const diesAfterMs = 500;
const giveUpMs = 180_000;

/** The shipped recogniser under another version, active. @param {Gateway} gateway @param {string} version */
async function activate(gateway, version) {
  const folder = mkdtempSync(join(tmpdir(), 'poison-'));
  try {
    const model = join(folder, 'model');
    cpSync(shipped, model, { recursive: true });
    const file = join(model, 'manifest.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version }));
    await promisify(execFile)(process.execPath, [
      cli,
      'models',
      'install',
      model,
      '--activate',
      '--data',
      gateway.data,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {Gateway} gateway @param {string} model */
async function untilServes(gateway, model) {
  for (const endMs = performance.now() + giveUpMs; performance.now() < endMs; await sleep(100)) {
    if ((await modelsOf(gateway)).has(model)) return;
  }
  throw new Error(`${model} does not serve after ${giveUpMs} ms`);
}

/**
 * The time from the first death until the predecessor serves again, and the number of deaths. @param {Gateway} gateway
 */
export async function poisoned(gateway) {
  await activate(gateway, '8.0.0');
  await untilServes(gateway, 'asr-zh-8k@8.0.0');
  const good = new Set((await enginesOf(gateway)).map(({ pid }) => pid));
  await activate(gateway, '9.0.0');
  let [firstMs, deaths] = [Number.NaN, 0];
  for (const endMs = performance.now() + giveUpMs; performance.now() < endMs; await sleep(50)) {
    const serving = await modelsOf(gateway);
    if (deaths > 0 && serving.has('asr-zh-8k@8.0.0')) {
      const told = (await health(gateway)).degraded.some((/** @type {string} */ line) =>
        line.includes('asr-zh-8k@9.0.0'),
      );
      if (!told) throw new Error('/healthz does not name the model in quarantine');
      return { tookMs: performance.now() - firstMs, deaths };
    }
    if (!serving.has('asr-zh-8k@9.0.0')) continue;
    for (const { pid, role, isReady } of await enginesOf(gateway)) {
      if (role !== 'serving' || !isReady || good.has(pid)) continue;
      good.add(pid); // it dies once
      await sleep(diesAfterMs);
      if (Number.isNaN(firstMs)) firstMs = performance.now();
      deaths++;
      process.kill(pid, 'SIGKILL');
    }
  }
  throw new Error(`the predecessor does not serve ${giveUpMs} ms after ${deaths} deaths`);
}
