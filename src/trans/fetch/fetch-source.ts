// Fetches one recording to the disk over any scheme. Size, time and silence are limited, and the file is written whole
// or not at all.
import { BodyCap } from '../../net/body-cap.js';
import { type ClientUrl, parseClientUrl } from '../../net/client-url.js';
import { absent, passing } from '../../net/fault.js';
import type { Guard } from '../../net/guard.js';
import { DiskFull } from '../../storage/part-file.js';
import { StoredFiles } from '../../trust/stored-files.js';
import { openFile } from './file-source.js';
import type { Incoming } from './incoming.js';
import type { FetchOptions } from './options.js';
import { type Passage, withPassage } from './passage.js';

/**
 * Writes the source to `target`. Throws a FileFault (4100, 4101; `isPassing`: another try may succeed), or the reason
 * of the signal; `target` is then unchanged.
 */
export async function fetchSource(url: string, target: string, options: FetchOptions): Promise<{ bytes: number }> {
  return await withPassage(options, async (passage) => {
    try {
      const incoming = await open(parseClientUrl(url), passage);
      passage.guard.opened();
      try {
        return { bytes: await receive(incoming, target, passage.guard, options) };
      } finally {
        await incoming.close();
      }
    } catch (fault) {
      throw localFault(fault);
    }
  });
}

/** The libraries of the network schemes are large, so each is loaded by the first source that needs it. */
async function open(source: ClientUrl, passage: Passage): Promise<Incoming> {
  switch (source.scheme) {
    case 'http':
    case 'https':
      return await (await import('./http-source.js')).openHttp(source, passage);
    case 'ftp':
      return await (await import('./ftp-source.js')).openFtp(source, passage);
    case 'sftp':
      return await (await import('./sftp-source.js')).openSftp(source, passage);
    case 'file':
      return await openFile(source, passage);
  }
}

async function receive(incoming: Incoming, target: string, guard: Guard, options: FetchOptions): Promise<number> {
  const statedBytes = incoming.bytes;
  const cap = new BodyCap({ maxBytes: options.policy.limits.maxBytes, statedBytes, who: 'the source' });
  const file = await (options.files ?? new StoredFiles()).create(target, statedBytes);
  try {
    const pieces = incoming.pieces[Symbol.asyncIterator]();
    for (;;) {
      const { done, value: piece } = await guard.orAbort(pieces.next());
      if (done === true) break;
      guard.watch.arrived(piece.length);
      cap.arrived(piece.length);
      guard.watch.pause();
      await file.append(piece);
      guard.watch.resume();
      options.onBytes?.(piece.length);
    }
    if (incoming.finish !== undefined) await guard.orAbort(incoming.finish());
    cap.ended();
    await file.keep();
    return file.bytes;
  } finally {
    await file.discard();
  }
}

/** Converts faults of the local disk. */
function localFault(fault: unknown): unknown {
  if (fault instanceof DiskFull) return passing(fault.message);
  return (fault as NodeJS.ErrnoException).code === 'ENOENT' ? absent('no such file') : fault;
}
