// A recording as its converters get it: the file itself as an open descriptor, and where it is encrypted its plain bytes in a file of
// memory that has no name, or piece by piece through a pipe where they are too many for that. Nothing plain comes to a disk.
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '../../protocol/limits.js';
import type { OpenFile, StoredFiles } from '../../trust/stored-files.js';

export interface Recording {
  /** Number of plain bytes. */
  readonly bytes: number;
  /** True: it can be read from front to back only, once for each converter. */
  readonly isStream: boolean;
  /** For `stdio` of a converter. */
  readonly stdio: number | 'pipe';
  /** Brings the bytes of a stream; resolves when no more are taken. `onFault`: they cannot be read. */
  feed(pipe: unknown, onFault: (fault: unknown) => void): Promise<void>;
  close(): Promise<void>;
}

export async function openRecording(path: string, files: StoredFiles): Promise<Recording> {
  if (!files.areSealed) return ofHandle(await open(path, 'r'));
  const { bytes, memory } = await inMemoryOrNot(path, files);
  return memory === undefined ? streamed(path, files, bytes) : ofHandle(memory);
}

/** The descriptor has its position at the first byte. */
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
        // At a position: the descriptor's own stays at the first byte.
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

/** A file in memory without a name; undefined: this machine has none. */
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
      to.on('error', () => {}); // told below, or the end of the converter says why
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

/** A converter that has heard enough closes its end. */
const isClosed = (fault: unknown): boolean =>
  ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(
    (fault as NodeJS.ErrnoException).code ?? '',
  );
