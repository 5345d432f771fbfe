// Reads ranges of files. Many lines name ranges of one big file, so files stay open and nothing is read twice.
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { ServiceError } from '../../protocol/errors.js';
import { fileFault } from '../../protocol/file-fault.js';

/** Number of files open at once. The least recently used one is closed to make room for the next. */
const openFiles = 64;
/**
 * Maximum size of one range, which is the most that the addon takes at once. It is over an hour of 16-bit audio at 8
 * kHz.
 */
const maxBytes = 64 * 1024 * 1024;

interface OpenFile {
  readonly descriptor: number;
  readonly size: number;
  /** A value that changes when the file is written to or replaced. */
  readonly stamp: string;
}

export class ByteRanges {
  /** Open files in order of use, the oldest first. */
  readonly #open = new Map<string, OpenFile>();
  #buffer = Buffer.alloc(0);

  /** The bytes of a range. They are valid until the next call. */
  read(file: string, offset = 0, bytes?: number): Buffer {
    const { descriptor, size } = this.#file(file);
    if (offset > size)
      throw new ServiceError('INVALID_ARGUMENT', `offset: ${offset} lies beyond the file's ${size} bytes`);
    const wanted = bytes ?? size - offset;
    if (offset + wanted > size) {
      throw new ServiceError('INVALID_ARGUMENT', `bytes: ${offset}+${wanted} lies beyond the file's ${size} bytes`);
    }
    if (wanted > maxBytes)
      throw new ServiceError('BODY_TOO_LARGE', `bytes: ${wanted} bytes were requested, must be at most ${maxBytes}`);
    if (this.#buffer.length < wanted) this.#buffer = Buffer.allocUnsafeSlow(wanted);
    let filled = 0;
    while (filled < wanted) {
      const count = readSync(descriptor, this.#buffer, filled, wanted - filled, offset + filled);
      if (count === 0) break; // the file has become shorter meanwhile
      filled += count;
    }
    return this.#buffer.subarray(0, filled);
  }

  close(): void {
    for (const { descriptor } of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  #file(file: string): OpenFile {
    const known = this.#open.get(file);
    if (known) {
      this.#open.delete(file);
      if (known.stamp === stampOf(statSync(file, { throwIfNoEntry: false }))) {
        this.#open.set(file, known);
        return known;
      }
      closeSync(known.descriptor);
    }
    const opened = open(file);
    this.#open.set(file, opened);
    const [oldest] = this.#open;
    if (oldest && this.#open.size > openFiles) {
      closeSync(oldest[1].descriptor);
      this.#open.delete(oldest[0]);
    }
    return opened;
  }
}

const stampOf = (stat: { dev: number; ino: number; size: number; mtimeMs: number } | undefined): string =>
  stat === undefined ? 'gone' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;

function open(file: string): OpenFile {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK); // a named pipe must not block here
  } catch (fault) {
    throw new ServiceError('NOT_FOUND', `cannot read the file: ${fileFault(fault)}`);
  }
  const stat = fstatSync(descriptor);
  if (stat.isFile()) return { descriptor, size: stat.size, stamp: stampOf(stat) };
  closeSync(descriptor);
  const reason = stat.isDirectory() ? 'it is a directory' : 'it is not a regular file';
  throw new ServiceError('INVALID_ARGUMENT', `cannot read the file: ${reason}`);
}
