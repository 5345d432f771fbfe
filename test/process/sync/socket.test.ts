// The socket of the sync process: what it answers, how its file comes and goes, and a gateway and a sync process that are two
// users, as on a board.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.js';
import { call, type Exchange } from '../../helpers/gateway/call.js';
import { startTestGateway, type TestGateway } from '../../helpers/gateway/gateway.js';
import { administer, draft, ResourceClient } from '../../helpers/gateway/resource-client.js';
import { noModels } from '../../helpers/models/shipped.js';
import { itemsOf, type SyncPair, startPair } from '../../helpers/sync/sync-pair.js';
import { timeFactor } from '../../helpers/time-factor.js';

const program = fileURLToPath(new URL('../../../scripts/tonegate.mjs', import.meta.url));

type Asked = Pick<Exchange, 'status' | 'text'>;

function ask(socketPath: string, path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on('error', reject);
    request.end();
  });
}

let scratch: string;
let socket: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'tonegate-socket-'));
  mkdirSync(join(scratch, 'content'));
  socket = join(scratch, 'gateway.sock');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a gateway with sync.socket', () => {
  let pair: SyncPair;
  beforeAll(async () => {
    pair = await startPair({ 'sync.socket': socket, 'sync.contentDirectory': join(scratch, 'content') });
  });
  afterAll(() => pair.discard());

  it('keeps in step by a sync process that has nothing of its data directory', async () => {
    const own = mkdtempSync(join(scratch, 'own-'));
    const list = await administer(pair.upstream, 'POST', '/v10/resource/sys/asr/userword', {
      resource: draft('from above', 'one\n'),
    });
    expect(list.status).toBe(200);
    await new ResourceClient(pair.box, 'user/asr/userword').created('from here', 'two\n');
    const agent = pair.startAgent({ dataDir: own });
    await pair.inStep();
    await agent.stop();
    expect(await itemsOf(pair.box)).toEqual(await itemsOf(pair.upstream));
    expect(existsSync(join(own, 'admin.key'))).toBe(false);
  });

  it('answers what the sync process asks, without a credential', async () => {
    expect((await ask(socket, '/v10/admin/sync/state')).status).toBe(200);
    expect((await ask(socket, '/v10/admin/sync/wanted')).status).toBe(200);
    const forSync = pair.box.served.admin.filter((route) => route.forSync === true).map(({ id }) => id);
    expect(forSync.sort()).toEqual(
      ['apply', 'drain', 'firmware', 'firmwareReport', 'outbox', 'report', 'settle', 'state', 'undrain', 'wanted'].map(
        (name) => `admin.sync.${name}`,
      ),
    );
  });

  it('refuses every other route there, also with the admin credential', async () => {
    const { routes, admin, everywhere, sockets } = pair.box.served;
    const others = [...routes, ...admin.filter((route) => route.forSync !== true), ...everywhere];
    expect(others.length).toBeGreaterThan(100);
    const headers = { authorization: `Bearer ${pair.box.adminCredential}` };
    const asked = others.map(({ method, path }) => [method, path.replaceAll(/:\w+/g, 'x')] as const);
    for (const [method, path] of [...asked, ...sockets.map(({ path }) => ['GET', path] as const)]) {
      const { status, text } = await ask(socket, path, method, headers);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('serves only the requests of the sync process');
    }
  });

  it('hosts no WebSocket there, and takes no other method', async () => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    expect((await ask(socket, '/v10/asr/ring/x/stream', 'GET', headers)).status).toBe(404);
    expect((await ask(socket, '/v10/admin/sync/state', 'DELETE')).status).toBe(405);
  });

  it('still wants the credential on the admin listener', async () => {
    expect((await pair.box.inside('/v10/admin/sync/state')).status).toBe(401);
  });

  it('makes a directory of content that is missing nobody’s fault but the setting’s', async () => {
    const settings = { 'sync.contentDirectory': join(scratch, 'none') };
    const agent = pair.startAgent({ dataDir: mkdtempSync(join(scratch, 'own-')), settings });
    await expect(agent.stop()).rejects.toThrow(
      /^sync\.contentDirectory: the directory \S+none does not exist; create it/,
    );
  });
});

describe('the file of the socket', () => {
  let file: string;
  let gateway: TestGateway | undefined;
  const start = async (settings: Record<string, unknown> = {}) => {
    gateway = await startTestGateway({ settings: { 'sync.socket': file, ...settings } });
  };
  beforeEach(() => {
    file = join(mkdtempSync(join(scratch, 'file-')), 'gateway.sock');
  });
  afterEach(async () => {
    await gateway?.discard();
    gateway = undefined;
  });

  it('is there for the owner and the group, and gone when the gateway has stopped', async () => {
    await start();
    expect(lstatSync(file).mode & 0o777).toBe(0o660);
    await gateway?.stop(0);
    expect(existsSync(file)).toBe(false);
  });

  it('is replaced where a process that was killed left it', async () => {
    const listening = `require('net').createServer().listen(${JSON.stringify(file)}, () => console.log('here'))`;
    const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(lstatSync(file).isSocket()).toBe(true);
    await start();
    expect((await ask(file, '/v10/admin/sync/state')).status).toBe(200);
  });

  it('is left alone while another process listens', async () => {
    const other = createServer().listen(file);
    await once(other, 'listening');
    await expect(start()).rejects.toThrow(
      /^sync\.socket: another process listens on \S+gateway\.sock; stop that process, or name/,
    );
    expect(existsSync(file)).toBe(true);
    other.close();
  });

  it('replaces nothing that is no socket', async () => {
    writeFileSync(file, 'kept');
    await expect(start()).rejects.toThrow(/^sync\.socket: \S+ exists but is not a socket; remove it/);
    expect(lstatSync(file).size).toBe(4);
  });

  it('needs a directory that is there', async () => {
    file = join(scratch, 'none', 'gateway.sock');
    await expect(start()).rejects.toThrow(/^sync\.socket: the directory \S+none does not exist; create it/);
  });

  it.each([
    [`/${'x'.repeat(107)}`, /sync\.socket: must have at most 107 bytes/],
    [`/${'号'.repeat(36)}`, /sync\.socket: must have at most 107 bytes/],
    ['run/gateway.sock', /sync\.socket: must be an absolute path/],
  ])('cannot be %s', (path, wanted) => {
    const load = () => loadConfig({ dataDir: scratch, env: {}, flags: { 'sync.socket': path } });
    expect(load).toThrow(wanted);
  });
});

/** Numbers that no user of this machine has. */
const users = { gateway: 64_101, sync: 64_102, shared: 64_103 };
const hasSetpriv = spawnSync('setpriv', ['--version']).status === 0;
/** A Node below root's home, as under the emulator, is out of reach for other users. */
const canRunNode = () =>
  spawnSync('setpriv', [`--reuid=${users.gateway}`, '--clear-groups', process.execPath, '-e', '0']).status === 0;

function whyNotTwoUsers(): string {
  if (process.getuid?.() !== 0) return 'only root can become other users';
  if (!hasSetpriv) return 'there is no setpriv';
  return canRunNode() ? '' : `other users cannot run ${process.execPath}`;
}
const cannot = whyNotTwoUsers();

describe.skipIf(cannot !== '')(`two users${cannot === '' ? '' : ` (not run: ${cannot})`}`, () => {
  const asGateway = [
    `--reuid=${users.gateway}`,
    `--regid=${users.gateway}`,
    `--groups=${users.gateway},${users.shared}`,
  ];
  const asSync = [`--reuid=${users.sync}`, `--regid=${users.shared}`, '--clear-groups'];
  const children: ChildProcess[] = [];
  let upstream: TestGateway;
  let place: string;
  let data: string;
  let log = '';

  function run(
    who: readonly string[],
    dataDir: string,
    command: string,
  ): ChildProcess & { stdout: NodeJS.ReadableStream } {
    const shared = {
      TONEGATE_DATA: dataDir,
      TONEGATE_SYNC_SOCKET: join(place, 'run', 'gateway.sock'),
      TONEGATE_SYNC_CONTENT_DIRECTORY: join(place, 'content'),
      TONEGATE_UPSTREAM: upstream.https,
      TONEGATE_SYNC_WITH_SERVE: 'false',
    };
    const env = {
      ...process.env,
      ...shared,
      TONEGATE_SHIPPED_MODELS: noModels,
      TONEGATE_HTTP_PORT: '0',
      TONEGATE_HTTPS_PORT: '0',
    };
    const child = spawn('setpriv', [...who, process.execPath, program, command], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    child.stderr.on('data', (piece) => (log += piece));
    return child;
  }

  const may = (who: readonly string[], test: string, file: string) =>
    spawnSync('setpriv', [...who, 'test', test, file]).status === 0;

  beforeAll(async () => {
    upstream = await startTestGateway();
    place = mkdtempSync(join(tmpdir(), 'tonegate-users-'));
    chmodSync(place, 0o755);
    const directory = (name: string, mode: number, uid: number, gid: number) => {
      mkdirSync(join(place, name));
      chownSync(join(place, name), uid, gid);
      chmodSync(join(place, name), mode);
      return join(place, name);
    };
    data = directory('gateway', 0o700, users.gateway, users.gateway);
    const own = directory('sync', 0o700, users.sync, users.shared);
    directory('run', 0o2710, users.gateway, users.shared);
    directory('content', 0o2770, users.gateway, users.shared);
    const { appkey, secret } = upstream.apps.add('box', 'default', ['sync']);
    const give = (name: string, text: string | Buffer) => {
      writeFileSync(join(own, name), text, { mode: 0o400 });
      chownSync(join(own, name), users.sync, users.shared);
      return join(own, name);
    };
    const caFile = give('upstream.pem', execFileSync('cat', [join(upstream.dataDir, 'tls', 'cert.pem')]));
    const sync = { appkey, secretFile: give('upstream.secret', secret), caFile, intervalS: 5 };
    give('config.json', JSON.stringify({ sync }));
  }, 60_000 * timeFactor);
  afterAll(async () => {
    for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await upstream.discard();
    rmSync(place, { recursive: true, force: true });
  });

  it('the sync process brings content to a gateway whose data directory it cannot read', {
    timeout: 120_000 * timeFactor,
  }, async () => {
    const lists = [];
    for (const name of ['one', 'two']) {
      const body = { resource: draft(name, `${name}\n`) };
      lists.push((await administer(upstream, 'POST', '/v10/resource/sys/asr/userword', body)).json.created.id);
    }
    const [line] = await once(createInterface({ input: run(asGateway, data, 'serve').stdout }), 'line', {
      signal: AbortSignal.timeout(60_000 * timeFactor),
    });
    const { admin } = JSON.parse(line as string) as { admin: string };
    const credential = execFileSync('cat', [join(data, 'admin.key')], { encoding: 'utf8' }).trim();
    run(asSync, join(place, 'sync'), 'sync');
    const inside = (path: string) => call(`${admin}${path}`, { headers: { authorization: `Bearer ${credential}` } });
    await inside('/v10/admin/sync/status');
    for (;;) {
      const { json } = await inside('/v10/admin/sync/status');
      if (json.applied !== null && json.redo === 0) break;
      if (json.report?.state === 'stopped') throw new Error(log);
      await sleep(50);
    }
    const { items } = (await inside('/v10/admin/sync/state')).json as { items: { id: string }[] };
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(lists));
    for (const file of ['admin.key', 'tonegate.db', 'gateway.json']) {
      expect([file, existsSync(join(data, file)), may(asSync, '-r', join(data, file))]).toEqual([file, true, false]);
    }
    expect(may(asSync, '-w', join(place, 'run'))).toBe(false);
    expect(may(asGateway, '-r', join(place, 'sync', 'config.json'))).toBe(false);
    // What the gateway has taken, it has removed.
    while (execFileSync('ls', [join(place, 'content')], { encoding: 'utf8' }) !== '') await sleep(50);
  });

  it('a third user is not let in', () => {
    const stranger = ['--reuid=64104', '--regid=64104', '--clear-groups'];
    const asking = `require('http').get({socketPath: ${JSON.stringify(join(place, 'run', 'gateway.sock'))}, path: '/v10/admin/sync/state'}).on('error', (e) => { console.log(e.code); })`;
    const { stdout } = spawnSync('setpriv', [...stranger, process.execPath, '-e', asking], { encoding: 'utf8' });
    expect(stdout).toBe('EACCES\n');
  });
});
