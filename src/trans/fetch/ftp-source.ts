// ftp. Paths are relative to the login directory, as in RFC 1738; `//` begins a path from the root.
import { PassThrough } from 'node:stream';
import { Client, FTPError } from 'basic-ftp';
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import { addressesOf } from '../../net/connect.js';
import { credentialsFor } from '../../net/credentials.js';
import { absent, brokenOff, NetFault, noConnection, passing, refused } from '../../net/fault.js';
import { limits } from '../../protocol/limits.js';
import type { Incoming } from './incoming.js';
import type { Passage } from './passage.js';

export interface FtpSession {
  readonly client: Client;
  /** The absolute path of the URL. */
  readonly path: string;
  close(): void;
}

/**
 * Opens a session and logs in. The data connection goes to the same address, whatever the server says (no bounce
 * attacks).
 */
export async function openFtpSession(source: ClientUrl, { guard, hosts, policy }: Passage): Promise<FtpSession> {
  const { user = 'anonymous', password = user === 'anonymous' ? 'anonymous@' : '' } = credentialsFor(source, hosts);
  const names = pathNames(source.pathname);
  const addresses = await guard.orAbort(addressesOf(source.host, { policy: policy.addresses, port: source.port }));
  const client = new Client(policy.limits.stallMs, {
    allowSeparateTransferHost: false,
    maxListingBytes: limits.trans.scan.listBytes,
  });
  const close = () => client.close();
  guard.signal.addEventListener('abort', close, { once: true });
  try {
    await connectToOne(client, addresses, source.port, guard.signal);
    await client.sendIgnoringError('OPTS UTF8 ON');
    await client.login(user, password);
    await client.useDefaultSettings();
    const isFromRoot = source.pathname.startsWith('//');
    const base = isFromRoot ? '' : (await client.pwd()).replace(/\/+$/, '');
    return { client, path: `${base}/${names.join('/')}`, close };
  } catch (fault) {
    close();
    guard.signal.throwIfAborted();
    throw ftpFault(fault);
  }
}

async function connectToOne(
  client: Client,
  addresses: readonly { readonly address: string }[],
  port: number,
  signal: AbortSignal,
): Promise<void> {
  for (const [index, { address }] of addresses.entries()) {
    try {
      await client.connect(address, port);
      return;
    } catch (fault) {
      if (fault instanceof FTPError || index === addresses.length - 1) throw fault;
      signal.throwIfAborted();
    }
  }
}

/** Opens a file on an ftp server. Throws a NetFault. */
export async function openFtp(source: ClientUrl, passage: Passage): Promise<Incoming> {
  const { client, path, close } = await openFtpSession(source, passage);
  try {
    const bytes = await client.size(path).catch((fault: unknown) => {
      if (client.closed || (fault instanceof FTPError && fault.code === 550)) throw fault;
      return undefined; // some servers lack SIZE or answer it in an unknown form
    });
    const pieces = new PassThrough();
    pieces.on('error', () => {}); // the reader gets this error
    const done = client.downloadTo(pieces, path);
    const ended = done.catch((fault: unknown) => {
      throw isAnswer(fault) ? ftpFault(fault) : brokenOff();
    });
    ended.catch((fault: Error) => pieces.destroy(fault));
    return { bytes, pieces, finish: async () => void (await ended), close };
  } catch (fault) {
    close();
    passage.guard.signal.throwIfAborted();
    throw ftpFault(fault);
  }
}

const isAnswer = (fault: unknown): boolean => fault instanceof FTPError || fault instanceof NetFault;

/** Maps the codes of RFC 959, section 4.2. The server's text is not repeated, because it may contain what was sent. */
export function ftpFault(fault: unknown): unknown {
  if (fault instanceof NetFault) return fault;
  if (!(fault instanceof FTPError)) return noConnection(fault);
  const { code } = fault;
  if (code === 550) return absent('the ftp server answered 550: no such file, or no access to it');
  if (code === 530 || code === 331 || code === 332) return refused(`the ftp server refused the login (${code})`);
  const message = `the ftp server answered ${code}`;
  return code >= 400 && code < 500 ? passing(message) : refused(message);
}
