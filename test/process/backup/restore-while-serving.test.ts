// docs/hardening.md, "Backup and restore": `tonegate restore --replace` beside a gateway that serves, by the built program.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveOf } from '../../../src/backup/write-archive.js';
import { localBackups } from '../../../src/local/backup/backup.js';
import { noModels } from '../../helpers/models/shipped.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));

interface Serving {
  readonly child: ChildProcess;
  readonly log: () => string;
  readonly lines: () => number;
}

let folder: string;
let dataDir: string;
let appkey: string;
let serving: Serving;

async function serve(): Promise<Serving> {
  const args = [program, 'serve', '--data', dataDir, '--http', '0', '--https', '0'];
  const env = { ...process.env, TONEGATE_SHIPPED_MODELS: noModels };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [log, lines] = ['', 0];
  child.stderr.on('data', (text) => {
    log += text;
  });
  const output = createInterface({ input: child.stdout });
  output.on('line', () => lines++);
  await Promise.race([
    once(output, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`did not serve: ${log}`))),
  ]);
  return { child, log: () => log, lines: () => lines };
}

const tonegate = (args: string[], on = dataDir) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args, '--data', on], (fault, stdout, stderr) =>
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr }),
    );
  });

const lists = () =>
  `${JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')).http}/v10/resource/user/asr/userword?appkey=${appkey}`;

/** Directories and files of restores in the data directory. */
const leftovers = () => readdirSync(dataDir).filter((name) => name.endsWith('.part'));

async function store(name: string): Promise<void> {
  const resource = { name, lang: 'cn', content: Buffer.from('张三\n').toString('base64') };
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(lists(), { method: 'POST', headers, body: JSON.stringify({ resource }) });
  expect(reply.status).toBe(200);
}

async function names(): Promise<string[]> {
  const { resourceList } = (await (await fetch(lists())).json()) as { resourceList: { name: string }[] };
  return resourceList.map(({ name }) => name);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-restore-'));
  dataDir = join(folder, 'data');
  serving = await serve();
  appkey = JSON.parse((await tonegate(['apps', 'add', 'dialer', '--json', '--show-secret'])).stdout).appkey;
  await store('before');
  expect((await tonegate(['backup', join(folder, 'a.tar')])).code).toBe(0);
  await store('after');
});
afterAll(async () => {
  serving.child.kill('SIGKILL');
  await once(serving.child, 'exit');
  rmSync(folder, { recursive: true });
});

describe('a restore beside a gateway that serves', () => {
  it('is refused without --replace, which would remove what the gateway has', async () => {
    const { code, stderr } = await tonegate(['restore', join(folder, 'a.tar')]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/a gateway serves this data directory; give --replace/)]);
  });

  it('of a damaged archive changes nothing, and the gateway goes on', async () => {
    const bytes = readFileSync(join(folder, 'a.tar'));
    writeFileSync(join(folder, 'cut.tar'), bytes.subarray(0, bytes.length / 2));
    const { code, stderr } = await tonegate(['restore', join(folder, 'cut.tar'), '--replace']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/cut\.tar: .*cut short/)]);
    expect(await names()).toEqual(['before', 'after']);
  });

  it('makes the same process serve the content of the backup', async () => {
    const { code, stdout, stderr } = await tonegate(['restore', join(folder, 'a.tar'), '--replace']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/restarts with it/)]);
    expect(stdout).toMatch(/restored \d+ files, .*; the gateway serves it/);
    expect(serving.child.exitCode).toBeNull();
    expect(await names()).toEqual(['before']);
    await expect.poll(leftovers).toEqual([]);
    expect(serving.lines()).toBe(1);
  });

  it('can be made again', async () => {
    await store('later');
    expect((await tonegate(['restore', join(folder, 'a.tar'), '--replace'])).code).toBe(0);
    expect(await names()).toEqual(['before']);
  });

  it('with settings that the gateway refuses changes nothing, and says why', async () => {
    const box = join(folder, 'wrong settings');
    await localBackups.restore(join(folder, 'a.tar'), box, false);
    writeFileSync(join(box, 'config.json'), '{"nosuch": 1}');
    const files = ['config.json', 'tonegate.db'].map((path) => ({ path, file: join(box, path) }));
    const pieces: Uint8Array[] = [];
    for await (const piece of archiveOf(files, { version: '0.1.0', madeAtMs: 0 })) pieces.push(piece);
    writeFileSync(join(folder, 'wrong.tar'), Buffer.concat(pieces));
    await store('kept');
    const { code, stderr } = await tonegate(['restore', join(folder, 'wrong.tar'), '--replace']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/cannot start with the content of the backup: .*nosuch/)]);
    expect(await names()).toEqual(['before', 'kept']);
    expect(leftovers()).toEqual([]);
  });

  it('beside another one is refused', async () => {
    const held = localBackups.stage(join(folder, 'a.tar'), dataDir, () => sleep(2_000));
    const { code, stderr } = await tonegate(['restore', join(folder, 'a.tar'), '--replace']);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/another restore is running/)]);
    await held;
    expect(await names()).toEqual(['before', 'kept']);
    expect(leftovers()).toEqual([]);
  });

  it('whose gateway is killed before it takes the backup says that nothing was changed', async () => {
    serving.child.kill('SIGSTOP'); // a gateway whose calls do not end
    let staged = '';
    const restored = localBackups.stage(join(folder, 'a.tar'), dataDir, async (id) => {
      staged = id;
      serving.child.kill('SIGUSR2');
      serving.child.kill('SIGKILL');
      await once(serving.child, 'exit');
      serving = await serve();
      await expect.poll(() => localBackups.isStaged(dataDir, id)).toBe(false);
    });
    await restored;
    expect(staged).toMatch(/^[0-9a-f]{12}$/);
    expect(serving.log()).toMatch(/the content of a restore was removed.*restore again/);
    expect(await names()).toEqual(['before', 'kept']);
    expect(leftovers()).toEqual([]);
  });

  it('is none where only an old address and the number of another process are left', async () => {
    const abandoned = join(folder, 'abandoned');
    await localBackups.restore(join(folder, 'a.tar'), abandoned, false);
    const bystander = spawn('sleep', ['60']);
    const stale = { pid: bystander.pid, admin: 'http://127.0.0.1:9', http: '', takesRestores: true };
    writeFileSync(join(abandoned, 'gateway.json'), JSON.stringify(stale));
    const { code, stdout } = await tonegate(['restore', join(folder, 'a.tar'), '--replace'], abandoned);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/restored \d+ files/)]);
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    bystander.kill();
  });

  it('is not begun by a signal alone', async () => {
    const before = readFileSync(join(dataDir, 'gateway.json'), 'utf8');
    serving.child.kill('SIGUSR2');
    await sleep(1_000);
    expect(readFileSync(join(dataDir, 'gateway.json'), 'utf8')).toBe(before);
    expect(serving.log()).not.toMatch(/gateway is stopping/);
  });
});
