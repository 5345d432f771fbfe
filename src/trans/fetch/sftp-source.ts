// sftp, with a password or the keys of an ssh agent. Paths start at the root; `/~/` begins a path at the login
// directory.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { SFTPWrapper } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import { openSocket } from '../../net/connect.js';
import { type Credentials, credentialsFor } from '../../net/credentials.js';
import { absent, brokenOff, codeOf, NetFault, noConnection, refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';
import type { Incoming } from './incoming.js';
import type { Passage } from './passage.js';

export interface SftpSession {
  readonly client: SftpClient;
  readonly wrapper: SFTPWrapper;
  /** The path of the URL. */
  readonly path: string;
  close(): Promise<void>;
}

const silent = { error: () => {}, end: () => {}, close: () => {} };

/** Opens a session, checks the host key and logs in. Throws a NetFault. */
export async function openSftpSession(source: ClientUrl, passage: Passage): Promise<SftpSession> {
  const { guard, hosts, policy } = passage;
  const credentials = credentialsFor(source, hosts);
  const names = pathNames(source.pathname);
  const sock = await guard.orAbort(
    openSocket(source.host, { policy: policy.addresses, port: source.port }, guard.signal),
  );
  const cut = () => sock.destroy();
  guard.signal.addEventListener('abort', cut, { once: true });
  const client = new SftpClient('tonegate', silent);
  const close = async () => {
    const timer = setTimeout(cut, limits.trans.fetch.endMs);
    await client.end().catch(() => {});
    clearTimeout(timer);
    cut();
  };
  const hostKey = new HostKey(credentials.hostKey);
  try {
    const connected = client.connect({
      sock,
      ...loginOf(credentials),
      hostVerifier: (key: Buffer) => hostKey.fits(key),
      readyTimeout: policy.limits.stallMs,
    });
    const wrapper = await guard.orAbort(connected);
    const path = names[0] === '~' ? `${await client.realPath('.')}/${names.slice(1).join('/')}` : `/${names.join('/')}`;
    return { client, wrapper, path, close };
  } catch (fault) {
    cut();
    guard.signal.throwIfAborted();
    throw hostKey.isWrong ? refused(hostKey.complaint) : sftpFault(fault);
  }
}

function loginOf({ user, password, agent }: Credentials) {
  const socket = process.env.SSH_AUTH_SOCK;
  if (agent && !socket) throw refused('trans.hosts asks for the ssh agent, but SSH_AUTH_SOCK is not set');
  return {
    username: user ?? '',
    ...(password === undefined ? {} : { password }),
    ...(agent && socket ? { agent: socket } : {}),
  };
}

/** The host key as `ssh-keygen -l` shows it. */
class HostKey {
  #seen: string | undefined;
  isWrong = false;

  constructor(readonly wanted: string | undefined) {}

  get complaint(): string {
    return `the key of the sftp server is ${this.#seen}, which differs from the key in trans.hosts`;
  }

  fits(key: Buffer): boolean {
    this.#seen = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
    if (this.wanted === undefined) return true;
    const [wanted, seen] = [Buffer.from(this.wanted), Buffer.from(this.#seen)];
    this.isWrong = wanted.length !== seen.length || !timingSafeEqual(wanted, seen);
    return !this.isWrong;
  }
}

/** Opens a regular file on an sftp server. Throws a NetFault. */
export async function openSftp(source: ClientUrl, passage: Passage): Promise<Incoming> {
  const { client, path, close } = await openSftpSession(source, passage);
  try {
    const stat = await passage.guard.orAbort(client.stat(path));
    if (!stat.isFile) throw refused(`${stat.isDirectory ? 'a directory' : 'something else'} instead of a regular file`);
    const pieces = client.createReadStream(path, { autoClose: true });
    pieces.on('error', () => {}); // the reader gets this error; a session that was cut has no reader any more
    return { bytes: stat.size, pieces: piecesOf(pieces), close };
  } catch (fault) {
    await close();
    passage.guard.signal.throwIfAborted();
    throw sftpFault(fault);
  }
}

async function* piecesOf(stream: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of stream) yield piece as Uint8Array;
  } catch (fault) {
    throw statusFault(fault) ?? brokenOff();
  }
}

export const sftpFault = (fault: unknown): NetFault => statusFault(fault) ?? noConnection(fault);

/** Maps the status codes of the protocol (draft-ietf-secsh-filexfer-02, section 7); undefined: the server sent none. */
function statusFault(fault: unknown): NetFault | undefined {
  if (fault instanceof NetFault) return fault;
  const { message } = fault as Error;
  const code = codeOf(fault);
  if (code === 'ENOENT' || code === '2') return absent('the sftp server says: no such file');
  if (code === 'EACCES' || code === '3') return refused('the sftp server denied access');
  if (/authentication|auth method|Invalid username/i.test(message)) return refused('the sftp server refused the login');
  if (code === '4' || code === '8') return refused(`the sftp server reported a failure (${code})`);
  return undefined;
}
