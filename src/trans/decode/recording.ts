// A recording as its converters receive it: the file itself as an open descriptor. An encrypted recording comes as
// plain bytes in an unnamed file in memory, or through a pipe if it is too large for that. No plain bytes reach a disk.
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '../../protocol/limits.js';
import type { OpenFile, StoredFiles } from '../../trust/stored-files.js';

export interface Recording {
  /** Number of plain bytes. */
  readonly bytes: number;
  /** true: it can only be read from front to back, once for each converter. */
  readonly isStream: boolean;
  /** The entry for `stdio` of a converter. */
  readonly stdio: number | 'pipe';
  /**
   * Writes the bytes of a stream to the pipe; resolves when the pipe takes no more. Calls `onFault` if the bytes cannot
   * be read.
   */
  feed(pipe: unknown, onFault: (fault: unknown) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens a recording for converters. */
export async function openRecording(path: string, files: StoredFiles): Promise<Recording> {
  if (!files.areSealed) return ofHandle(await open(path, 'r'));
  const { bytes, memory } = await inMemoryOrNot(path, files);
  return memory === undefined ? streamed(path, files, bytes) : ofHandle(memory);
}

/** The descriptor's position is at the first byte. */
async function ofHandle(handle: FileHandle): Promise<Recording> {
  try {
    const { size } = await handle.stat();
    const end = { feed: async () => {}, close: () => handle.close() };
    return { bytes: size, isStream: false, stdio: handle.fd, ...end };
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

async function inMemoryOrNot(path: string, files: StoredFiles): Promise<{ bytes: number; memory?: FileHandle }> {
  const file = await files.open(path);
  try {
    const { bytes } = file;
    const memory = bytes <= limits.trans.decode.plainBytes ? await fileOfMemory() : undefined;
    if (memory === undefined) return { bytes };
    try {
      let at = 0;
      for await (const piece of file.read()) {
        // Writes at explicit positions; the descriptor's own position stays at the first byte.
        for (let done = 0; done < piece.length; ) {
          const { bytesWritten } = await memory.write(piece, done, piece.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      }
      return { bytes, memory };
    } catch (fault) {
      await memory.close();
      if ((fault as NodeJS.ErrnoException).code === 'ENOSPC') return { bytes };
      throw fault;
    }
  } finally {
    await file.close();
  }
}

/** An unnamed file in memory; undefined: this machine has no /dev/shm to write to. */
async function fileOfMemory(): Promise<FileHandle | undefined> {
  const path = `/dev/shm/tonegate-${process.pid}-${randomBytes(8).toString('hex')}`;
  const handle = await open(path, 'wx+', 0o600).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    await unlink(path);
    return handle;
  } catch (fault) {
    await handle.close();
    throw fault;
  }
}

function streamed(path: string, files: StoredFiles, bytes: number): Recording {
  return {
    ...{ bytes, isStream: true, stdio: 'pipe' },
    feed: async (pipe, onFault) => {
      const to = pipe as Writable;
      to.on('error', () => {}); // reported below, or the end of the converter tells the reason
      let file: OpenFile | undefined;
      try {
        file = await files.open(path);
        await pipeline(Readable.from(file.read(), { objectMode: false }), to);
      } catch (fault) {
        if (!isClosed(fault)) onFault(fault);
      } finally {
        await file?.close();
      }
    },
    close: async () => {},
  };
}

/** True if the converter closed its end because it has read enough. */
const isClosed = (fault: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(
    (fault as NodeJS.ErrnoException).code ?? '',
  );
