// `tonegate batch`: recordings of several slices, and a gateway that answers over https with a certificate of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchCommand } from '../../../src/cli/batch/batch.js';
import { exitCodes } from '../../../src/cli/exit.js';
import { limits } from '../../../src/protocol/limits.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { recording, startTransGateway, type TransGateway } from '../../helpers/transcription/trans-gateway.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const raw = ['--format', 'pcm_s16le_8k', '--result', 'TXT'];
const sliceBytes = limits.trans.sliceBytes.default;

let gateway: TransGateway;
let folder: string;
beforeAll(async () => {
  gateway = await startTransGateway();
  folder = mkdtempSync(join(tmpdir(), 'tonegate-batch-'));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(folder, { recursive: true, force: true });
});

it('uploads a recording in as many slices as it has, and each comes to its place', async () => {
  const pause = Buffer.alloc(sliceBytes);
  const spoken = Buffer.concat([recording('一二三'), pause, recording('四五六'), pause, recording('七八九')]);
  expect(Math.ceil(spoken.length / sliceBytes)).toBe(3);
  writeFileSync(join(folder, 'long.raw'), spoken);
  const args = ['submit', join(folder, 'long.raw'), ...raw, '--data', gateway.dataDir, '-o', folder];
  const { code, stderr } = await runCommand(batchCommand(), args);
  expect([code, stderr]).toEqual([exitCodes.fine, expect.not.stringContaining('again')]);
  expect(readFileSync(join(folder, 'long.txt'), 'utf8')).toBe('一二三\n四五六\n七八九\n');
});

/** As from another machine. */
const far = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const { PATH = '' } = process.env;
    const known = { TONEGATE_GATEWAY: gateway.https, TONEGATE_APPKEY: gateway.app.appkey };
    const env = { PATH, ...known, TONEGATE_ACCESS_TOKEN: gateway.accessToken, ...more };
    execFile(process.execPath, [program, 'batch', ...args], { env }, (fault, stdout, stderr) =>
      resolve({ code: Number(fault?.code ?? 0), stdout, stderr }),
    );
  });

it('talks to a gateway over https whose certificate NODE_EXTRA_CA_CERTS names', async () => {
  writeFileSync(join(folder, 'call.raw'), recording());
  const trusting = { NODE_EXTRA_CA_CERTS: join(gateway.dataDir, 'tls', 'cert.pem') };
  const ended = await far(['submit', join(folder, 'call.raw'), ...raw, '-o', folder], trusting);
  expect([ended.code, ended.stderr]).toEqual([exitCodes.fine, expect.not.stringContaining('again')]);
  expect(readFileSync(join(folder, 'call.txt'), 'utf8')).toBe('一二三\n');
});

it('says whom it does not trust, and how it would', async () => {
  const { code, stderr } = await far(['status']);
  expect(stderr).toMatch(
    /^tonegate: https:\S+: its certificate is not trusted \(\w+\); name a certificate to trust, .* in NODE_EXTRA_CA_CERTS\n$/,
  );
  expect(code).toBe(exitCodes.service);
});

it('says where it finds no https', async () => {
  const { code, stderr } = await far(['status', '--gateway', gateway.http.replace('http:', 'https:')]);
  expect(stderr).toMatch(
    /^tonegate: https:\S+: no gateway answers there \(\w+\); note that http and https use different ports\n$/,
  );
  expect(code).toBe(exitCodes.service);
});
