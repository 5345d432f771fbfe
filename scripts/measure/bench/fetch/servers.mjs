// Servers of recordings in a process of their own: http, ftp and sftp over one folder. Its argument is the folder; the
// ports are sent to the parent. Login: bench, bench.
import { once } from 'node:events';
import { createReadStream, promises as fs } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { FtpSrv } from 'ftp-srv';
import ssh2 from 'ssh2';

const folder = process.argv[2] ?? '';
const loopback = '127.0.0.1';
const { STATUS_CODE } = ssh2.utils.sftp;
const local = (/** @type {string} */ name) => path.join(folder, path.posix.resolve('/', name));

process.once('disconnect', () => process.exit());
const ports = { http: await serveHttp(), ftp: await serveFtp(), sftp: await serveSftp() };
process.send?.(ports);

async function serveHttp() {
  const server = createServer(async (request, response) => {
    const file = local(request.url ?? '/');
    response.setHeader('content-length', (await fs.stat(file)).size);
    createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response);
  });
  return await listening(server);
}

async function serveFtp() {
  /** @type {Record<string, unknown>} */
  const noLog = { child: () => noLog };
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) noLog[level] = () => {};
  const url = `ftp://${loopback}:0`;
  const pasvMin = 20_000 + (process.pid % 400) * 100;
  const server = new FtpSrv({ url, pasv_url: loopback, pasv_min: pasvMin, log: noLog });
  server.on('login', (_, resolve) => resolve({ root: folder }));
  await server.listen();
  return /** @type {any} */ (server).server.address().port;
}

async function serveSftp() {
  const host = ssh2.utils.generateKeyPairSync('ed25519');
  const server = new ssh2.Server({ hostKeys: [host.private] }, (connection) => {
    /** @type {any} */ (connection).setNoDelay(true); // as sshd does
    connection.on('error', () => {});
    connection.on('authentication', (context) => {
      if (context.method === 'password') context.accept();
      else context.reject(['password']);
    });
    connection.on('session', (accept) => accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp())));
  });
  return await listening(server);
}

/** One file for each session, to be read. @param {import('ssh2').SFTPWrapper} sftp */
function serveFiles(sftp) {
  /** @type {import('node:fs/promises').FileHandle} */
  let file;
  sftp.on('OPEN', async (id, name) => {
    file = await fs.open(local(name));
    sftp.handle(id, Buffer.alloc(4));
  });
  sftp.on('READ', async (id, _, offset, length) => {
    const block = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(block, 0, length, offset);
    if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, block.subarray(0, bytesRead));
  });
  const attributes = async (/** @type {string} */ name) => {
    const { mode, uid, gid, size } = await fs.stat(local(name));
    return { mode, uid, gid, size, atime: 0, mtime: 0 };
  };
  sftp.on('STAT', async (id, name) => sftp.attrs(id, await attributes(name)));
  sftp.on('LSTAT', async (id, name) => sftp.attrs(id, await attributes(name)));
  sftp.on('FSTAT', async (id) => {
    const { mode, uid, gid, size } = await file.stat();
    sftp.attrs(id, { mode, uid, gid, size, atime: 0, mtime: 0 });
  });
  sftp.on('CLOSE', async (id) => {
    await file.close();
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('REALPATH', (id, name) => {
    const filename = path.posix.resolve('/', name);
    sftp.name(id, [{ filename, longname: filename, attrs: /** @type {any} */ ({}) }]);
  });
}

/** The port on which a server listens. @param {any} server */
async function listening(server) {
  server.listen(0, loopback);
  await once(server, 'listening');
  return server.address().port;
}
