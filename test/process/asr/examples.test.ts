// docs/examples: the streaming client in Node, as a reader would run it, against a real gateway.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wavOf } from '../../helpers/audio/tones.js';
import { type AsrGateway, startAsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';
import { timeFactor } from '../../helpers/time-factor.js';

const example = fileURLToPath(new URL('../../../docs/examples/stream.mjs', import.meta.url));
const timeoutMs = 40_000 * timeFactor; // it sends in real time

let gateway: AsrGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startAsrGateway();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-example-'));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

function run(file: string, ...more: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { appkey, secret } = gateway.app;
  const args = [
    file,
    '--appkey',
    appkey,
    '--secret',
    secret,
    '--http',
    gateway.http,
    '--https',
    gateway.https,
    ...more,
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, [example, ...args], (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

it('docs/examples/stream.mjs shows events, growing text and final sentences', { timeout: timeoutMs }, async () => {
  const file = join(directory, 'call.wav');
  writeFileSync(file, wavOf(spoken('3一二三8四五')));
  const { code, stdout, stderr } = await run(file, '--config', '{"addPunc":false,"digitNorm":false}');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/VOICE_START[\s\S]+…[\s\S]+VOICE_END[\s\S]+\] 一二三\n[\s\S]+\] 四五\nEND NORMAL\n$/);
});

it('docs/examples/stream.mjs stops when the service ends the session', { timeout: timeoutMs }, async () => {
  const file = join(directory, 'long.wav');
  writeFileSync(file, wavOf(spoken('3一二8四五9999')));
  const { stdout } = await run(file, '--mode', 'utterance_stream', '--config', '{"digitNorm":false}');
  expect(stdout).toMatch(/\] 一二\P{L}?\nEND NORMAL\n$/u);
  expect(stdout).not.toContain('四');
});

it('docs/examples/stream.mjs shows a refusal and exits with 1', { timeout: timeoutMs }, async () => {
  const file = join(directory, 'short.wav');
  writeFileSync(file, wavOf(spoken('3一3')));
  const { code, stderr } = await run(file, '--config', '{"vadTail":1}');
  expect(code).toBe(1);
  expect(stderr).toContain('ERROR 40002: config.vadTail: must be in [50-30000] (ms)');
});
