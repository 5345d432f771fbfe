// `tonegate firmware` at an upstream.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firmwareCommand } from '../../../src/cli/board/firmware.js';
import { exampleBundle } from '../../../src/firmware/examples.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { runCommand } from '../../helpers/gateway/run-command.js';

let folder: string;
let upstream: TestGateway;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-firmware-'));
  upstream = await startTestGateway();
});
afterAll(async () => {
  await upstream.discard();
  rmSync(folder, { recursive: true });
});

async function firmware(...args: string[]) {
  const { code, stdout, stderr } = await runCommand(firmwareCommand(), [...args, '--data', upstream.dataDir]);
  return { code, stdout: stdout.toString('utf8'), stderr };
}

it('publish refuses a bundle that is being rolled out, and the rollout stays as it is', async () => {
  const file = join(folder, 'a.raucb');
  writeFileSync(file, exampleBundle);
  const first = await firmware('publish', file, '--percent', '5', '--window', '18:00-21:00');
  expect([first.code, first.stderr]).toEqual([0, '']);
  await firmware('hold', 'tonegate-arm64');
  const before = (await firmware('status')).stdout;
  expect(before).toContain('5 % of the boxes, 18:00-21:00 UTC, HELD BACK');
  const { code, stderr } = await firmware('publish', file);
  expect([code, stderr]).toEqual([
    3,
    'tonegate: this bundle (tonegate-arm64 0.2.0) is being rolled out already; change its rollout with tonegate firmware set, hold or resume\n',
  ]);
  expect((await firmware('status')).stdout).toBe(before);
});

it('boxes lists the states if it is given none of them', async () => {
  const { code, stderr } = await firmware('boxes', '--state', 'lost');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^tonegate: query\.state: must be one of (\w+, )*wentBack/);
});
