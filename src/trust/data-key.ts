// The key that encrypts a data directory. The first start with a key file creates it; the key file opens it
// (wrapped-key.ts). In a directory from an earlier version the key file itself may hold the data key. The directory
// stores the key's id, so that a wrong key is not taken for a damaged file.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, realDisk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import { AreaKey, type AreaName, type SealingKey } from './area-key.js';
import { KeyFault, keepKeyFile, readKeyFile, writeNewKey } from './key-file.js';
import { readWrapped, unwrapped, wrappedFile, writeWrapped } from './wrapped-key.js';

const keyBytes = 32;
const idFile = (dataDir: string): string => join(dataDir, 'key.id');

export class DataKey implements SealingKey {
  readonly #bytes: Buffer;
  /** An id that names the key without revealing it. */
  readonly id: string;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.id = createHash('sha256').update('tonegate data key\n').update(bytes).digest('hex').slice(0, 16);
  }

  /** Derives a key for one purpose. `salt` separates several keys of the same purpose. */
  derive(purpose: string, salt: Uint8Array = new Uint8Array()): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#bytes, salt, `tonegate ${purpose}`, keyBytes));
  }

  /**
   * Makes `outer` the key that opens the data directory, in place of the previous one. A power cut at any moment leaves
   * one of the two working.
   */
  wrapFor(disk: Disk, dataDir: string, outer: DataKey): void {
    const [outerId, key] = [outer.id, wrappingKey(outer)];
    writeWrapped(disk, dataDir, { outerId, key, innerId: this.id, dataKey: this.#bytes });
  }

  /** The key for the files of one area. */
  area(name: AreaName): AreaKey {
    return new AreaKey({ id: this.id, key: this.derive(`files of ${name}`).toString('hex') });
  }

  /** The key of one sealed file, derived from the salt in its header. */
  fileKey(salt: Uint8Array): Buffer {
    return this.derive('sealed file', salt);
  }
}

const wrappingKey = (outer: DataKey): Buffer => outer.derive('wrapping of the data key');

/** Creates a key file with a new random key. Throws a KeyFault if the file exists. */
export function makeDataKey(file: string): DataKey {
  const bytes = randomBytes(keyBytes);
  writeNewKey(file, () => writeWhole(realDisk, file, [bytes]));
  return new DataKey(bytes);
}

/**
 * Reads a data key from a key file. Throws a KeyFault if the file is missing, readable by others or of the wrong size.
 */
export function readDataKey(file: string): DataKey {
  const bytes = readKeyFile(file);
  if (bytes.length === keyBytes) return new DataKey(bytes);
  const right = `must hold ${keyBytes} bytes, as \`tonegate key new FILE\` writes them`;
  throw new KeyFault(`${file}: ${right}, but holds ${bytes.length}`);
}

/** The id of the key that encrypts a data directory; undefined: the directory is not encrypted. */
export function keyIdOf(dataDir: string, disk: Disk = realDisk): string | undefined {
  const file = idFile(dataDir);
  if (disk.size(file) === undefined) return undefined;
  return Buffer.concat([...disk.read(file)].map((piece) => Buffer.from(piece)))
    .toString('utf8')
    .trim();
}

/**
 * Opens the key of a data directory; undefined: no key file is set and nothing is encrypted. Throws a KeyFault if the
 * key is missing or is a different one.
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

/** The data key of a directory: the key file's own key, or the wrapped key that it opens. @throws KeyFault */
export function openedWith(disk: Disk, dataDir: string, outer: DataKey, keyFile: string): DataKey {
  const wrapped = readWrapped(disk, dataDir);
  if (wrapped === undefined) return outer;
  if (wrapped.outerId === outer.id) return new DataKey(unwrapped(wrapped, wrappingKey(outer), dataDir));
  const which = outer.id === wrapped.innerId ? 'the first key, which has been replaced' : 'another key';
  const right = `the key ${wrapped.outerId} opens ${wrappedFile(dataDir)}; name its file in storage.keyFile`;
  throw new KeyFault(`${keyFile}: is the key ${outer.id}, ${which}; ${right}`);
}

/** The id of the key file that opens a data directory; undefined: the directory is not encrypted. @throws KeyFault */
export const openingIdOf = (dataDir: string): string | undefined =>
  readWrapped(realDisk, dataDir)?.outerId ?? keyIdOf(dataDir);

export interface ChangedKey {
  /** ids of the previous and of the new key file */
  readonly before: string;
  readonly now: string;
}

/**
 * Changes the key that opens the data directory from that of `keyFile` to that of `newFile`, which is created if it is
 * missing. No other process may use the directory meanwhile. @throws KeyFault
 */
export function changeKey(dataDir: string, keyFile: string, newFile: string): ChangedKey {
  const before = openingIdOf(dataDir);
  if (before === undefined) {
    const advice = 'the gateway encrypts it at the next start with storage.keyFile set';
    throw new KeyFault(`${dataDir}: is not encrypted, so there is no key to change; ${advice}`);
  }
  const dataKey = dataKeyFor(dataDir, keyFile) as DataKey; // the directory is encrypted
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
    const words = fault.hasAdvice ? fault.message : `${fault.message}; ${advice}`;
    throw new KeyFault(`storage.keyFile: ${words}`, { cause: fault });
  }
}

/**
 * Opens the data key of a directory before its use, as `dataKeyFor` does. On the first use with a key file it creates
 * the data key: random bytes that no file holds unencrypted, so that every key file can be replaced. `holdsEncrypted`
 * returns true if there is an encrypted database; a directory without a key id has then lost the id. @throws KeyFault
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
