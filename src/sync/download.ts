// Brings contents into the staging directory. A broken download goes on where it stopped; one with a wrong hash leaves
// nothing behind.
import { limits } from '../protocol/limits.js';
import { SyncFault } from './fault.js';
import type { Staging } from './staging.js';
import type { ContentName, Transport } from './transport.js';

export interface DownloadParts {
  readonly transport: Pick<Transport, 'content'>;
  readonly staging: Staging;
  /** Called with the number of bytes that arrived, for any of the contents. */
  readonly onBytes?: (count: number) => void;
}

/** Fetches several contents at once, since most are small and wait for the line. The first fault ends all of them. */
export async function fetchAll(
  parts: DownloadParts,
  names: readonly ContentName[],
  signal: AbortSignal,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  let first: unknown;
  const waiting = [...names];
  const worker = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined && !either.aborted; name = waiting.shift()) {
      try {
        await fetchOne(parts, name, either);
      } catch (fault) {
        first ??= fault;
        failed.abort();
      }
    }
  };
  await Promise.all(Array.from({ length: limits.sync.downloads }, worker));
  if (names.length > 0) parts.staging.settle();
  if (first !== undefined) throw first;
  signal.throwIfAborted();
}

async function fetchOne(parts: DownloadParts, name: ContentName, signal: AbortSignal): Promise<void> {
  const { staging } = parts;
  const resumed = staging.partBytes(name.sha256) > 0;
  await fetchRest(parts, name, signal);
  if (staging.finish(name)) return;
  // The part left by an earlier connection, or by a power cut, may have been wrong: start once from the beginning.
  if (resumed) {
    await fetchRest(parts, name, signal);
    if (staging.finish(name)) return;
  }
  throw new SyncFault('lying', `content ${name.sha256} does not match its hash after the download; it was discarded`);
}

async function fetchRest({ transport, staging, onBytes }: DownloadParts, name: ContentName, signal: AbortSignal) {
  const { sha256, bytes } = name;
  let have = staging.partBytes(sha256);
  if (have > bytes) {
    staging.discardPart(sha256);
    have = 0;
  }
  if (have === bytes && bytes > 0) return resync(staging, sha256, have);
  const { offset, pieces } = await transport.content(name, have, signal);
  have = offset;
  const file = staging.open(sha256, offset);
  try {
    for await (const piece of pieces) {
      have += piece.length;
      if (have > bytes) break;
      file.append(piece);
      onBytes?.(piece.length);
    }
    file.sync();
  } finally {
    file.close();
  }
  if (have > bytes) {
    staging.discardPart(sha256);
    throw new SyncFault('lying', `content ${sha256} is longer than the state says; it was discarded`);
  }
  if (have < bytes) throw new SyncFault('away', `the download of ${sha256} ended after ${have} of ${bytes} bytes`);
}

/** Syncs a part that had arrived whole before: nobody knows whether it was synced then. */
function resync(staging: Staging, sha256: string, offset: number): void {
  const file = staging.open(sha256, offset);
  try {
    file.sync();
  } finally {
    file.close();
  }
}
