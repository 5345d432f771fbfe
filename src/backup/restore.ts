// Puts a backup into a data directory: unpacked beside what is there, looked through, and only then put in place, the database
// last. A restore that breaks off leaves an empty directory empty; one that replaces something is done again.
import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { replacedName } from '../ops/data-dir.js';
import { limits } from '../protocol/limits.js';
import { type Awaitable, type AwaitedFile, awaitedDisk } from '../storage/awaited-disk.js';
import { makeDirectories } from '../storage/directories.js';
import { realDisk } from '../storage/disk.js';
import { closeStore, openStore, StoreError } from '../store/open.js';
import { databaseName, isKept, stagingName } from './contents.js';
import type { Manifest } from './manifest.js';
import { readArchive, type Unpacking } from './read-archive.js';

/** The restore was refused, and the data directory is as it was. */
export class RestoreFault extends Error {
  override readonly name = 'RestoreFault';
}

export interface UnpackParts {
  readonly archive: string;
  /** It must exist. */
  readonly dataDir: string;
  /** The key of the database of an archive, by the id that the archive names. Throws where it is not at hand. */
  readonly keyFor: (staging: string) => Uint8Array | undefined;
}

export interface RestoreParts extends UnpackParts {
  /** True: everything in the directory is removed first. */
  readonly replaces: boolean;
}

/** Restores into a directory that nobody else uses. Throws ArchiveFault or RestoreFault. */
export async function restore({ replaces, ...parts }: RestoreParts): Promise<Manifest> {
  const { dataDir } = parts;
  const [before] = contentOf(dataDir);
  if (before !== undefined && !replaces) {
    const advice = 'name an empty directory (--data), or give --replace, which removes the present contents';
    throw new RestoreFault(`${dataDir}: the data directory is not empty (it has ${before}); ${advice}`);
  }
  return await unpacked(parts, (staging) => {
    putInPlace(dataDir, staging);
    rmSync(join(dataDir, replacedName), { recursive: true, force: true });
  });
}

/** Calls `use` once the archive is unpacked and found good; what is left of the files is removed afterwards. */
export async function unpacked(
  { archive, dataDir, keyFor }: UnpackParts,
  use: (staging: string) => void,
): Promise<Manifest> {
  const staging = join(dataDir, stagingName);
  rmSync(staging, { recursive: true, force: true });
  refuseOwnContent(archive, dataDir);
  await needRoom(archive, dataDir);
  const unpacking = new IntoStaging(staging);
  try {
    mkdirSync(staging, { mode: 0o700 });
    const manifest = await readArchive(archive, unpacking).finally(() => unpacking.close());
    checkDatabase(join(staging, databaseName), keyFor(staging));
    syncDirectories(staging);
    use(staging);
    return manifest;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The names that a restore replaces. */
const contentOf = (dataDir: string): string[] =>
  readdirSync(dataDir).filter((name) => isKept(name) || (name.startsWith(databaseName) && !name.endsWith('.part')));

/** The archive would be removed with the contents that it replaces. */
function refuseOwnContent(archive: string, dataDir: string): void {
  if (!realpathSync(archive).startsWith(`${realpathSync(dataDir)}${sep}`)) return;
  throw new RestoreFault(`${archive}: lies in the data directory, which is to be replaced; move it out of there first`);
}

async function needRoom(archive: string, dataDir: string): Promise<void> {
  const bytes = statSync(archive).size + limits.backup.freeBytes;
  const free = await awaitedDisk.freeBytes(dataDir);
  if (free >= bytes) return;
  const [needs, has] = [bytes, free].map((each) => `${Math.ceil(each / 1e6)} MB`);
  throw new RestoreFault(`${dataDir}: the restore needs ${needs}, but the disk has only ${has} free; free some space`);
}

class IntoStaging implements Unpacking {
  readonly #staging: string;
  #file: AwaitedFile | undefined;

  constructor(staging: string) {
    this.#staging = staging;
  }

  async begin(path: string): Promise<void> {
    const target = join(this.#staging, ...path.split('/'));
    try {
      makeDirectories(dirname(target), { mode: 0o700 });
      this.#file = await awaitedDisk.create(target);
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'ENAMETOOLONG') throw fault;
      const message =
        'a file of the archive has too long a path here; restore into a directory with a shorter path (--data)';
      throw new RestoreFault(message, { cause: fault });
    }
  }

  append(piece: Buffer): Awaitable<void> {
    return this.#file?.append(piece);
  }

  async end(): Promise<void> {
    await this.#file?.sync();
    await this.close();
  }

  /** Closes a file that is not whole, too. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}

/** Opens it as the gateway will, which brings it to this version. Throws RestoreFault. */
export function checkDatabase(file: string, key: Uint8Array | undefined): void {
  try {
    closeStore(openStore(file, undefined, true, key).db);
  } catch (fault) {
    if (!(fault instanceof StoreError)) throw fault;
    throw new RestoreFault(`the database of the archive cannot be used: ${fault.message}`, { cause: fault });
  }
}

/**
 * The database's name goes first and comes last: until then, a gateway that starts says that it is missing. The old content
 * is in the directory `replacedName` then.
 */
export function putInPlace(dataDir: string, staging: string): void {
  const before = contentOf(dataDir);
  const replaced = join(dataDir, replacedName);
  const databaseFirst = (a: string, b: string) => Number(b === databaseName) - Number(a === databaseName);
  rmSync(replaced, { recursive: true, force: true });
  if (before.length > 0) mkdirSync(replaced, { mode: 0o700 });
  for (const name of before.sort(databaseFirst)) renameSync(join(dataDir, name), join(replaced, name));
  realDisk.syncDirectory(dataDir);
  for (const name of readdirSync(staging).sort(databaseFirst).reverse()) {
    if (name === databaseName) realDisk.syncDirectory(dataDir);
    renameSync(join(staging, name), join(dataDir, name));
  }
  realDisk.syncDirectory(dataDir);
}

function syncDirectories(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) syncDirectories(join(directory, entry.name));
  }
  realDisk.syncDirectory(directory);
}
