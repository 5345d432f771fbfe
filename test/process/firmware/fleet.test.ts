// Firmware through the sync agent: an upstream that rolls out, and boxes that follow it, all real gateways. A script stands for the
// program of the box, which would install with RAUC and restart.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firmwareCommand } from '../../../src/cli/board/firmware.js';
import { bundleOf } from '../../../src/firmware/examples.js';
import type { SyncState } from '../../../src/protocol/wire/sync-messages.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer } from '../../helpers/gateway/resource-client.js';
import { runCommand } from '../../helpers/gateway/run-command.js';
import { impatient, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';

const product = 'tonegate-arm64';
const bundle = (version: string, { compatible = product, description = '', bytes = 400_000 } = {}) =>
  bundleOf(
    `[update]\ncompatible=${compatible}\nversion=${version}\ndescription=${description}\n\n[bundle]\nformat=verity\n`,
    Buffer.alloc(bytes, version),
  );

const script = `#!/bin/sh
cd "$(dirname "$0")"
echo "$*" | sed 's,/[^ ]*/,,' >>calls
case "$1" in
  status) printf '{"product":"%s","version":"%s","boot":"%s","slot":"A","pending":""}' ${product} "$(cat version)" "$(cat boot)" ;;
  install)
    if [ -e fails ]; then echo "signature verification failed" >&2; exit 1; fi
    sed -n 's/^version=//p' "$2" | tail -n 1 >next ;;
  restart)
    echo "$(($(cat boot) + 1))" >boot
    [ -e goes-back ] || cp next version ;;
esac
`;

interface BoxProgram {
  readonly path: string;
  readonly calls: () => string[];
  readonly set: (name: string, text?: string) => void;
  readonly version: () => string;
}

const folders: string[] = [];
function boxProgram(version = '1.0.0'): BoxProgram {
  const folder = mkdtempSync(join(tmpdir(), 'tonegate-fleet-'));
  folders.push(folder);
  const set = (name: string, text = '') => writeFileSync(join(folder, name), text);
  set('version', version);
  set('boot', '1');
  set('program', script);
  chmodSync(join(folder, 'program'), 0o755);
  const calls = () =>
    existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') : [];
  return {
    path: join(folder, 'program'),
    // The file may be there before its first line is.
    ...{ set, calls: () => calls().filter((call) => call !== '' && call !== 'status') },
    version: () => readFileSync(join(folder, 'version'), 'utf8').trim(),
  };
}

interface Released {
  readonly good: number;
  readonly bad: number;
  readonly isHeld: boolean;
  readonly boxes: Record<string, number>;
}

let pair: SyncPair;
let program: BoxProgram;
beforeEach(async () => {
  pair = await startPair({ 'sync.outbox': false });
  program = boxProgram();
});
afterEach(async () => {
  await pair.discard();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const credential = (gateway: TestGateway) => ({ authorization: `Bearer ${gateway.adminCredential}` });
async function upload(
  bytes: Buffer,
): Promise<{ status: number; json: { sha256: string; error?: { message: string } } }> {
  const answer = await fetch(`${pair.upstream.admin}/v10/admin/firmware/bundles`, {
    ...{ method: 'POST', body: new Uint8Array(bytes) },
    headers: { ...credential(pair.upstream), 'content-type': 'application/octet-stream' },
  });
  return { status: answer.status, json: (await answer.json()) as never };
}
const releasePath = `/v10/admin/firmware/releases/${product}`;
async function publish(bytes: Buffer, settings: object = {}): Promise<string> {
  const { sha256 } = (await upload(bytes)).json;
  const { status, text } = await administer(pair.upstream, 'PUT', releasePath, { sha256, ...settings });
  expect(status, text).toBe(200);
  return sha256;
}
const change = (settings: object) => administer(pair.upstream, 'PATCH', releasePath, settings);
const released = async (): Promise<Released> =>
  (await administer(pair.upstream, 'GET', '/v10/admin/firmware')).json.releases[0];
const own = async (gateway = pair.box) => (await administer(gateway, 'GET', '/v10/admin/firmware')).json.box;
async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    await sleep(10);
  }
}
const follow = (settings: object = {}, dataDir?: string, with_ = program) =>
  pair.startAgent({
    settings: { 'firmware.program': with_.path, ...settings },
    ...(dataDir !== undefined && { dataDir }),
  });

describe('an update through the sync agent', () => {
  it('is fetched, installed, and reported as good after the restart', async () => {
    const sha256 = await publish(bundle('1.1.0'));
    follow();
    expect(await until(released, ({ good }) => good === 1)).toMatchObject({
      bad: 0,
      isHeld: false,
      boxes: { good: 1 },
    });
    expect(program.version()).toBe('1.1.0');
    expect(program.calls()).toEqual([`install ${sha256}`, 'restart']);
    expect(await own()).toMatchObject({ state: 'good', version: '1.1.0', product });
  });

  it('goes on where a bad line broke', async () => {
    const sha256 = await publish(bundle('1.1.0', { bytes: 2_000_000 }));
    pair.proxy.meddle((request) =>
      request.path.endsWith(sha256) && request.nth < 3 ? { do: 'cut', afterBytes: 500_000 } : undefined,
    );
    follow();
    await until(released, ({ good }) => good === 1);
    expect(pair.proxy.seen.filter(({ path }) => path.endsWith(sha256)).length).toBeGreaterThan(2);
    expect(pair.proxy.sentBytes(/\/v10\/sync\/content\//)).toBeLessThanOrEqual(1.2 * 2_000_000);
  });

  it('does not hold up the rest of the state', async () => {
    await publish(bundle('1.1.0'));
    const sha256 = (await state('true')).items.find(({ kind }) => kind === 'firmware')?.kind;
    expect(sha256).toBe('firmware');
    pair.proxy.meddle((request) => (request.path.includes('/content/') ? { do: 'cut', afterBytes: 0 } : undefined));
    follow();
    await pair.inStep();
    expect(program.calls()).toEqual([]);
  });

  it('waits for its wave, and fetches nothing before', async () => {
    await publish(bundle('1.1.0'), { wavePercent: 0 });
    const agent = follow();
    await until(own, (box) => box?.state === 'waiting');
    expect((await own()).reason).toBe('the wave (0 %) has not reached this box');
    expect(pair.proxy.seen.filter(({ path }) => path.includes('/content/'))).toEqual([]);
    await change({ wavePercent: 100 });
    await until(released, ({ good }) => good === 1);
    await agent.stop();
  });

  it('is fetched at once, and installed in the maintenance window', async () => {
    const minute = Math.floor(Date.now() / 60_000) % 1_440;
    const window = (fromMin: number, toMin: number) => ({
      fromMin: (fromMin + 1_440) % 1_440,
      toMin: (toMin + 1_440) % 1_440,
    });
    await publish(bundle('1.1.0'), { window: window(minute + 120, minute + 180) });
    follow();
    await until(own, (box) => box?.reason === 'the maintenance window is closed');
    expect(pair.proxy.seen.some(({ path }) => path.includes('/content/'))).toBe(true);
    expect(program.calls()).toEqual([]);
    await change({ window: window(minute - 60, minute + 60) });
    await until(released, ({ good }) => good === 1);
  });

  it.each([
    ['older', bundle('0.9.0'), {}, /^the bundle \(0\.9\.0\) is older than the version of this box \(1\.0\.0\)/],
    [
      'which needs another version first',
      bundle('3.0.0', { description: 'minFrom 2.0.0' }),
      {},
      /needs at least version 2\.0\.0/,
    ],
  ])('that is %s is refused, and the upstream hears why', async (_, bytes, settings, words) => {
    await publish(bytes, settings);
    follow();
    await until(released, ({ boxes }) => boxes.refused === 1);
    const { boxes } = (await administer(pair.upstream, 'GET', '/v10/admin/firmware/boxes?state=refused')).json;
    expect(boxes[0].reason).toMatch(words);
    expect(program.calls()).toEqual([]);
  });

  it.each([
    ['the upstream', bundle('0.9.0'), { allowDowngrade: true }],
    ['the bundle', bundle('0.9.0', { description: 'minFrom 0.1.0 allowDowngrade' }), {}],
  ])('that is older is installed where %s says so', async (_, bytes, settings) => {
    await publish(bytes, settings);
    follow();
    await until(released, ({ good }) => good === 1);
    expect(program.version()).toBe('0.9.0');
  });

  it('comes to a box whose clock says 1970, with the rest of the state', async () => {
    await publish(bundle('1.1.0'));
    const time = { ...impatient, wallMs: () => 60_000 };
    pair.startAgent({ time, settings: { 'firmware.program': program.path } });
    await until(released, ({ good }) => good === 1);
    expect((await pair.inStep()).report?.lastFault).toBeNull();
  });

  it('is refused in words on a machine that does not run the image', async () => {
    await publish(bundle('1.1.0'));
    follow({ 'firmware.program': '' });
    const box = await until(own, (each) => each?.state === 'refused');
    expect(box.reason).toBe('this machine does not run the tonegate image; update its Debian package with apt instead');
    const { stdout } = await runCommand(firmwareCommand(), ['status', '--data', pair.box.dataDir]);
    expect(stdout.toString('utf8')).toBe(`this box  refused (${box.reason})\n`);
    const told = async () =>
      (await administer(pair.upstream, 'GET', '/v10/admin/firmware/boxes?state=refused')).json.boxes;
    expect(await until(told, ({ length }) => length > 0)).toMatchObject([{ product: '', reason: box.reason }]);
  });

  it('that cannot be installed is tried three times in all', async () => {
    program.set('fails');
    await publish(bundle('1.1.0'), { holdBackPercent: 100 });
    follow();
    await until(own, (box) => box?.state === 'failed' && program.calls().length === 3);
    await pair.pollNow();
    await sleep(200);
    expect(program.calls().map((call) => call.split(' ')[0])).toEqual(['install', 'install', 'install']);
    expect(await own()).toMatchObject({ state: 'failed', reason: 'signature verification failed' });
  });
});

describe('a rollout whose boxes do not come back well', () => {
  it('is held back; no further box begins until the operator lets it go on', async () => {
    program.set('goes-back');
    await publish(bundle('1.1.0'), { holdBackPercent: 20 });
    const agent = follow();
    expect(await until(released, ({ isHeld }) => isHeld)).toMatchObject({ good: 0, bad: 1 });
    expect(await until(own, (box) => box?.state === 'wentBack')).toMatchObject({
      reason: 'the box went back to 1.0.0',
    });
    expect(pair.upstream.logText()).toContain('the rollout is held back: the update failed on too many boxes');
    const health = JSON.stringify(await (await fetch(`${pair.upstream.admin}/healthz`)).json());
    expect(health).toContain('the rollout of 1.1.0 for tonegate-arm64 is held back');
    await agent.stop();

    const second = await startTestGateway({ settings: pair.settings });
    const other = boxProgram();
    const follower = follow({}, second.dataDir, other);
    expect(
      (
        await until(
          () => own(second),
          (box) => box?.state === 'waiting',
        )
      ).reason,
    ).toBe('the rollout is held back');
    expect(other.calls()).toEqual([]);
    expect((await change({ isHeld: false })).json).toMatchObject({ isHeld: false, bad: 0 });
    await until(released, ({ good }) => good === 1);
    expect(other.version()).toBe('1.1.0');
    await follower.stop();
    await second.discard();
  });

  it('is held back for a box that goes to restart and is never heard of again', async () => {
    await publish(bundle('1.1.0'));
    const sha256 = (await administer(pair.upstream, 'GET', '/v10/admin/firmware')).json.releases[0].sha256;
    const app = pair.upstream.apps.add('silent', 'default', ['sync']);
    const report = { box: 'silent', product, version: '1.0.0', state: 'restarting', sha256, reason: '' };
    const answer = await pair.upstream.secure(`/v10/sync/firmware?appkey=${app.appkey}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(report),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await released()).toMatchObject({ bad: 0, isHeld: false });
    pair.upstream.advance(3_700_000);
    await change({}); // it looks at once; by itself each minute
    expect(await released()).toMatchObject({ bad: 1, isHeld: true });
  });
});

async function state(firmware: string): Promise<SyncState> {
  const app = pair.upstream.apps.add(`reader ${firmware}`, 'default', ['sync']);
  const { text } = await pair.upstream.secure(`/v10/sync/state?appkey=${app.appkey}&firmware=${firmware}`, {
    headers: { authorization: `Basic ${Buffer.from(`${app.appkey}:${app.secret}`).toString('base64')}` },
  });
  return JSON.parse(text);
}

describe('an upstream', () => {
  it('lists firmware only for boxes that know it: others would refuse the whole state', async () => {
    await publish(bundle('1.1.0'));
    expect((await state('false')).items.map(({ kind }) => kind)).not.toContain('firmware');
    expect((await state('true')).items.map(({ kind }) => kind)).toContain('firmware');
  });

  it('refuses what is no bundle, and keeps nothing of it', async () => {
    const { status, json } = await upload(Buffer.alloc(5_000));
    expect(status).toBe(400);
    expect(json.error?.message).toContain('is not a RAUC bundle: it does not end with a signature');
    const { sha256 } = (await upload(bundle('1.1.0', { compatible: 'other-box' }))).json;
    const wrong = await administer(pair.upstream, 'PUT', releasePath, { sha256 });
    expect(wrong.json.error.message).toBe('the bundle is for other-box, not for tonegate-arm64');
    const missing = await administer(pair.upstream, 'PUT', releasePath, { sha256: 'c'.repeat(64) });
    expect(missing.status).toBe(404);
  });

  it('that withdraws a rollout ends it for boxes that have not begun', async () => {
    await publish(bundle('1.1.0'), { wavePercent: 0 });
    follow();
    await until(own, (box) => box?.state === 'waiting');
    expect((await administer(pair.upstream, 'DELETE', releasePath)).status).toBe(200);
    await until(own, (box) => box?.state === 'current');
    expect(program.calls()).toEqual([]);
  });
});
