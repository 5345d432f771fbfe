// Reads an archive and believes none of it: names, lengths and hashes are checked before anything is made of them.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { limits } from '../protocol/limits.js';
import type { Awaitable } from '../storage/awaited-disk.js';
import { databaseName, faultOfPath, manifestName } from './contents.js';
import { type ArchivedFile, type Manifest, readManifest } from './manifest.js';
import { ArchiveFault, nextEntry, padding, type ReadExactly } from './tar.js';

/** Takes the bytes of the files. */
export interface Unpacking {
  begin(path: string): Awaitable<void>;
  append(piece: Buffer): Awaitable<void>;
  /** The file is whole, though its hash is not known to be right yet. */
  end(): Awaitable<void>;
}

/** Throws ArchiveFault. What was unpacked until then is worth nothing. */
export async function readArchive(file: string, unpacking?: Unpacking): Promise<Manifest> {
  const handle = await open(file, 'r');
  try {
    return await read(handle, unpacking);
  } finally {
    await handle.close();
  }
}

async function read(handle: FileHandle, unpacking: Unpacking | undefined): Promise<Manifest> {
  const exactly: ReadExactly = (count) => readExactly(handle, count);
  const found = new Map<string, ArchivedFile>();
  const directories = new Set<string>();
  for (;;) {
    const entry = await nextEntry(exactly);
    if (entry === undefined) throw new ArchiveFault('the archive has no list of its files: it was cut short');
    const { path, bytes } = entry;
    const fault = faultOfPath(path);
    if (fault !== undefined)
      throw new ArchiveFault(`the archive has a file ${JSON.stringify(path.slice(0, 200))}, which ${fault}`);
    if (path === manifestName) {
      if (bytes > limits.backup.manifestBytes) throw new ArchiveFault('the list of files in the archive is too long');
      const manifest = readManifest(await exactly(bytes));
      compare(manifest, found);
      return manifest;
    }
    if (found.has(path)) throw new ArchiveFault(`the archive has the file ${JSON.stringify(path)} twice`);
    if (found.size >= limits.backup.files)
      throw new ArchiveFault(`the archive has more than ${limits.backup.files} files`);
    addDirectories(path, found, directories);
    found.set(path, await fileOf({ path, bytes }, exactly, unpacking));
  }
}

/** Adds the directories of a file. Throws if the archive has a file where it has a directory. */
function addDirectories(path: string, found: ReadonlyMap<string, ArchivedFile>, directories: Set<string>): void {
  const refuseFile = (name: string) => {
    const shown = JSON.stringify(name.slice(0, 200));
    throw new ArchiveFault(`the archive has a file ${shown}, and other files below it as if it were a directory`);
  };
  if (directories.has(path)) refuseFile(path);
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const directory = path.slice(0, end);
    if (directories.has(directory)) return;
    if (found.has(directory)) refuseFile(directory);
    directories.add(directory);
  }
}

async function fileOf(
  { path, bytes }: { readonly path: string; readonly bytes: number },
  exactly: ReadExactly,
  unpacking: Unpacking | undefined,
): Promise<ArchivedFile> {
  const hash = createHash('sha256');
  await unpacking?.begin(path);
  for (let left = bytes; left > 0; ) {
    const piece = await exactly(Math.min(left, limits.backup.pieceBytes));
    hash.update(piece);
    await unpacking?.append(piece);
    left -= piece.length;
  }
  await unpacking?.end();
  await exactly(padding(bytes).length);
  return { path, bytes, sha256: hash.digest('hex') };
}

function compare({ files }: Manifest, found: ReadonlyMap<string, ArchivedFile>): void {
  const named = new Set<string>();
  for (const { path, bytes, sha256 } of files) {
    named.add(path);
    const file = found.get(path);
    const shown = JSON.stringify(path.slice(0, 200));
    if (file === undefined) throw new ArchiveFault(`the archive lacks its file ${shown}`);
    if (file.bytes !== bytes || file.sha256 !== sha256) {
      throw new ArchiveFault(`the file ${shown} of the archive is damaged: its hash differs from the stored one`);
    }
  }
  if (named.size !== found.size) throw new ArchiveFault('the archive has files that its list does not name');
  if (!found.has(databaseName)) throw new ArchiveFault('the archive has no database: it is not a backup');
}

async function readExactly(handle: FileHandle, count: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(count);
  for (let done = 0; done < count; ) {
    const { bytesRead } = await handle.read(bytes, done, count - done, null);
    if (bytesRead === 0) throw new ArchiveFault('the archive ends too early: it was cut short');
    done += bytesRead;
  }
  return bytes;
}
