// Brings one recording onto the disk, whichever way it comes: with limits on size, time and silence, whole or not at all.

import { absent, parseSource, passing, refused, type SourceUrl } from '../../net/client-url.js';
import { Guard } from '../../net/guard.js';
import { openHttp } from '../../net/http.js';
import { FileFault } from '../../protocol/engine/transcription.js';
import { DiskFull, PartFile } from '../../storage/part-file.js';
import { openFile } from './file-source.js';
import { openFtp } from './ftp-source.js';
import type { Incoming, Passage } from './incoming.js';
import type { FetchOptions } from './options.js';
import { openSftp } from './sftp-source.js';

/**
 * Writes the source to `target`. Throws a FileFault (4100, 4101; `isPassing`: worth another try), or the reason of the
 * signal; then `target` is as it was.
 */
export async function fetchSource(url: string, target: string, options: FetchOptions): Promise<{ bytes: number }> {
  const source = parseSource(url);
  options.signal.throwIfAborted();
  const guard = new Guard(options.signal, options.policy.limits);
  try {
    const incoming = await open(source, { guard, hosts: options.hosts, policy: options.policy });
    try {
      return { bytes: await receive(incoming, target, guard, options) };
    } finally {
      await incoming.close();
    }
  } catch (fault) {
    guard.signal.throwIfAborted(); // what a library says when it is cut off is not the reason
    throw asFault(fault);
  } finally {
    guard.close();
  }
}

async function open(source: SourceUrl, passage: Passage): Promise<Incoming> {
  switch (source.scheme) {
    case 'http':
    case 'https':
      return await openHttp(source, passage);
    case 'ftp':
      return await openFtp(source, passage);
    case 'sftp':
      return await openSftp(source, passage);
    case 'file':
      return await openFile(source, passage);
  }
}

async function receive(incoming: Incoming, target: string, guard: Guard, options: FetchOptions): Promise<number> {
  const { maxBytes } = options.policy.limits;
  const stated = incoming.bytes;
  const tooLarge = (what: string) => refused(`the source ${what}; at most ${maxBytes} are accepted`);
  if (stated !== undefined && stated > maxBytes) throw tooLarge(`has ${stated} bytes`);
  const file = await PartFile.create(target, stated);
  try {
    const pieces = incoming.pieces[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: piece } = await guard.orAbort(pieces.next());
      if (done === true) break;
      guard.watch.arrived(piece.length);
      if (file.bytes + piece.length > maxBytes) throw tooLarge(`sends more than ${maxBytes} bytes`);
      guard.watch.pause();
      await file.append(piece);
      guard.watch.resume();
      options.onBytes?.(piece.length);
    }
    if (incoming.finish !== undefined) await guard.orAbort(incoming.finish());
    if (stated !== undefined && file.bytes < stated) {
      throw passing(`the source ended after ${file.bytes} of the ${stated} bytes that it had announced`);
    }
    if (stated !== undefined && file.bytes > stated) {
      throw refused(`the source sent ${file.bytes} bytes, but had announced ${stated}`);
    }
    await file.keep();
    return file.bytes;
  } finally {
    await file.discard();
  }
}

function asFault(fault: unknown): unknown {
  if (fault instanceof FileFault) return fault;
  if (fault instanceof DiskFull) return passing(fault.message);
  const { code } = fault as NodeJS.ErrnoException;
  if (code === 'ENOENT') return absent('no such file');
  return fault;
}
