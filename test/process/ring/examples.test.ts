// docs/examples: the screening clients in Node and Python, as a reader would run them, against a real gateway.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AccessToken } from '../../../docs/examples/connect.mjs';
import { cadences, silence, tone, wavOf } from '../../helpers/audio/tones.js';
import { type RingGateway, startRingGateway } from '../../helpers/gateway/ring-gateway.js';
import { timeFactor } from '../../helpers/time-factor.js';

const timeoutMs = 40_000 * timeFactor; // they send in real time
const example = (name: string) => fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url));

let gateway: RingGateway;
let directory: string;
beforeAll(async () => {
  gateway = await startRingGateway();
  directory = mkdtempSync(join(tmpdir(), 'tonegate-example-'));
  writeFileSync(join(directory, 'ringback.wav'), wavOf(tone(cadences.ringback, 3_015)));
  writeFileSync(join(directory, 'busy.wav'), wavOf(tone(cadences.busy, 6_000)));
  writeFileSync(join(directory, 'quiet.wav'), wavOf(silence(220)));
});
afterAll(async () => {
  await gateway.discard();
  rmSync(directory, { recursive: true, force: true });
});

const access = () => ({ ...gateway.app, http: gateway.http, https: gateway.https });

function runExample(program: string, name: string, args: readonly string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(program, [example(name), ...args], { cwd: directory }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });
}

describe.each([
  ['screen.mjs', process.execPath],
  ['screen.py', 'python3'],
])('docs/examples/%s', (name, program) => {
  function run(files: readonly string[], ...more: string[]) {
    const { appkey, secret, http, https } = access();
    const args = ['--appkey', appkey, '--secret', secret, '--http', http, '--https', https, ...more];
    return runExample(program, name, [...files, ...args]);
  }

  it(
    'screens one call after the other, with a short last slice, and hangs up at a final verdict',
    async () => {
      const { code, stdout, stderr } = await run(['ringback.wav', 'busy.wav', 'quiet.wav']);
      expect([code, stderr]).toEqual([0, '']);
      const lines = stdout.trim().split('\n');
      expect(lines.map((line) => line.replace(/ \d+ ms/, ''))).toEqual([
        'ringback.wav so far: 11 no answer (#WAIT#)',
        'ringback.wav final: 11 no answer (#WAIT#)',
        'busy.wav final: 10 busy (#BUSY#)',
        'quiet.wav final: 0 other situations ()',
      ]);
      expect(lines[1]).toContain(' 3015 ms ');
      expect(lines[3]).toContain(' 220 ms ');
    },
    timeoutMs,
  );

  it(
    'screens the A-law recording that lies beside it',
    async () => {
      const { code, stdout, stderr } = await run([example('busy.wav')]);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('final: 10 busy (#BUSY#)');
    },
    timeoutMs,
  );

  it(
    'says when the call was answered',
    async () => {
      const { stdout } = await run(['quiet.wav'], '--answered-at-ms', '100');
      expect(stdout).toContain('final: 0 other situations');
      expect(gateway.logText()).toMatch(/"answeredAtMs":100/);
    },
    timeoutMs,
  );

  it(
    'shows a refusal, goes on with the next call, and exits with 1',
    async () => {
      const refused = await run(['quiet.wav'], '--property', 'cn_8k_nothing');
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/404|400/);
      const { code, stdout, stderr } = await run(['none.wav', 'quiet.wav']);
      expect([code, stdout]).toEqual([1, 'quiet.wav 220 ms final: 0 other situations ()\n']);
      expect(stderr).toContain('none.wav: ');
    },
    timeoutMs,
  );
});

describe.each([
  ['screen.mjs', process.execPath, ['quiet.wav', '--answered-at-ms', 'x'], /--answered-at-ms/],
  ['screen.py', 'python3', ['quiet.wav', '--answered-at-ms', 'x'], /--answered-at-ms/],
  ['stream.mjs', process.execPath, [], /one WAV file/],
  ['speak.mjs', process.execPath, ['你好'], /a text and the name of a WAV file/],
] as const)('the command line of docs/examples/%s', (name, program, wrong, reason) => {
  it('--help prints the usage', async () => {
    for (const option of ['--help', '-h']) {
      const { code, stdout, stderr } = await runExample(program, name, [option]);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^usage: ${name} [\\s\\S]*--appkey`));
    }
  });

  it('a wrong line is refused with its fault and the usage, status 2', async () => {
    const access = ['--appkey', 'a', '--secret', 's'];
    const lines = [
      { args: [...wrong, ...access], says: reason },
      { args: ['--bogus', ...access, 'quiet.wav', 'b.wav'], says: /--bogus/ },
      { args: name === 'speak.mjs' ? ['你好', 'b.wav'] : ['quiet.wav'], says: /--appkey and --secret are needed/ },
    ];
    for (const { args, says } of lines) {
      const { code, stdout, stderr } = await runExample(program, name, args);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(says);
      expect(stderr).toContain(`usage: ${name}`);
      expect(stderr).not.toContain('    at '); // no stack
    }
  });
});

it('the examples’ access token is renewed before it ends, and kept until then', async () => {
  const token = new AccessToken(access());
  const first = await token.current();
  expect(await token.current()).toBe(first);
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 12.5 * 3_600_000);
  const second = await token.current();
  now.mockRestore();
  expect(second).not.toBe(first);
  await (await gateway.connect({ token: second })).close();
});
