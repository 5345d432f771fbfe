// The key under which a data directory is encrypted. It is made at the first start with a key file, which opens it (wrapped-key.ts). In a
// directory of an earlier version the key file may hold it. The directory knows its id, so that a wrong key is told from a damaged file.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type Disk, realDisk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import { AreaKey, type AreaName, type SealingKey } from './area-key.js';
import { KeyFault, keepKeyFile, readKeyFile } from './key-file.js';
import { readWrapped, unwrapped, wrappedFile, writeWrapped } from './wrapped-key.js';

const keyBytes = 32;
const idFile = (dataDir: string): string => join(dataDir, 'key.id');

export class DataKey implements SealingKey {
  readonly #bytes: Buffer;
  /** Names the key and does not tell it. */
  readonly id: string;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.id = createHash('sha256').update('tonegate data key\n').update(bytes).digest('hex').slice(0, 16);
  }

  /** A key for one purpose; `salt` tells the things of that purpose apart. */
  derive(purpose: string, salt: Uint8Array = new Uint8Array()): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, salt, `tonegate ${purpose}`, keyBytes));
  }

  /** From now on the other key opens the data directory in place of the one before. It may be cut anywhere: one of them does. */
  wrapFor(disk: Disk, dataDir: string, outer: DataKey): void {
    const [outerId, key] = [outer.id, wrappingKey(outer)];
    writeWrapped(disk, dataDir, { outerId, key, innerId: this.id, dataKey: this.#bytes });
  }

  /** The key of the files of one area. */
  area(name: AreaName): AreaKey {
    return new AreaKey({ id: this.id, key: this.derive(`files of ${name}`).toString('hex') });
  }

  /** The key of a sealed file, by the salt of its header. */
  fileKey(salt: Uint8Array): Buffer {
    return this.derive('sealed file', salt);
  }
}

const wrappingKey = (outer: DataKey): Buffer => outer.derive('wrapping of the data key');

/** Makes a key. Throws a KeyFault if the file is there. */
export function makeDataKey(file: string): DataKey {
  if (realDisk.size(file) !== undefined) throw new KeyFault(`${file}: already exists; a key is never overwritten`);
  const bytes = randomBytes(keyBytes);
  realDisk.makeDirectory(dirname(file));
  writeWhole(realDisk, file, [bytes]);
  return new DataKey(bytes);
}

export function readDataKey(file: string): DataKey {
  const bytes = readKeyFile(file);
  if (bytes.length === keyBytes) return new DataKey(bytes);
  const right = `must hold ${keyBytes} bytes, as \`tonegate key new FILE\` writes them`;
  throw new KeyFault(`${file}: ${right}, but holds ${bytes.length}`);
}

/** The id of the key under which a data directory is encrypted; undefined: it is not. */
export function keyIdOf(dataDir: string, disk: Disk = realDisk): string | undefined {
  const file = idFile(dataDir);
  if (disk.size(file) === undefined) return undefined;
  return Buffer.concat([...disk.read(file)].map((piece) => Buffer.from(piece)))
    .toString('utf8')
    .trim();
}

/**
 * The key of a data directory; undefined: none is set, and nothing there is encrypted. Throws a KeyFault where the key is
 * missing or is another one.
 */
export function dataKeyFor(dataDir: string, keyFile: string, disk: Disk = realDisk): DataKey | undefined {
  const id = keyIdOf(dataDir, disk);
  const ways =
    'put that file back, restore a backup with the key of that backup, or remove everything with `tonegate wipe`';
  if (keyFile === '') {
    if (id === undefined) return undefined;
    throw new KeyFault(`${dataDir}: is encrypted with the key ${id}, but storage.keyFile names no file; ${ways}`);
  }
  const key = openedWith(disk, dataDir, readGiven(keyFile, id, ways), keyFile);
  if (id === undefined || id === key.id) return key;
  throw new KeyFault(`${keyFile}: is the key ${key.id}, but ${dataDir} is encrypted with the key ${id}; ${ways}`);
}

/** The data key that the key of a key file is or opens. @throws KeyFault */
export function openedWith(disk: Disk, dataDir: string, outer: DataKey, keyFile: string): DataKey {
  const wrapped = readWrapped(disk, dataDir);
  if (wrapped === undefined) return outer;
  if (wrapped.outerId === outer.id) return new DataKey(unwrapped(wrapped, wrappingKey(outer), dataDir));
  const which = outer.id === wrapped.innerId ? 'the first key, which has been replaced' : 'another key';
  const right = `the key ${wrapped.outerId} opens ${wrappedFile(dataDir)}; name its file in storage.keyFile`;
  throw new KeyFault(`${keyFile}: is the key ${outer.id}, ${which}; ${right}`);
}

/** The id of the key file that opens a data directory; undefined: it is not encrypted. @throws KeyFault */
export const openingIdOf = (dataDir: string): string | undefined =>
  readWrapped(realDisk, dataDir)?.outerId ?? keyIdOf(dataDir);

export interface ChangedKey {
  /** of the key file before, and of the one from now on */
  readonly before: string;
  readonly now: string;
}

/**
 * Has the key of `newFile`, which is made where there is none, open the data directory from now on, and that of `keyFile` no more. Nobody
 * else may use the directory. @throws KeyFault
 */
export function changeKey(dataDir: string, keyFile: string, newFile: string): ChangedKey {
  const before = openingIdOf(dataDir);
  if (before === undefined) {
    const advice = 'the gateway encrypts it at the next start with storage.keyFile set';
    throw new KeyFault(`${dataDir}: is not encrypted, so there is no key to change; ${advice}`);
  }
  const dataKey = dataKeyFor(dataDir, keyFile) as DataKey; // it is encrypted
  const outer = realDisk.size(newFile) === undefined ? makeDataKey(newFile) : readDataKey(newFile);
  if (outer.id === before) throw new KeyFault(`${newFile}: holds the key that is already in use; name another file`);
  keepKeyFile(newFile); // it may have been copied there a moment ago
  dataKey.wrapFor(realDisk, dataDir, outer);
  return { before, now: outer.id };
}

function readGiven(keyFile: string, id: string | undefined, ways: string): DataKey {
  try {
    return readDataKey(keyFile);
  } catch (fault) {
    if (!(fault instanceof KeyFault)) throw fault;
    const advice = id === undefined ? 'create one with `tonegate key new FILE`' : ways;
    throw new KeyFault(`storage.keyFile: ${fault.message}; ${advice}`, { cause: fault });
  }
}

/**
 * The data key of a directory that is about to be used, as `dataKeyFor` gives it. The first time with a key file, the data key is made: random
 * bytes that no file holds in the open, so that every key file can be changed for another. `holdsEncrypted`: there is an encrypted
 * database, so that a directory without an id has lost it. @throws KeyFault
 */
export function takeDataKey(
  dataDir: string,
  keyFile: string,
  holdsEncrypted: () => boolean,
  disk: Disk = realDisk,
): DataKey | undefined {
  const opened = dataKeyFor(dataDir, keyFile, disk);
  if (opened === undefined || keyIdOf(dataDir, disk) !== undefined) return opened;
  const isNew = readWrapped(disk, dataDir) === undefined && !holdsEncrypted();
  const key = isNew ? new DataKey(randomBytes(keyBytes)) : opened;
  if (isNew) key.wrapFor(disk, dataDir, opened);
  writeWhole(disk, idFile(dataDir), [Buffer.from(`${key.id}\n`)]);
  return key;
}
