// The key under which a data directory is encrypted. It lies in a file of its own, elsewhere if the operator wishes; the data
// directory knows its id, so that a wrong key is told from a damaged file.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { realDisk } from '../storage/disk.js';
import { writeText, writeWhole } from '../storage/whole-file.js';
import { AreaKey, type AreaName, type SealingKey } from './area-key.js';
import { KeyFault, readKeyFile } from './key-file.js';

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

  /** The key of the files of one area. */
  area(name: AreaName): AreaKey {
    return new AreaKey({ id: this.id, key: this.derive(`files of ${name}`).toString('hex') });
  }

  /** The key of a sealed file, by the salt of its header. */
  fileKey(salt: Uint8Array): Buffer {
    return this.derive('sealed file', salt);
  }
}

/** Makes a key. Throws a KeyFault if the file is there. */
export function makeDataKey(file: string): DataKey {
  if (realDisk.size(file) !== undefined) throw new KeyFault(`${file}: exists already; a key is never written over`);
  const bytes = randomBytes(keyBytes);
  realDisk.makeDirectory(dirname(file));
  writeWhole(realDisk, file, [bytes]);
  return new DataKey(bytes);
}

export function readDataKey(file: string): DataKey {
  const bytes = readKeyFile(file);
  if (bytes.length === keyBytes) return new DataKey(bytes);
  const right = `must hold ${keyBytes} bytes, as \`tonegate key new FILE\` writes them`;
  throw new KeyFault(`${file}: ${right}, and holds ${bytes.length}`);
}

/** The id of the key under which a data directory is encrypted; undefined: it is not. */
export function keyIdOf(dataDir: string): string | undefined {
  const file = idFile(dataDir);
  if (realDisk.size(file) === undefined) return undefined;
  return Buffer.concat([...realDisk.read(file)].map((piece) => Buffer.from(piece)))
    .toString('utf8')
    .trim();
}

/**
 * The key of a data directory; undefined: none is set, and nothing there is encrypted. Throws a KeyFault where the key is
 * missing or is another one.
 */
export function dataKeyFor(dataDir: string, keyFile: string): DataKey | undefined {
  const id = keyIdOf(dataDir);
  const ways =
    'put that file back, restore a backup with the key of that backup, or remove everything with `tonegate wipe`';
  if (keyFile === '') {
    if (id === undefined) return undefined;
    throw new KeyFault(`${dataDir}: is encrypted with the key ${id}, and storage.keyFile names no file; ${ways}`);
  }
  const key = readGiven(keyFile, id, ways);
  if (id === undefined || id === key.id) return key;
  throw new KeyFault(`${keyFile}: is the key ${key.id}, but ${dataDir} is encrypted with the key ${id}; ${ways}`);
}

function readGiven(keyFile: string, id: string | undefined, ways: string): DataKey {
  try {
    return readDataKey(keyFile);
  } catch (fault) {
    if (!(fault instanceof KeyFault)) throw fault;
    const advice = id === undefined ? 'make one with `tonegate key new FILE`' : ways;
    throw new KeyFault(`storage.keyFile: ${fault.message}; ${advice}`, { cause: fault });
  }
}

/** From now on the data directory is one of this key. Before anything in it is encrypted. */
export function noteKey(dataDir: string, key: DataKey): void {
  if (keyIdOf(dataDir) === undefined) writeText(idFile(dataDir), `${key.id}\n`);
}
