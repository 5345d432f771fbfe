// packages/client-python against a real gateway: its own tests, in a child. Streams need the Python package websockets; TEST_PYTHON
// names an interpreter that has it.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesOf, cadences, joined, silence, tone, wavOf } from '../../helpers/audio/tones.js';
import { type Front, startFront, startGatewayForClients } from '../../helpers/clients/gateway-for-clients.js';
import type { AsrGateway } from '../../helpers/gateway/asr-gateway.js';
import { quickVoice } from '../../helpers/gateway/synthesis-client.js';
import { spoken } from '../../helpers/models/tone-recogniser.js';
import { timeFactor } from '../../helpers/time-factor.js';
import { recording } from '../../helpers/transcription/trans-gateway.js';

const python = process.env.TEST_PYTHON ?? 'python3';
const directory = fileURLToPath(new URL('../../../packages/client-python', import.meta.url));
const hasWebsockets = spawnSync(python, ['-c', 'import websockets']).status === 0;
const timeoutMs = 120_000 * timeFactor;

let gateway: AsrGateway;
let front: Front;
let audio: string;
beforeAll(async () => {
  gateway = await startGatewayForClients();
  front = await startFront(gateway.http);
  audio = mkdtempSync(join(tmpdir(), 'tonegate-python-'));
  const noise = { noiseDbm0: -60 };
  const busy = tone(cadences.busy, 4_000, noise);
  const files = {
    'busy.wav': wavOf(busy),
    'call.raw': bytesOf(joined(tone(cadences.ringback, 3_000, noise), silence(800), busy)),
    'spoken.wav': wavOf(spoken('3一二三3')),
    'sentences.raw': bytesOf(spoken('3一二三8四五8')),
    'long.raw': Buffer.concat([recording('一二三'), Buffer.alloc(8_388_608 + 4), recording('四五六')]),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(audio, name), bytes);
});
afterAll(async () => {
  await front.stop();
  await gateway.discard();
  rmSync(audio, { recursive: true, force: true });
});

function runTests(part: string): Promise<string> {
  const env = {
    ...process.env,
    PYTHONPATH: join(directory, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    TONEGATE_HTTP: gateway.http,
    TONEGATE_HTTPS: gateway.https,
    TONEGATE_FRONT: front.url,
    TONEGATE_CA: join(gateway.dataDir, 'tls', 'cert.pem'),
    TONEGATE_APPKEY: gateway.app.appkey,
    TONEGATE_SECRET: gateway.app.secret,
    TONEGATE_VOICE: quickVoice,
    TONEGATE_AUDIO: audio,
  };
  return new Promise((resolve) => {
    const args = ['-W', 'error', '-m', 'unittest', '-v', `tests.test_gateway.${part}`];
    execFile(python, args, { cwd: directory, env, timeout: timeoutMs }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

it(
  'its requests keep their promises: token, screening, recognition, transcription, refusals, 503',
  async () => {
    expect(await runTests('Requests')).toMatch(/Ran 9 tests in [\d.]+s\n\nOK\n$/);
  },
  timeoutMs,
);

it.skipIf(!hasWebsockets)(
  'its streams keep theirs (skipped where the Python package websockets is absent)',
  async () => {
    expect(await runTests('Streams')).toMatch(/Ran 8 tests in [\d.]+s\n\nOK\n$/);
  },
  timeoutMs,
);

it('without the package websockets, a stream is refused with the command that installs it', async () => {
  const program = [
    'import sys; sys.modules["websockets"] = None',
    'from tonegate_client import *',
    `client = TonegateClient("${gateway.http}", "${gateway.app.appkey}", sys.argv[1], token_url="${gateway.https}", trust_any_certificate=True)`,
    'try: client.open_screening()',
    'except UsageError as fault: print(fault)',
  ].join('\n');
  const env = { ...process.env, PYTHONPATH: join(directory, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
  const said = await new Promise((resolve) => {
    execFile(python, ['-c', program, gateway.app.secret], { env }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(said).toBe("streams need the package websockets: pip install 'tonegate-client[stream]'\n");
});
