// docs/examples: the client that has a text spoken, as a reader would run it, against a real gateway.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SpeakingGateway, startSpeakingGateway } from '../../helpers/gateway/speaking-gateway.js';
import { quickVoice } from '../../helpers/gateway/synthesis-client.js';

const example = fileURLToPath(new URL('../../../docs/examples/speak.mjs', import.meta.url));
const text = '您好，请问有什么可以帮您？';

let gateway: SpeakingGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startSpeakingGateway();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-example-'));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

function run(...more: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { appkey, secret } = gateway.app;
  const where = ['--appkey', appkey, '--secret', secret, '--http', gateway.http, '--https', gateway.https];
  return new Promise((resolve) => {
    execFile(process.execPath, [example, ...more, ...where, '--property', quickVoice], (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

it('docs/examples/speak.mjs writes what was spoken, sample for sample', async () => {
  const file = join(directory, 'hello.wav');
  expect(await run(text, file)).toEqual({ code: 0, stdout: 'END NORMAL\n', stderr: '' });
  const wav = readFileSync(file);
  const client = await gateway.connect();
  expect(wav.subarray(44).equals(await client.spoken(text))).toBe(true);
  expect([wav.readUInt32LE(24), wav.readUInt32LE(40)]).toEqual([16_000, wav.length - 44]);
  await client.close();
});

it('docs/examples/speak.mjs shows a refusal and exits with 1', async () => {
  const { code, stderr } = await run(text, join(directory, 'none.wav'), '--config', '{"pitch":501}');
  expect([code, stderr]).toEqual([1, 'ERROR 40002: config.pitch: must be in [-500,500]\n']);
});

it('docs/examples/speak.mjs shows warnings, and an error in the middle', async () => {
  const marked = await run('<speak><x/>好</speak>', join(directory, 'marked.wav'), '--config', '{"useS3ML":true}');
  expect([marked.code, marked.stdout]).toEqual([0, 'END NORMAL\n']);
  expect(marked.stderr).toContain('warning 100: markup tag <x>');
  const { code, stderr } = await run('🙂', join(directory, 'none.wav'));
  expect([code, stderr]).toEqual([1, 'ERROR 40002: text: contains nothing that can be spoken\n']);
});
