// Uploads a recording from this machine to the gateway, in slices. A recording that the gateway has already counts as
// sent.
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { backoffMs } from '../../jobs/backoff.js';
import { fileFault } from '../../protocol/file-fault.js';
import { limits } from '../../protocol/limits.js';
import { transCodes } from '../../protocol/wire/transcription-messages.js';
import { CommandFailure, exitCodes } from '../exit.js';
import { type BatchCalls, Refusal } from './batch-call.js';

const { slicesAtOnce, tries, retryMinMs, retryMaxMs } = limits.batchClient;

interface Prepared {
  readonly fileId: string;
  readonly sliceSize: number;
  readonly sliceCount: number;
}

/** Checks everything that can be known before the first byte is sent. */
export async function checkRecording(path: string): Promise<void> {
  const handle = await opened(path);
  try {
    await sizeOf(handle, path);
  } finally {
    await handle.close();
  }
}

/** The recording's `upload://` address. `onSent` gets the share that has been sent, 0 to 1. */
export async function uploadRecording(
  calls: BatchCalls,
  property: string,
  path: string,
  onSent: (share: number) => void,
): Promise<string> {
  const handle = await opened(path);
  try {
    const size = await sizeOf(handle, path);
    const draft = { path: `${property}/prepare_upload`, json: { name: basename(path), size } };
    const { fileId, sliceSize, sliceCount } = await calls.json<Prepared>(draft);
    let next = 0;
    let sent = 0;
    const sendSome = async () => {
      for (let index = next++; index < sliceCount; index = next++) {
        const start = index * sliceSize;
        const octets = await slice(handle, path, start, Math.min(sliceSize, size - start));
        await sendSlice(calls, `${property}/upload`, { fileId, sliceIndex: String(index) }, octets);
        onSent(++sent / sliceCount);
      }
    };
    const senders = Array.from({ length: Math.min(slicesAtOnce, sliceCount) }, sendSome);
    const failed = (await Promise.allSettled(senders)).find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    return `upload://${fileId}`;
  } finally {
    await handle.close();
  }
}

/**
 * Sends a slice. After a broken connection the gateway may have it already, or may still be busy with it. In the second
 * case its refusal has Retry-After.
 */
async function sendSlice(
  calls: BatchCalls,
  path: string,
  query: Readonly<Record<string, string>>,
  octets: Uint8Array,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await calls.json({ path, query, octets });
      return;
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.code !== transCodes.conflict) throw fault;
      if (fault.retryAfterMs === undefined) return; // the gateway has the slice
      if (attempt === tries) throw fault;
      const delayMs = backoffMs(attempt, { minMs: retryMinMs, maxMs: retryMaxMs, spread: 0 });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (fault) {
    throw unreadable(path, fileFault(fault), fault);
  }
}

async function sizeOf(handle: FileHandle, path: string): Promise<number> {
  const stat = await handle.stat();
  const most = limits.trans.uploadBytes;
  if (!stat.isFile()) throw unreadable(path, stat.isDirectory() ? 'it is a directory' : 'it is not a regular file');
  if (stat.size === 0) throw unreadable(path, 'it is empty');
  if (stat.size > most) throw unreadable(path, `${stat.size} bytes, must be at most ${most}`);
  return stat.size;
}

async function slice(handle: FileHandle, path: string, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
    if (bytesRead === 0) throw unreadable(path, 'it became shorter while it was being sent');
    filled += bytesRead;
  }
  return buffer;
}

const unreadable = (path: string, why: string, cause?: unknown): CommandFailure =>
  new CommandFailure(exitCodes.badInput, `${path}: the file cannot be uploaded: ${why}`, { cause });
