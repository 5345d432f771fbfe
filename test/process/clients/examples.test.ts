// The examples of both clients, as a reader would run them, against a real gateway. Those in Python that stream need the Python package
// websockets.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, cadences, joined, tone, wavOf } from '../../helpers/audio/tones.js';
import { startGatewayForClients } from '../../helpers/clients/gateway-for-clients.js';
import type { AsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { quickVoice } from '../../helpers/gateway/synthesis-client.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';
import { timeFactor } from '../../helpers/time-factor.js';
import { recording } from '../../helpers/transcription/trans-gateway.js';

const packages = fileURLToPath(new URL('../../../packages', import.meta.url));
const python = process.env.TEST_PYTHON ?? 'python3';
const hasWebsockets = spawnSync(python, ['-c', 'import websockets']).status === 0;
const timeoutMs = 60_000 * timeFactor;

let gateway: AsrGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startGatewayForClients();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-example-'));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

const file = (name: string, bytes?: Uint8Array) => {
  const path = join(directory, name);
  if (bytes !== undefined) writeFileSync(path, bytes);
  return path;
};

function run(program: string, args: readonly string[], changes: Record<string, string> = {}, input?: Uint8Array) {
  const env = {
    ...process.env,
    PYTHONPATH: join(packages, 'client-python/src'),
    PYTHONDONTWRITEBYTECODE: '1',
    TONEGATE_URL: gateway.http,
    TONEGATE_TOKEN_URL: gateway.https,
    TONEGATE_CA: join(gateway.dataDir, 'tls', 'cert.pem'),
    TONEGATE_APPKEY: gateway.app.appkey,
    TONEGATE_SECRET: gateway.app.secret,
    ...changes,
  };
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn(program, args, { env });
    const out = { stdout: '', stderr: '' };
    child.stdout.on('data', (text) => {
      out.stdout += text;
    });
    child.stderr.on('data', (text) => {
      out.stderr += text;
    });
    child.stdin.on('error', () => {}); // a verdict may end it before all is read
    child.stdin.end(input ?? '');
    child.on('close', (code) => resolve({ code, ...out }));
  });
}

const languages = [
  { folder: 'client-js', program: process.execPath, name: (plain: string) => `${plain}.mjs`, streams: true },
  {
    ...{ folder: 'client-python', program: python, streams: hasWebsockets },
    name: (plain: string) => `${plain.replace('-', '_')}.py`,
  },
];

describe.each(languages)('the examples of $folder', ({ folder, program, name, streams }) => {
  const example = (plain: string, args: readonly string[], changes?: Record<string, string>, input?: Uint8Array) =>
    run(program, [join(packages, folder, 'examples', name(plain)), ...args], changes, input);
  const busy = tone(cadences.busy, 4_000, { noiseDbm0: -60 });
  const call = joined(tone(cadences.ringback, 3_000, { noiseDbm0: -60 }), busy);

  it('screen a recording, and show a refusal in a line', { timeout: timeoutMs }, async () => {
    const wav = file('busy.wav', wavOf(busy));
    expect(await example('screen-wav', [wav])).toEqual({ code: 0, stdout: '10 busy (#BUSY#)\n', stderr: '' });
    const refused = await example('screen-wav', [wav], { TONEGATE_SECRET: 'wrong' });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^UnauthenticatedError .*\n$/);
  });

  it.skipIf(!streams)('screen a call from standard input', { timeout: timeoutMs }, async () => {
    const { code, stdout, stderr } = await example('screen-live', [], {}, bytesOf(call));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/so far: 11 no answer \(#WAIT#\)\n.*final: 10 busy \(#BUSY#\)\n$/);
  });

  it.skipIf(!streams)('recognise a file', { timeout: timeoutMs }, async () => {
    const { code, stdout, stderr } = await example('recognise', [file('spoken.wav', wavOf(spoken('3一二三8四五8')))]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/VOICE_START[\s\S]+… [\s\S]+ms = /);
  });

  it.skipIf(!streams)('speak a text into a WAV file', { timeout: timeoutMs }, async () => {
    const wav = file(`${folder}.wav`);
    const args = ['您好，请问有什么可以帮您？', wav, '--voice', quickVoice, '--rate', '8000'];
    expect(await example('speak', args)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(wav).readUInt32LE(24)).toBe(8_000);
    expect(readFileSync(wav).length).toBeGreaterThan(8_000);
  });

  it('transcribe a recording', { timeout: timeoutMs }, async () => {
    const raw = file('call.raw', recording('一二三'));
    const { code, stdout, stderr } = await example('transcribe', [raw, '--format', 'pcm_s16le_8k']);
    expect([code, stderr.includes('succeeded 100 %')]).toEqual([0, true]);
    expect(stdout.trim()).not.toBe('');
  });
});

it('the JavaScript example resamples and packs Opus', { timeout: timeoutMs }, async () => {
  const samples = bytesOf(tone(cadences.busy, 4_000, { rateHz: 44_100 }));
  const live = join(packages, 'client-js/examples/screen-live.mjs');
  const { stdout, stderr } = await run(process.execPath, [live, '--rate', '44100', '--opus'], {}, samples);
  expect([stderr, stdout.includes('final: 10 busy')]).toEqual(['', true]);
});
