// Reads small files, and checks manifests, and files against their entries in one.
import { createHash } from 'node:crypto';
import type { Disk } from '../storage/disk.js';
import { Lru } from '../storage/lru.js';
import { type Manifest, type ModelFileEntry, parseManifest } from './manifest.js';
import { ModelError } from './model-error.js';

export function readSmall(disk: Disk, file: string, maxBytes: number): Buffer {
  const size = disk.size(file);
  if (size === undefined) throw new ModelError('absent', `${file}: the file does not exist`);
  if (size > maxBytes) throw new ModelError('bad', `${file}: ${size} bytes, must be at most ${maxBytes}`);
  const bytes = Buffer.alloc(size);
  let filled = 0;
  for (const piece of disk.read(file)) {
    bytes.set(piece.subarray(0, size - filled), filled);
    filled = Math.min(size, filled + piece.length);
  }
  return bytes.subarray(0, filled);
}

/** Manifests by the hash of their text: the models are listed for each robot that is compiled, and checking all takes 2 ms. */
const checked = new Lru<string, Manifest>({ entries: 256 });

/** The manifest in `text`, the same object for the same text. Throws as parseManifest does. */
export function checkedManifest(text: Uint8Array, file: string): Manifest {
  const hash = createHash('sha256').update(text).digest('hex');
  return checked.getOr(hash, () => parseManifest(text, file));
}

/** `shown` is the name that the message gives. `goesOn`: asked before each piece; it throws where the file takes too long. */
export function checkFile(
  disk: Disk,
  path: string,
  expected: ModelFileEntry,
  shown = path,
  goesOn: () => void = () => {},
): void {
  const size = disk.size(path);
  if (size === undefined) throw new ModelError('bad', `${shown}: the file ${expected.name} does not exist`);
  const differs = (what: string) =>
    new ModelError('bad', `${shown}: ${expected.name} is damaged or is not the file that the manifest names: ${what}`);
  if (size !== expected.bytes) throw differs(`${size} bytes, but the manifest says ${expected.bytes}`);
  const hash = createHash('sha256');
  for (const piece of disk.read(path)) {
    goesOn();
    hash.update(piece);
  }
  const sha256 = hash.digest('hex');
  if (sha256 !== expected.sha256) throw differs(`sha256 ${sha256}, but the manifest says ${expected.sha256}`);
}
