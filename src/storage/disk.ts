// Every step that the model store and the sync process take on the file system, so that a test can cut the power
// between any two of them.
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { makeDirectories } from './directories.js';

export interface DiskFile {
  append(bytes: Uint8Array): void;
  /** Makes appended bytes survive a power cut; the name survives once its directory is synced too. */
  sync(): void;
  close(): void;
}

export interface Disk {
  /** Names in a directory; none if it does not exist. */
  list(directory: string): string[];
  /** Size of a file; undefined if there is no such regular file. */
  size(file: string): number | undefined;
  /** Reads a file in pieces; each is valid until the next one is requested. */
  read(file: string): Iterable<Uint8Array>;
  /** The first bytes of a file, or all of a shorter one. */
  head(file: string, bytes: number): Uint8Array;
  /** Makes a directory with its parents, durably. */
  makeDirectory(directory: string): void;
  /** Creates a file or empties an existing one. `mode`: its permissions, whatever the umask; the default is 0o600. */
  create(file: string, mode?: number): DiskFile;
  /** Opens a file for appending, or creates it. */
  extend(file: string): DiskFile;
  rename(from: string, to: string): void;
  /** Gives a file a second name. A file that already has that name stays as it is. */
  link(from: string, to: string): void;
  remove(file: string): void;
  syncDirectory(directory: string): void;
  /** Creates the file; false if it exists already. */
  createExclusively(file: string, content: string): boolean;
  /** Time of the last change, ms UTC; undefined if there is no such file. */
  modifiedAtMs(file: string): number | undefined;
  /** Free bytes on the file system of an existing directory. */
  freeBytes(directory: string): number;
}

const pieceBytes = 1024 * 1024;

export const realDisk: Disk = {
  list: (directory) => {
    try {
      return readdirSync(directory);
    } catch (fault) {
      if (isAbsent(fault)) return [];
      throw fault;
    }
  },
  size: (file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() === true ? stat.size : undefined;
  },
  read: readPieces,
  head: (file, bytes) => {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const head = Buffer.alloc(bytes);
      return head.subarray(0, readSync(descriptor, head, 0, bytes, 0));
    } finally {
      closeSync(descriptor);
    }
  },
  makeDirectory: (directory) => makeDirectories(directory, { mode: 0o700, onMade: syncDirectory }),
  create: (file, mode) => {
    const descriptor = openSync(file, 'w', mode ?? 0o600);
    if (mode !== undefined) fchmodSync(descriptor, mode); // the process's umask would take rights away
    return opened(descriptor);
  },
  extend: (file) => opened(openSync(file, 'a', 0o600)),
  rename: renameSync,
  link: (from, to) => {
    try {
      linkSync(from, to);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
    }
  },
  remove: (file) => rmSync(file, { force: true }),
  syncDirectory,
  createExclusively: (file, content) => {
    // A link appears with its content; a file that is opened and then written could be read while it is still empty.
    const draft = `${file}.${process.pid}.part`;
    try {
      writeFileSync(draft, content, { mode: 0o600 });
      linkSync(draft, file);
      return true;
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw fault;
    } finally {
      rmSync(draft, { force: true });
    }
  },
  modifiedAtMs: (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs,
  freeBytes: (directory) => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  },
};

const opened = (descriptor: number): DiskFile => ({
  append: (bytes) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
  },
  sync: () => fsyncSync(descriptor),
  close: () => closeSync(descriptor),
});

const isAbsent = (fault: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((fault as NodeJS.ErrnoException).code ?? '');

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function* readPieces(file: string): Generator<Uint8Array> {
  // Another user may have put a pipe there since its size was read: a plain open would wait for the pipe's writer.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new Error(`${file} is not a regular file`);
    const buffer = Buffer.allocUnsafeSlow(Math.min(pieceBytes, Math.max(1, stat.size)));
    for (;;) {
      const count = readSync(descriptor, buffer, 0, buffer.length, null);
      if (count === 0) return;
      yield buffer.subarray(0, count);
    }
  } finally {
    closeSync(descriptor);
  }
}
