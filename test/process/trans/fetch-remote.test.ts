// Offline transcription, sources over ftp and sftp: real servers on loopback (specification 2, section 4.4).
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostEntry } from '../../../src/net/credentials.js';
import { fetchSource } from '../../../src/trans/fetch/fetch-source.js';
import {
  ftpUser,
  optionsFor,
  policyFor,
  type Served,
  type SshServed,
  serveBytes,
  serveFtp,
  serveSftp,
} from '../../helpers/transcription/source-servers.js';

const notFound = 4100;
const failed = 4101;
const stallMs = 400;

const key = ssh2.utils.generateKeyPairSync('ed25519');
const body = randomBytes(1_500_000);
let folder = '';
let ftp: Served;
let sftp: SshServed;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tonegate-remote-'));
  mkdirSync(join(folder, 'root/calls/10 月'), { recursive: true });
  writeFileSync(join(folder, 'root/calls/10 月/录音.wav'), body);
  writeFileSync(join(folder, 'root/calls/empty.wav'), '');
  ftp = await serveFtp(join(folder, 'root'));
  sftp = await serveSftp(join(folder, 'root'), key);
});
afterAll(async () => {
  await Promise.all([ftp?.stop(), sftp?.stop()]);
  rmSync(folder, { recursive: true });
});
afterEach(() => rmSync(target(), { force: true }));

const target = () => join(folder, 'target');
const entry = (fields: Partial<HostEntry>): HostEntry => ({
  ...{ host: '*', user: '', password: '', agent: false, hostKey: '' },
  ...fields,
});
const known = [entry({ ...ftpUser })];
const fetched = (url: string, hosts: readonly HostEntry[] = known, options = optionsFor()) =>
  fetchSource(url, target(), { ...options, hosts });
const refusedWith = (code: number, isPassing: boolean, message: RegExp) =>
  expect.objectContaining({ code, isPassing, message: expect.stringMatching(message) });
const secret = `${ftpUser.user}:${encodeURIComponent(ftpUser.password)}@`;
const servers = () =>
  [
    ['ftp', ftp],
    ['sftp', sftp],
  ] as const;
const each = ['ftp', 'sftp'] as const;
const at = (scheme: (typeof each)[number]) => Object.fromEntries(servers())[scheme] as Served;

describe.each(each)('a source over %s', (scheme) => {
  it('is written as it is, with the credentials of the host table', async () => {
    let counted = 0;
    const onBytes = (bytes: number) => {
      counted += bytes;
    };
    const url = `${at(scheme).url}/calls/10%20%E6%9C%88/%E5%BD%95%E9%9F%B3.wav`;
    const options = { ...optionsFor(), hosts: known, onBytes };
    expect(await fetchSource(url, target(), options)).toEqual({ bytes: body.length });
    expect(readFileSync(target()).equals(body)).toBe(true);
    expect(counted).toBe(body.length);
  });

  it('is written with the credentials of its URL, which come first', async () => {
    const url = `${at(scheme).url}/calls/10 月/录音.wav`.replace('://', `://${secret}`);
    expect(await fetched(url, [entry({ user: 'other', password: 'wrong' })])).toEqual({ bytes: body.length });
  });

  it('with a user in its URL gets the password of the host table', async () => {
    const url = `${at(scheme).url}/calls/empty.wav`.replace('://', `://${ftpUser.user}@`);
    expect(await fetched(url, [entry({ password: ftpUser.password })])).toEqual({ bytes: 0 });
  });

  it('whose login is refused has failed for good', async () => {
    const wrong = [entry({ user: ftpUser.user, password: 'wrong' })];
    await expect(fetched(`${at(scheme).url}/calls/empty.wav`, wrong)).rejects.toEqual(
      refusedWith(failed, false, /refused the login/),
    );
  });

  it('that is not there is not found: 4100', async () => {
    await expect(fetched(`${at(scheme).url}/calls/none.wav`)).rejects.toEqual(
      refusedWith(notFound, false, /no such file/),
    );
  });

  it('that is a directory is no recording', async () => {
    await expect(fetched(`${at(scheme).url}/calls`)).rejects.toEqual(
      expect.objectContaining({
        isPassing: false,
        message: expect.stringMatching(/instead of a regular file|550|551/),
      }),
    );
  });

  it('with a line break in its path is refused before anything is sent', async () => {
    for (const path of ['/calls/a%0d%0aDELE%20b', '/calls/%00', '/calls%2Fempty.wav']) {
      await expect(fetched(at(scheme).url + path)).rejects.toEqual(refusedWith(failed, false, /the path of the URL/));
    }
  });

  it('larger than a recording may be is refused', async () => {
    const options = optionsFor({ fileBytes: 1_000 });
    await expect(fetched(`${at(scheme).url}/calls/10 月/录音.wav`, known, options)).rejects.toEqual(
      refusedWith(failed, false, /at most 1000/),
    );
  });

  it('that nobody serves is worth another try', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const { port } = gone.address() as { port: number };
    await new Promise((resolve) => gone.close(resolve));
    await expect(fetched(`${scheme}://127.0.0.1:${port}/a.wav`)).rejects.toEqual(
      refusedWith(failed, true, /the address cannot be reached, or its answer cannot be used/),
    );
  });

  it('that says nothing looks like one that nobody serves, and is worth another try', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    await expect(fetched(`${scheme}://127.0.0.1:${port}/a.wav`, known, optionsFor({ stallMs }))).rejects.toEqual(
      refusedWith(failed, true, /the address cannot be reached, or its answer cannot be used/),
    );
    mute.close();
  });

  it.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['FTP', '220 ready\r\n'],
  ])('that speaks %s and nothing of use looks like one that nobody serves', async (_, greeting) => {
    const other = await serveBytes((socket) => socket.end(greeting));
    await expect(fetched(`${scheme}://127.0.0.1:${other.port}/a`, known, optionsFor({ stallMs }))).rejects.toEqual(
      refusedWith(failed, true, /the address cannot be reached, or its answer cannot be used/),
    );
    await other.stop();
  });

  it('that is cancelled ends with the reason of the cancel', async () => {
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const options = { ...optionsFor(), signal: abort.signal, onBytes: () => abort.abort(reason) };
    const url = `${at(scheme).url}/calls/10 月/录音.wav`;
    await expect(fetchSource(url, target(), { ...options, hosts: known })).rejects.toBe(reason);
  });

  it('at an address that is not allowed is not asked', async () => {
    const options = { ...optionsFor(), policy: policyFor({ loopback: false }) };
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await expect(fetched(`${scheme}://${host}:${at(scheme).port}/calls/empty.wav`, known, options)).rejects.toEqual(
        refusedWith(failed, false, /this machine/),
      );
    }
  });

  it('by a name that has several addresses is found at the one that answers', async () => {
    expect(await fetched(`${scheme}://localhost:${at(scheme).port}/calls/empty.wav`)).toEqual({ bytes: 0 });
  });
});

describe('ftp', () => {
  it('a connection that breaks in the middle of a file is told so, and is worth another try', async () => {
    const data = await servePeers((socket) => socket.write(body.subarray(0, 100_000), () => socket.destroy()));
    const control = await servePeers((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (bytes) => {
        for (const command of bytes.toString().trim().split('\r\n')) {
          const [name = ''] = command.split(' ');
          if (name === 'RETR') socket.end('150 here it is\r\n');
          else socket.write(`${answers(data.port)[name] ?? '200 OK'}\r\n`);
        }
      });
    });
    await expect(fetched(`ftp://127.0.0.1:${control.port}/a.wav`)).rejects.toEqual(
      refusedWith(failed, true, /^the connection ended before the whole file had come$/),
    );
    await Promise.all([data.stop(), control.stop()]);
  });
});

/** A server that may speak first. */
async function servePeers(answer: (socket: Socket) => void): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The answers of a minimal ftp server whose data connection is at this port. */
const answers = (dataPort: number): Readonly<Record<string, string>> => ({
  USER: '331 password',
  PASS: '230 in',
  PWD: '257 "/"',
  SIZE: `213 ${body.length}`,
  EPSV: `229 Entering Extended Passive Mode (|||${dataPort}|)`,
  PASV: '502 not implemented',
  FEAT: '502 not implemented',
});

describe('sftp', () => {
  it('a connection that breaks in the middle of a file is told so, and is worth another try', async () => {
    const proxy = await servePeers((socket) => {
      const server = connect(sftp.port, '127.0.0.1');
      let passed = 0;
      server.on('data', (bytes) => {
        passed += bytes.length;
        if (passed > 200_000) socket.destroy();
        else socket.write(bytes);
      });
      socket.on('data', (bytes) => server.write(bytes));
      socket.on('close', () => server.destroy());
    });
    const url = `${sftp.url}/calls/10 月/录音.wav`.replace(`:${sftp.port}`, `:${proxy.port}`);
    await expect(fetched(url)).rejects.toEqual(
      refusedWith(failed, true, /^the connection ended before the whole file had come$/),
    );
    await proxy.stop();
  });

  it('takes the key that an ssh agent holds, where the host table says so', async () => {
    const agent = await serveAgent(key);
    const before = process.env.SSH_AUTH_SOCK;
    process.env.SSH_AUTH_SOCK = agent.path;
    try {
      const hosts = [entry({ host: `127.0.0.?:${sftp.port}`, user: ftpUser.user, agent: true })];
      expect(await fetched(`${sftp.url}/calls/empty.wav`, hosts)).toEqual({ bytes: 0 });
      expect(agent.signatures()).toBe(1);
    } finally {
      if (before === undefined) delete process.env.SSH_AUTH_SOCK;
      else process.env.SSH_AUTH_SOCK = before;
      await agent.stop();
    }
  });

  it('a server with the key that the host table names is trusted, another is not', async () => {
    const right = [entry({ ...ftpUser, hostKey: sftp.hostKey })];
    expect(await fetched(`${sftp.url}/calls/empty.wav`, right)).toEqual({ bytes: 0 });
    const wrong = [entry({ ...ftpUser, hostKey: `SHA256:${'A'.repeat(43)}` })];
    await expect(fetched(`${sftp.url}/calls/empty.wav`, wrong)).rejects.toEqual(
      refusedWith(failed, false, /the key of the sftp server is SHA256:/),
    );
  });
});

/** An agent with one key, in this process. */
async function serveAgent(pair: { readonly private: string }) {
  const parsed = ssh2.utils.parseKey(pair.private);
  if (parsed instanceof Error) throw parsed;
  let signed = 0;
  const server = createServer((socket) => {
    const protocol = new ssh2.AgentProtocol(false);
    protocol.on('identities', (request) => protocol.getIdentitiesReply(request, [{ pubKey: parsed } as never]));
    protocol.on('sign', (request, _publicKey, data) => {
      signed++;
      protocol.signReply(request, parsed.sign(data) as Buffer);
    });
    socket.pipe(protocol).pipe(socket);
    socket.on('error', () => {});
  });
  const path = join(folder, 'agent.sock');
  server.listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  return { path, signatures: () => signed, stop: () => new Promise((resolve) => server.close(resolve)) };
}
