// Whoever ends npm or npx ends the gateway that they started: npm passes a signal to the shell in between, which leaves its
// child behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEmulated } from '../../helpers/emulated.js';
import { call } from '../../helpers/gateway/call.js';
import { noModels } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const timeout = 120_000 * timeFactor;

let data: string;
let npm: ChildProcess;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'tonegate-npm-'));
});
afterEach(() => {
  npm.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
});

const ports = ['--http', '0', '--https', '0'];

/** The address of its http listener, read from what it prints. */
async function started(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, TONEGATE_DATA: data, TONEGATE_SHIPPED_MODELS: noModels };
  npm = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: npm.stdout as NodeJS.ReadableStream })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error(`${program} ended before the gateway served`);
}

async function isGone(address: string): Promise<void> {
  for (;;) {
    const isThere = await call(`${address}/v10/none`).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
    await new Promise((next) => setTimeout(next, 100));
  }
}

const whyNot = isEmulated ? ' (not run: npm would set the emulated tree up for the processor of the host)' : '';
describe.skipIf(isEmulated).each([
  ['npm start', 'npm', ['start', '--', ...ports]],
  ['npx tonegate serve', 'npx', ['tonegate', 'serve', ...ports]],
] as const)(`%s${whyNot}`, (_, program, args) => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('ends with its gateway by %s', { timeout }, async (signal) => {
    const address = await started(program, args);
    const ended = once(npm, 'exit');
    npm.kill(signal);
    await ended;
    await isGone(address);
    expect(npm.killed).toBe(true);
  });
});
