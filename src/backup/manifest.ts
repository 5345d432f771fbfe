// The last file of an archive: every other file in it, with its hash. An archive without one was cut short.
import { limits } from '../protocol/limits.js';
import { type JsonBounds, parseJsonBytes } from '../protocol/wire/json.js';
import { ArchiveFault } from './tar.js';

export interface ArchivedFile {
  /** below the data directory, with slashes */
  readonly path: string;
  readonly bytes: number;
  /** lower-case hex */
  readonly sha256: string;
}

export interface Manifest {
  /** version of the gateway that made it */
  readonly version: string;
  /** ms UTC */
  readonly madeAtMs: number;
  readonly files: readonly ArchivedFile[];
}

const format = 1;

export const manifestText = (manifest: Manifest): string => JSON.stringify({ format, ...manifest });

/** Much deeper or longer lists than those of a backup are not worth their memory. */
const bounds: JsonBounds = {
  depth: 4,
  containers: limits.backup.files + 16,
  members: 3 * limits.backup.files + 16,
  keys: 16,
};

export function readManifest(bytes: Uint8Array): Manifest {
  let value: Partial<Manifest> & { readonly format?: unknown };
  try {
    value = parseJsonBytes(bytes, bounds) as typeof value;
  } catch (fault) {
    throw new ArchiveFault('the list of files at the end of the archive is damaged', { cause: fault });
  }
  if (value === null || typeof value !== 'object' || value.format !== format) {
    throw new ArchiveFault('the archive was made by a newer tonegate, or is not a backup');
  }
  const { version, madeAtMs, files } = value;
  const isWell = typeof version === 'string' && isTime(madeAtMs) && Array.isArray(files);
  if (!isWell || files.length > limits.backup.files || !files.every(isFile)) {
    throw new ArchiveFault('the list of files at the end of the archive is damaged');
  }
  return { version, madeAtMs, files };
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(new Date(value).getTime());

const isFile = (file: unknown): file is ArchivedFile => {
  const { path, bytes, sha256 } = (file ?? {}) as Partial<ArchivedFile>;
  return typeof path === 'string' && Number.isInteger(bytes) && typeof sha256 === 'string';
};
