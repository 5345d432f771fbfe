// docs/hardening.md, "Backup and restore": `tonegate restore --replace` beside a gateway that serves, by the built program.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localBackups } from '../../../src/local/backup.js';
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

const tonegate = (...args: string[]) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args, '--data', dataDir], (fault, stdout, stderr) =>
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr }),
    );
  });

/** The address changes with each start, since the port is any free one. */
const lists = () =>
  `${JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')).http}/v10/resource/user/asr/userword?appkey=${appkey}`;

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
  appkey = JSON.parse((await tonegate('apps', 'add', 'dialer', '--json', '--show-secret')).stdout).appkey;
  await store('before');
  expect((await tonegate('backup', join(folder, 'a.tar'))).code).toBe(0);
  await store('after');
});
afterAll(async () => {
  serving.child.kill('SIGKILL');
  await once(serving.child, 'exit');
  rmSync(folder, { recursive: true });
});

describe('a restore beside a gateway that serves', () => {
  it('is refused without --replace, which would remove what the gateway has', async () => {
    const { code, stderr } = await tonegate('restore', join(folder, 'a.tar'));
    expect([code, stderr]).toEqual([3, expect.stringMatching(/a gateway serves this data directory; give --replace/)]);
  });

  it('of a damaged archive changes nothing, and the gateway goes on', async () => {
    const bytes = readFileSync(join(folder, 'a.tar'));
    writeFileSync(join(folder, 'cut.tar'), bytes.subarray(0, bytes.length / 2));
    const { code, stderr } = await tonegate('restore', join(folder, 'cut.tar'), '--replace');
    expect([code, stderr]).toEqual([3, expect.stringMatching(/cut\.tar: .*cut short/)]);
    expect(await names()).toEqual(['before', 'after']);
  });

  it('makes the same process serve the content of the backup', async () => {
    const { code, stdout, stderr } = await tonegate('restore', join(folder, 'a.tar'), '--replace');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/starts again with it/)]);
    expect(stdout).toMatch(/restored \d+ files, .*; the gateway serves it/);
    expect(serving.child.exitCode).toBeNull();
    expect(await names()).toEqual(['before']);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(serving.lines()).toBe(1);
  });

  it('can be made again', async () => {
    await store('later');
    expect((await tonegate('restore', join(folder, 'a.tar'), '--replace')).code).toBe(0);
    expect(await names()).toEqual(['before']);
  });

  it('whose gateway was killed before it took the backup is discarded by the next start, which says so', async () => {
    await store('kept');
    await localBackups.stage(join(folder, 'a.tar'), dataDir);
    serving.child.kill('SIGKILL');
    await once(serving.child, 'exit');
    serving = await serve();
    expect(serving.log()).toMatch(/a restore was not completed.*restore again/);
    expect(await names()).toEqual(['before', 'kept']);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a signal without a backup that waits changes nothing', async () => {
    serving.child.kill('SIGUSR2');
    expect(await names()).toEqual(['before', 'kept']);
    expect(serving.log()).not.toMatch(/gateway is stopping/);
  });
});
