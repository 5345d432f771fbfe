// The `tonegate` command as a user runs it: the built program, its output and its exit codes.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { bytesOf, cadences, tone } from '../../helpers/audio/tones.js';
import { basic, call } from '../../helpers/gateway/call.js';
import { noModels } from '../../helpers/models/shipped.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));

let directory: string;
let data: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tonegate-cli-'));
  data = join(directory, 'data');
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  rmSync(directory, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const tonegate = (...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const maxBuffer = 16 * 1024 * 1024; // the OpenAPI document is larger than the usual limit
    execFile(process.execPath, [program, ...args], { maxBuffer }, (fault, stdout, stderr) => {
      resolve({ code: fault === null ? 0 : Number(fault.code), stdout, stderr });
    });
  });

/** What the command writes on a terminal of its own. */
const onTerminal = (...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const spawned = 'import pty, sys; pty.spawn(sys.argv[1:])';
    const command = ['-c', spawned, process.execPath, program, ...args];
    execFile('python3', command, (fault, stdout) => (fault === null ? resolve(stdout) : reject(fault)));
  });

interface Served {
  readonly child: ChildProcess;
  readonly ready: {
    ready: boolean;
    waitingFor: string[];
    http: string;
    https: string;
    httpPort: number;
    httpsPort: number;
    admin: string;
  };
  readonly stderr: () => string;
  readonly stdout: () => string;
}

/** With the demo application, although a test has no terminal. */
const serve = (...more: string[]): Promise<Served> => served('--show-demo-app', ...more);

async function served(...more: string[]): Promise<Served> {
  const args = ['serve', '--data', data, '--http', '0', '--https', '0', ...more];
  const env = { ...process.env, TONEGATE_SHIPPED_MODELS: noModels };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let stderr = '';
  let stdout = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => (stdout += `${line}\n`));
  const [line] = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    once(child, 'exit').then(() => Promise.reject(new Error(`did not serve: ${stderr}`))),
  ]);
  return { child, ready: JSON.parse(line), stderr: () => stderr, stdout: () => stdout };
}

async function end({ child }: Served, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

const demoOf = (stderr: string) => {
  const match = /appkey {2}(\S+)\n {2}secret {2}(\S+)\n/.exec(stderr);
  return { appkey: match?.[1] ?? '', secret: match?.[2] ?? '' };
};

describe('tonegate serve', () => {
  it('prints one JSON ready line, serves both listeners, shows the demo application once, and ends with 0', async () => {
    const first = await serve();
    const { ready } = first;
    expect(ready.ready).toBe(true);
    expect([[], ['engine']]).toContainEqual(ready.waitingFor);
    expect(ready.http).toBe(`http://127.0.0.1:${ready.httpPort}`);
    expect(ready.https).toBe(`https://127.0.0.1:${ready.httpsPort}`);
    const demo = demoOf(first.stderr());
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const path = `/v10/auth/get-access-token?appkey=${demo.appkey}`;
    const headers = { authorization: basic(demo.appkey, demo.secret) };
    expect((await call(ready.https + path, { ca, headers })).status).toBe(200);
    expect((await call(ready.http + path, { headers })).status).toBe(403);
    expect(await end(first)).toBe(0);
    expect(first.stdout().split('\n').filter(Boolean)).toHaveLength(1);

    const second = await serve();
    expect(second.stderr()).not.toContain('First start');
    expect(await end(second, 'SIGINT')).toBe(0);
  });

  it('makes no demo application where standard error is no terminal, and says how to add one', async () => {
    const image = await served();
    expect(await end(image)).toBe(0);
    expect(image.stderr()).not.toMatch(/secret|First start/);
    expect(image.stderr()).toContain('add one with `tonegate apps add NAME`');
    expect((await tonegate('apps', 'list', '--data', data)).stdout).toBe('');
  });

  it('closes a data directory that was open to others', async () => {
    mkdirSync(data, { mode: 0o755 });
    const served = await serve();
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(await end(served)).toBe(0);
  });

  it('serves on when nobody reads its output any more, and ends with 0', async () => {
    const served = await serve();
    const { appkey, secret } = demoOf(served.stderr());
    served.child.stdout?.destroy();
    served.child.stderr?.destroy();
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const path = `/v10/auth/get-access-token?appkey=${appkey}`;
    for (const [wanted, password] of [
      [401, 'wrong'],
      [401, 'wrong'],
      [200, secret],
    ] as const) {
      const reply = await call(served.ready.https + path, { ca, headers: { authorization: basic(appkey, password) } });
      expect(reply.status).toBe(wanted);
    }
    expect(await end(served)).toBe(0);
  });

  it('keeps its secrets to their owner', async () => {
    const served = await serve();
    const mode = (name: string) => statSync(join(data, name)).mode & 0o777;
    expect(mode('')).toBe(0o700);
    for (const name of ['admin.key', 'tls/key.pem', 'gateway.json', 'tonegate.db'])
      expect(mode(name), name).toBe(0o600);
    await end(served);
  });

  it('serves again after it was killed', async () => {
    const first = await serve();
    const { appkey, secret } = demoOf(first.stderr());
    await end(first, 'SIGKILL');
    expect(existsSync(join(data, 'gateway.json'))).toBe(true); // stale
    const offline = await tonegate('apps', 'list', '--json', '--data', data);
    expect(JSON.parse(offline.stdout)).toHaveLength(1);
    const second = await serve();
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const path = `/v10/auth/get-access-token?appkey=${appkey}`;
    const reply = await call(second.ready.https + path, { ca, headers: { authorization: basic(appkey, secret) } });
    expect(reply.status).toBe(200);
    await end(second);
  });

  it('screens in an engine process: the gateway process never loads the addon', async () => {
    const busy = bytesOf(tone(cadences.busy, 3_000));
    const { child, ready, stderr } = await serve();
    const { appkey, secret } = demoOf(stderr());
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const headers = { authorization: basic(appkey, secret) };
    const token = await call(`${ready.https}/v10/auth/get-access-token?appkey=${appkey}`, { ca, headers });
    const screened = await call(`${ready.http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${appkey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-access-token': token.json.token },
      body: JSON.stringify({ config: { audioFormat: 'pcm_s16le_8k' }, audio: busy.toString('base64') }),
    });
    expect(screened.json?.result?.keyword, screened.text).toBe('#BUSY#');
    const mapped = (pid: number | string) => readFileSync(`/proc/${pid}/maps`, 'utf8');
    const [engine] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    expect(mapped(engine ?? '')).toContain('tonegate.node');
    expect(mapped(child.pid ?? '')).not.toContain('tonegate.node');
  });

  it('says which port is taken: exit 4', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    const { code, stdout, stderr } = await tonegate('serve', '--data', data, '--http', String(port), '--https', '0');
    holder.close();
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain(`tonegate: port ${port} (--http) of 127.0.0.1 is in use`);
  });

  it('names the setting where the port or the address of AudioSocket cannot be had: exit 4', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as net.AddressInfo;
    await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
    const start = async (audioSocket: object) => {
      const media = { audioSocket: { enabled: true, appkey: 'switch', ...audioSocket } };
      writeFileSync(join(data, 'config.json'), JSON.stringify({ media }));
      const { code, stderr } = await tonegate('serve', '--data', data, '--http', '0', '--https', '0');
      return `${code} ${stderr}`;
    };
    expect(await start({ port })).toContain(`port ${port} (media.audioSocket.port) of 127.0.0.1 is in use`);
    expect(await start({ host: '203.0.113.9', port: 0 })).toContain(
      'the address 203.0.113.9 does not belong to this machine (media.audioSocket.host)',
    );
    holder.close();
  });

  it('says that another gateway has the data directory: exit 4', async () => {
    const first = await serve();
    const { code, stderr } = await tonegate('serve', '--data', data, '--http', '0', '--https', '0');
    expect(code).toBe(4);
    expect(stderr).toMatch(/^tonegate: the gateway at http:\/\/\S+ \(process \d+\) runs on the data directory /m);
    await end(first);
  });

  it.each([
    ['serve', '--http', '0', '--https', '0'],
    ['apps', 'add', 'a', '--show-secret'],
  ])('%s says that the data directory cannot be made: exit 4', async (...args) => {
    const { code, stderr } = await tonegate(...args, '--data', '/proc/absent/data'); // as root, too, nothing can be made there
    expect([code, stderr]).toEqual([4, expect.stringContaining('data directory /proc/absent/data cannot be created')]);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });

  it('says once that a command without a gateway made a new data directory', async () => {
    const add = ['apps', 'add', 'dialer', '--show-secret', '--data', data];
    const before = await tonegate(...add);
    expect(before.stderr).toContain(
      `${data} is a new data directory, and no gateway runs on it yet; name the directory`,
    );
    expect((await tonegate(...add)).stderr).toBe('');
  });

  it('says that the database is damaged: exit 4, and keeps it', async () => {
    await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
    writeFileSync(join(data, 'tonegate.db'), 'no database '.repeat(1_000));
    const { code, stderr } = await tonegate('serve', '--data', data, '--http', '0', '--https', '0');
    expect([code, stderr]).toEqual([4, expect.stringContaining('damaged or not a database')]);
    expect(readFileSync(join(data, 'tonegate.db'), 'utf8')).toContain('no database');
  });

  it('says what is wrong with the configuration: exit 3', async () => {
    await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
    writeFileSync(join(data, 'config.json'), '{"colour": 1}');
    const { code, stderr } = await tonegate('serve', '--data', data);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/config\.json: unknown key colour\n$/)]);
  });

  it.each([
    ['a port that is no number', ['serve', '--http', 'abc']],
    ['a port out of range', ['serve', '--https', '70000']],
    ['an unknown option', ['serve', '--htpp', '1']],
    ['an unknown command', ['sreve']],
    ['a missing argument', ['apps', 'add']],
    ['no command', []],
  ])('answers %s with exit 2 and no stack', async (_, args) => {
    const { code, stdout, stderr } = await tonegate(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe('tonegate apps', () => {
  const json = async (...args: string[]) =>
    JSON.parse((await tonegate('apps', ...args, '--json', '--data', data)).stdout);

  it('adds, lists and removes without a gateway', async () => {
    const app = await json('add', 'dialer', '--developer', 'north', '--show-secret');
    expect(app).toMatchObject({
      name: 'dialer',
      developer: 'north',
      appkey: expect.any(String),
      secret: expect.any(String),
    });
    const { secret: _, ...facts } = app;
    expect(await json('list')).toEqual([facts]);
    expect(await json('remove', app.appkey)).toEqual({ removed: app.appkey });
    expect(await json('list')).toEqual([]);
  });

  it('goes through a running gateway: an application serves at once, and its tokens end with it', async () => {
    const served = await serve();
    const app = await json('add', 'dialer', '--show-secret');
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const path = `/v10/auth/get-access-token?appkey=${app.appkey}`;
    const headers = { authorization: basic(app.appkey, app.secret) };
    const { token } = (await call(served.ready.https + path, { ca, headers })).json;
    const screen = () =>
      call(`${served.ready.http}/v10/asr/ring/cn_8k_common/short_audio?appkey=${app.appkey}`, {
        method: 'POST',
        headers: { 'x-svc-access-token': token, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await screen()).status).toBe(400); // authenticated, but an empty body
    expect(await json('list')).toHaveLength(2);
    await json('remove', app.appkey);
    expect((await screen()).status).toBe(401);
    await end(served);
    expect(await json('list')).toHaveLength(1);
  });

  it('says that a gateway hangs: exit 4', { timeout: 3 * limits.adminClient.answerMs * timeFactor }, async () => {
    await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
    const hanging = net.createServer().listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const admin = `http://127.0.0.1:${(hanging.address() as net.AddressInfo).port}`;
    writeFileSync(join(data, 'gateway.json'), JSON.stringify({ pid: process.pid, admin }));
    writeFileSync(join(data, 'admin.key'), 'any');
    const { code, stderr } = await tonegate('apps', 'list', '--data', data);
    const hangs = 'has not answered for 30 s; it hangs, or this machine is overloaded';
    expect([code, stderr]).toEqual([4, `tonegate: the gateway at ${admin} ${hangs}\n`]);
    hanging.close();
  });

  it('says that a gateway stopped in the middle of its answer: exit 4', async () => {
    await tonegate('apps', 'add', 'a', '--show-secret', '--data', data);
    const breaking = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n['));
    });
    breaking.listen(0, '127.0.0.1');
    await once(breaking, 'listening');
    const admin = `http://127.0.0.1:${(breaking.address() as net.AddressInfo).port}`;
    writeFileSync(join(data, 'gateway.json'), JSON.stringify({ pid: process.pid, admin }));
    writeFileSync(join(data, 'admin.key'), 'any');
    const { code, stderr } = await tonegate('apps', 'list', '--data', data);
    expect([code, stderr]).toEqual([4, `tonegate: the gateway at ${admin} does not answer\n`]);
    breaking.close();
  });

  it('prints a secret on a terminal, and elsewhere only by name; otherwise it adds nothing and says what would do', async () => {
    const refused = await tonegate('apps', 'add', 'dialer', '--data', data);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain('give --secret-file FILE to store it, or --show-secret');
    expect(existsSync(data)).toBe(false);
    await tonegate('apps', 'add', 'first', '--show-secret', '--data', data);
    const shown = await onTerminal('apps', 'add', 'dialer', '--data', data);
    expect(shown).toMatch(/^appkey {2}\S+\r\nsecret {2}\S+\r\n$/);
  });

  it('writes a secret into a new file that its owner alone may read, or adds nothing', async () => {
    const file = join(directory, 'dialer.secret');
    const add = () => tonegate('apps', 'add', 'dialer', '--secret-file', file, '--json', '--data', data);
    const added = await add();
    const { secret, appkey, secretFile } = JSON.parse(added.stdout);
    expect([secret, secretFile]).toEqual([undefined, file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await add();
    expect([again.code, again.stdout]).toEqual([3, '']);
    expect(again.stderr).toContain('already exists');
    expect(await json('list')).toMatchObject([{ appkey }]);
    const served = await serve();
    const ca = readFileSync(join(data, 'tls', 'cert.pem'), 'utf8');
    const headers = { authorization: basic(appkey, readFileSync(file, 'utf8').trim()) };
    const path = `/v10/auth/get-access-token?appkey=${appkey}`;
    expect((await call(served.ready.https + path, { ca, headers })).status).toBe(200);
    await end(served);
  });

  it('prints for people without --json', async () => {
    const added = await tonegate('apps', 'add', 'dialer', '--show-secret', '--data', data);
    expect(added.stdout).toMatch(/^appkey {2}\S+\nsecret {2}\S+\n$/);
    const listed = await tonegate('apps', 'list', '--data', data);
    expect(listed.stdout).toMatch(/^\S+ {2}\S+ {2}default\/dialer\n$/);
  });

  it('answers an unknown appkey or a bad name with exit 3, with and without a gateway', async () => {
    for (const gateway of [undefined, await serve()]) {
      for (const args of [
        ['remove', 'nobody'],
        ['add', 'x'.repeat(65), '--show-secret'],
      ]) {
        const { code, stdout, stderr } = await tonegate('apps', ...args, '--data', data);
        expect([code, stdout]).toEqual([3, '']);
        expect(stderr).toMatch(/^tonegate: .+\n$/);
      }
      if (gateway) await end(gateway);
    }
  });
});

describe('the other commands', () => {
  it('config prints the settings in force and where they come from', async () => {
    const { code, stdout } = await tonegate('config', '--data', data);
    expect(code).toBe(0);
    expect(stdout).toContain('httpPort = 8080  (default)');
  });

  it('config --reference and openapi print what the docs hold', async () => {
    const page = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
    expect((await tonegate('config', '--reference')).stdout).toBe(page('configuration.md'));
    expect((await tonegate('openapi')).stdout).toBe(page('api/openapi.json'));
  });

  it('the sync process says that no upstream is configured and ends with 0', async () => {
    const sync = fileURLToPath(new URL('../../../dist/main/sync/start.js', import.meta.url));
    const child = spawn(process.execPath, [sync], {
      env: { TONEGATE_DATA: data },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.push(child);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(stderr).toContain('no upstream is configured');
  });

  it('a command whose reader has seen enough ends with 0', async () => {
    const child = spawn(process.execPath, [program, 'openapi'], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(stderr).toBe('');
  });

  it.runIf(existsSync('/dev/full'))('a command whose output finds the disk full ends with 4 and says so', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program, 'openapi'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    running.push(child);
    let stderr = '';
    child.stderr?.on('data', (chunk) => (stderr += chunk));
    expect((await once(child, 'close'))[0]).toBe(4);
    expect(stderr).toMatch(/^tonegate: standard output cannot be written: the disk is full \(ENOSPC\)/);
  });

  it('--version and --help end with 0', async () => {
    expect((await tonegate('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await tonegate('--help')).code).toBe(0);
  });
});
