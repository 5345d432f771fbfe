// Servers of recordings on the loopback: http with the test's answers, ftp and sftp over a directory, from packages.
import { once } from 'node:events';
import { constants, promises as fs } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { join, posix } from 'node:path';
import { FtpSrv } from 'ftp-srv';
import ssh2, { type Connection, type FileEntry, type SFTPWrapper } from 'ssh2';
import { fetchPolicy, type PolicySettings } from '../../../src/trans/fetch/options.js';

export interface Served {
  readonly port: number;
  /** `http://127.0.0.1:…` */
  readonly url: string;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';

/** The default settings, except that the loopback may be asked. */
export const policyFor = (settings: Partial<PolicySettings> = {}) =>
  fetchPolicy({
    ...{ allow: [], deny: [], privateAddresses: true, loopback: true, fileRoots: [], saveRoots: [] },
    ...settings,
  });

export const optionsFor = (settings: Partial<PolicySettings> = {}) => ({
  signal: new AbortController().signal,
  hosts: [],
  policy: policyFor(settings),
});

async function stopServer(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

export async function serveHttp(answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  server.listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${loopback}:${port}`, stop: () => stopServer(server) };
}

/** Serves raw bytes, for answers that node's own server would not send. */
export async function serveBytes(answer: (socket: Socket) => void): Promise<Served> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  server.listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://${loopback}:${port}`, stop };
}

export const ftpUser = { user: 'dialer', password: 'p@ss:word/1' };

const noLog: Record<string, unknown> = { child: () => noLog };
for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) noLog[level] = () => {};

/** Passive ports; those of concurrent test files must not overlap. */
const passivePort = () => 20_000 + (process.pid % 400) * 100;

export async function serveFtp(root: string): Promise<Served> {
  const listenersBefore = ['SIGTERM', 'SIGINT', 'SIGQUIT'].map(
    (name) => [name, process.listeners(name as 'SIGTERM')] as const,
  );
  const server = new FtpSrv({ url: `ftp://${loopback}:0`, pasv_url: loopback, pasv_min: passivePort(), log: noLog });
  for (const [name, before] of listenersBefore) {
    for (const each of process.listeners(name as 'SIGTERM')) if (!before.includes(each)) process.off(name, each);
  }
  server.on('login', ({ username, password }, resolve, reject) => {
    if (username === ftpUser.user && password === ftpUser.password) resolve({ root });
    else reject(new Error('wrong'));
  });
  await server.listen();
  const { port } = (server as unknown as { server: Server }).server.address() as AddressInfo;
  return { port, url: `ftp://${loopback}:${port}`, stop: async () => void (await server.close()) };
}

export interface SshServed extends Served {
  /** Host key as `SHA256:…`. */
  readonly hostKey: string;
}

const { STATUS_CODE, flagsToString } = ssh2.utils.sftp;

/** Serves sftp, with ftpUser's password or the public key. */
export async function serveSftp(
  root: string,
  publicKey?: ReturnType<typeof ssh2.utils.generateKeyPairSync>,
): Promise<SshServed> {
  const host = ssh2.utils.generateKeyPairSync('ed25519');
  const allowed = publicKey === undefined ? undefined : ssh2.utils.parseKey(publicKey.public);
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    connections.add(connection);
    (connection as unknown as Pick<Socket, 'setNoDelay'>).setNoDelay(true); // like sshd
    connection.on('error', () => {});
    connection.on('close', () => connections.delete(connection));
    connection.on('authentication', (context) => {
      const isUser = context.username === ftpUser.user;
      if (isUser && context.method === 'password' && context.password === ftpUser.password) return context.accept();
      if (isUser && context.method === 'publickey' && allowed !== undefined && !(allowed instanceof Error)) {
        const isKey = context.key.data.equals(allowed.getPublicSSH());
        const isSigned =
          context.signature === undefined || allowed.verify(context.blob as Buffer, context.signature) === true;
        if (isKey && isSigned) return context.accept();
      }
      context.reject(['password', 'publickey']);
    });
    connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp(), root)));
  });
  server.listen(0, loopback);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const parsed = ssh2.utils.parseKey(host.public);
  if (parsed instanceof Error) throw parsed;
  const { createHash } = await import('node:crypto');
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  const stop = async () => {
    for (const connection of connections) connection.end();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { port, url: `sftp://${loopback}:${port}`, hostKey: `SHA256:${digest}`, stop };
}

/** Serves the files of a directory over sftp: handles are numbers, and paths cannot leave the root. */
function serveFiles(sftp: SFTPWrapper, root: string): void {
  const open = new Map<number, { readonly file?: fs.FileHandle; entries?: FileEntry[] }>();
  let next = 0;
  const local = (path: string) => join(root, posix.resolve('/', path));
  const handleOf = (what: { file?: fs.FileHandle; entries?: FileEntry[] }) => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    open.set(next++, what);
    return handle;
  };
  const at = (handle: Buffer) => open.get(handle.readUInt32BE());
  const fileAt = (handle: Buffer) => at(handle)?.file as fs.FileHandle;
  const answer = (id: number, work: () => Promise<void>) =>
    void work().catch((fault: NodeJS.ErrnoException) => {
      sftp.status(id, fault.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    });
  const ok = (id: number) => sftp.status(id, STATUS_CODE.OK);
  const attributes = async (path: string, follow: boolean) => {
    const stat = follow ? await fs.stat(path) : await fs.lstat(path);
    const { mode, uid, gid, size } = stat;
    return { mode, uid, gid, size, atime: stat.atimeMs / 1000, mtime: stat.mtimeMs / 1000 };
  };
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () =>
      sftp.handle(id, handleOf({ file: await fs.open(local(path), flagsToString(flags) ?? 'r') })),
    ),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const block = Buffer.alloc(length);
      const { bytesRead } = await fileAt(handle).read(block, 0, length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, block.subarray(0, bytesRead));
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => {
      await fileAt(handle).write(data, 0, data.length, offset);
      ok(id);
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      await at(handle)?.file?.close();
      open.delete(handle.readUInt32BE());
      ok(id);
    }),
  );
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      const names = await fs.readdir(local(path));
      const entries = await Promise.all(
        names.map(async (filename) => ({
          filename,
          longname: filename,
          attrs: await attributes(join(local(path), filename), false),
        })),
      );
      sftp.handle(id, handleOf({ entries: entries as FileEntry[] }));
    }),
  );
  sftp.on('READDIR', (id, handle) => {
    const what = at(handle);
    const page = what?.entries?.splice(0, 2) ?? [];
    if (page.length === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.name(id, page);
  });
  for (const [event, follow] of [
    ['STAT', true],
    ['LSTAT', false],
  ] as const) {
    sftp.on(event as 'STAT', (id, path) =>
      answer(id, async () => sftp.attrs(id, (await attributes(local(path), follow)) as never)),
    );
  }
  sftp.on('FSTAT', (id, handle) =>
    answer(id, async () => {
      const { mode, uid, gid, size } = await fileAt(handle).stat();
      sftp.attrs(id, { mode, uid, gid, size, atime: 0, mtime: 0 });
    }),
  );
  sftp.on('FSETSTAT', (id) => ok(id));
  sftp.on('SETSTAT', (id) => ok(id));
  sftp.on('MKDIR', (id, path) => answer(id, () => fs.mkdir(local(path)).then(() => ok(id))));
  sftp.on('REMOVE', (id, path) => answer(id, () => fs.unlink(local(path)).then(() => ok(id))));
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      // Like OpenSSH, a plain rename does not replace a file.
      await fs.copyFile(local(from), local(to), constants.COPYFILE_EXCL);
      await fs.unlink(local(from));
      ok(id);
    }),
  );
  sftp.on('REALPATH', (id, path) => {
    const resolved = path === '.' ? '/home/dialer' : posix.resolve('/', path);
    sftp.name(id, [{ filename: resolved, longname: resolved, attrs: {} as never }]);
  });
}
