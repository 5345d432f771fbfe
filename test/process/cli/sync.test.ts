// `tonegate sync` and the sync process as a user runs them: the built program.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../../src/cli/exit.js';
import { statusText } from '../../../src/cli/sync.js';
import type { SyncStatus } from '../../../src/protocol/wire/sync-messages.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, draft } from '../../helpers/gateway/resource-client.js';
import { noModels } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));
const timeoutMs = 60_000 * timeFactor; // each command is a process

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let upstream: TestGateway;
let data: string;
let box: ChildProcess | undefined;
let log = '';
beforeAll(async () => {
  upstream = await startTestGateway();
  data = mkdtempSync(join(tmpdir(), 'tonegate-sync-cli-'));
  const { appkey, secret } = upstream.apps.add('box', 'default', ['sync']);
  writeFileSync(join(data, 'upstream.secret'), secret, { mode: 0o600 });
  const sync = {
    ...{ appkey, secretFile: join(data, 'upstream.secret'), intervalS: 600 },
    caFile: join(upstream.dataDir, 'tls', 'cert.pem'),
  };
  const config = { httpPort: 0, httpsPort: 0, upstream: upstream.https, sync, engines: 1 };
  writeFileSync(join(data, 'config.json'), JSON.stringify(config));
}, timeoutMs);
afterAll(async () => {
  if (box?.exitCode === null && box.signalCode === null) {
    box.kill('SIGKILL');
    await once(box, 'close');
  }
  await upstream.discard();
  rmSync(data, { recursive: true, force: true });
});

const sync = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, 'sync', ...args, '--data', data], (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });

/** What a command printed that ended well, and nothing on standard error. */
async function said(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await sync(...args);
  expect([code, stderr], `tonegate sync ${args.join(' ')}`).toEqual([0, '']);
  return stdout;
}

const statusNow = async (): Promise<SyncStatus> => JSON.parse(await said('status', '--json'));

describe('tonegate sync', () => {
  it('status needs a gateway: exit 4', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await sync('status');
    expect([code, stderr]).toEqual([exitCodes.service, expect.stringContaining('no gateway is running')]);
  });

  it('a mistyped command is not taken for the sync process: exit 2', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await sync('stauts');
    expect([code, stderr]).toEqual([
      exitCodes.usage,
      expect.stringContaining("unknown command 'stauts'; the commands are status, now"),
    ]);
  });

  it('now says that there is nothing to poll without an upstream: exit 3', { timeout: timeoutMs }, async () => {
    const args = [program, 'sync', 'now', '--data', upstream.dataDir];
    const { code, stderr } = await new Promise<Outcome>((resolve) => {
      execFile(process.execPath, args, (fault, stdout, stderr) =>
        resolve({ code: Number(fault?.code ?? 0), stdout, stderr }),
      );
    });
    expect([code, stderr]).toEqual([exitCodes.badInput, expect.stringContaining('no upstream is configured')]);
  });

  it('serve runs the sync process, which `sync now` makes poll', { timeout: timeoutMs }, async () => {
    const body = { resource: draft('from above', 'x\n') };
    expect((await administer(upstream, 'POST', '/v10/resource/sys/asr/userword', body)).status).toBe(200);
    const env = { ...process.env, TONEGATE_SHIPPED_MODELS: noModels };
    box = spawn(process.execPath, [program, 'serve', '--data', data], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    box.stderr?.on('data', (chunk) => (log += chunk));
    await once(createInterface({ input: box.stdout as NodeJS.ReadableStream }), 'line');
    expect(await said('now')).toContain('will poll now');
    let status = await statusNow();
    while (status.applied === null || status.report?.state !== 'waiting') status = await statusNow();
    expect(status.report).toMatchObject({ upstream: upstream.https, failuresInARow: 0, lastFault: null });
    const text = await said('status');
    expect(text).toMatch(/^state {9}waiting, next poll in \d+ (s|min)$/m);
    expect(text).toMatch(/^outbox {8}empty$/m);
    expect(await said('conflicts')).toBe('no conflicts\n');
  });

  it('a second sync process is told that one is at work: exit 4', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await sync();
    expect([code, stderr]).toEqual([exitCodes.service, expect.stringMatching(/sync process \d+ is already running/)]);
  });

  it('serve starts a sync process that was told to end again', { timeout: timeoutMs }, async () => {
    const pid = () => (existsSync(lock) ? readFileSync(lock, 'utf8').split(' ')[0] : undefined);
    const lock = join(data, 'sync', 'lock');
    const before = pid();
    process.kill(Number(before), 'SIGTERM');
    while (pid() === before || pid() === undefined) await statusNow();
    expect(log).toContain('the sync process ended and will be restarted');
  });

  it('no secret is in the log, and the sync process ends with the gateway', { timeout: timeoutMs }, async () => {
    const child = box as ChildProcess;
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(log).toContain('sync applied a state');
    expect(log).toContain('sync ended');
    expect(log).not.toContain(readFileSync(join(data, 'upstream.secret'), 'utf8'));
  });

  it('a disk that fails is told in words, not by a stack: exit 4', { timeout: timeoutMs }, async () => {
    rmSync(join(data, 'sync'), { recursive: true });
    writeFileSync(join(data, 'sync'), ''); // where a folder has to be
    const { code, stderr } = await sync();
    expect([code, stderr]).toEqual([
      exitCodes.service,
      expect.stringMatching(/the disk of this box failed \(E\w+ at mkdir/),
    ]);
    expect(stderr).not.toContain('    at ');
  });

  it('publish without NATS servers says so: exit 4', { timeout: timeoutMs }, async () => {
    const { code, stderr } = await sync('publish');
    expect([code, stderr]).toEqual([exitCodes.service, expect.stringContaining('sync.nats.servers is empty')]);
  });
});

describe('sync status in words', () => {
  const nowMs = 1_000_000_000;
  const report: NonNullable<SyncStatus['report']> = {
    ...{ upstream: 'https://up.example', state: 'waiting' as const, lastSuccessAtMs: nowMs - 61_000 },
    ...{ nextPollAtMs: nowMs + 90_000, failuresInARow: 0, lastFault: null, fetching: null },
  };
  const status: SyncStatus = {
    ...{ origin: 'a', revision: 3, report, applied: null, outbox: { waiting: 0, oldestMs: null } },
    ...{ hasUpstream: true, needsSignature: true, conflicts: 0, redo: 0 },
  };
  const lines = (one: SyncStatus) => statusText(one, nowMs).trimEnd().split('\n');

  it('says what there is', () => {
    expect(lines(status)).toEqual([
      'upstream      https://up.example',
      'state         waiting, next poll in 90 s',
      'last success  61 s ago',
      'signature     needed (sync.signKeys)',
      'applied       nothing yet',
      'outbox        empty',
      'conflicts     none',
    ]);
  });

  it.each<[string, Partial<SyncStatus>]>([
    [
      'upstream      none is configured (the setting upstream); nothing is fetched or sent',
      { hasUpstream: false, report: null },
    ],
    ['state         no sync process has reported since the gateway started', { report: null }],
    [
      'state         stopped until the fault is fixed; then run tonegate sync now, next poll in 60 min',
      { report: { ...report, state: 'stopped', nextPollAtMs: nowMs + 3_600_000 } },
    ],
    [
      'state         fetching, 1.5 of 30.0 MB',
      { report: { ...report, state: 'fetching', fetching: { doneBytes: 1_500_000, totalBytes: 30_000_000 } } },
    ],
    [
      'state         no report for 3 min; is the sync process running?',
      { report: { ...report, nextPollAtMs: nowMs - 180_000 } },
    ],
    ['fault         it broke (4 in a row)', { report: { ...report, lastFault: 'it broke', failuresInARow: 4 } }],
    ['applied       revision 7 of up, 3 h ago', { applied: { origin: 'up', revision: 7, atMs: nowMs - 10_800_000 } }],
    ['outbox        5 waiting, the oldest 3 days ago', { outbox: { waiting: 5, oldestMs: nowMs - 259_200_000 } }],
    [
      'signature     not needed: sync.signKeys is empty, so whoever holds the TLS key of the upstream controls this box',
      { needsSignature: false },
    ],
    ['conflicts     2; see tonegate sync conflicts', { conflicts: 2 }],
    ['files         1 not in place yet; the gateway tries again by itself', { redo: 1 }],
  ])('%s', (line, more) => {
    expect(lines({ ...status, ...more })).toContain(line);
  });
});
