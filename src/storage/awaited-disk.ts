// The steps of a `Disk` for large files. Each is awaited, so that the event loop goes on meanwhile; a test can cut the
// power before any of them.
import { type FileHandle, link, open, rename, rm, statfs } from 'node:fs/promises';

export type Awaitable<T> = T | Promise<T>;

export interface AwaitedFile {
  append(bytes: Uint8Array): Awaitable<void>;
  sync(): Awaitable<void>;
  close(): Awaitable<void>;
}

/** An existing file that may be written at any position. */
export interface UpdatedFile {
  /** The bytes at a position, as many as there are. */
  read(bytes: number, position: number): Awaitable<Uint8Array>;
  write(bytes: Uint8Array, position: number): Awaitable<void>;
  sync(): Awaitable<void>;
  close(): Awaitable<void>;
}

export interface AwaitedDisk {
  create(file: string): Awaitable<AwaitedFile>;
  /** Creates a sparse file of this length. All but its name is durable. The file must not exist yet. */
  allot(file: string, bytes: number): Awaitable<void>;
  update(file: string): Awaitable<UpdatedFile>;
  rename(from: string, to: string): Awaitable<void>;
  /** Gives a file a second name. A file that already has that name stays as it is. */
  link(from: string, to: string): Awaitable<void>;
  remove(file: string): Awaitable<void>;
  syncDirectory(directory: string): Awaitable<void>;
  freeBytes(directory: string): Awaitable<number>;
}

export const awaitedDisk: AwaitedDisk = {
  create: async (file) => {
    const handle = await open(file, 'w', 0o600);
    return {
      append: async (bytes) => {
        for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten;
      },
      ...ends(handle),
    };
  },
  allot: async (file, bytes) => {
    const handle = await open(file, 'wx', 0o600);
    await handle
      .truncate(bytes)
      .then(() => handle.sync())
      .finally(() => handle.close());
  },
  update: async (file) => {
    const handle = await open(file, 'r+');
    return {
      read: async (bytes, position) => {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position);
        return buffer.subarray(0, bytesRead);
      },
      write: async (bytes, position) => {
        for (let done = 0; done < bytes.length; ) {
          done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
        }
      },
      ...ends(handle),
    };
  },
  rename,
  link: (from, to) =>
    link(from, to).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    }),
  remove: (file) => rm(file, { force: true }),
  syncDirectory: async (directory) => {
    const handle = await open(directory, 'r');
    await handle.sync().finally(() => handle.close());
  },
  freeBytes: async (directory) => {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  },
};

const ends = (handle: FileHandle) => ({ sync: () => handle.sync(), close: () => handle.close() });
