// The last file of an archive: every other file in it, with its hash. An archive without one was cut short.
import { limits } from '../protocol/limits.js';
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

export function readManifest(text: string): Manifest {
  let value: Partial<Manifest> & { readonly format?: unknown };
  try {
    value = JSON.parse(text) as typeof value;
  } catch (fault) {
    throw new ArchiveFault('the list of files at the end of the archive is damaged', { cause: fault });
  }
  if (value === null || typeof value !== 'object' || value.format !== format) {
    throw new ArchiveFault('the archive was made by a newer tonegate, or is not a backup');
  }
  const { version, madeAtMs, files } = value;
  const isWell = typeof version === 'string' && typeof madeAtMs === 'number' && Array.isArray(files);
  if (!isWell || files.length > limits.backup.files || !files.every(isFile)) {
    throw new ArchiveFault('the list of files at the end of the archive is damaged');
  }
  return { version, madeAtMs, files };
}

const isFile = (file: unknown): file is ArchivedFile => {
  const { path, bytes, sha256 } = (file ?? {}) as Partial<ArchivedFile>;
  return typeof path === 'string' && Number.isInteger(bytes) && typeof sha256 === 'string';
};
