// Reads the material of an order and writes its result.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { limits } from '../../../protocol/limits.js';
import type { KeyedFiles } from '../../../trust/keyed-files.js';
import { SealFault } from '../../../trust/seal-form.js';
import { InputFault } from '../../../understanding/learning/fault.js';
import { WordVectors } from '../../../understanding/matching/word-vectors.js';

export interface Material {
  /** The last part of its path, for messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws InputFault */
export function readMaterial(files: KeyedFiles, path: string): Material {
  const name = basename(path);
  const bytes = readable(name, () => files.bytesOf(path));
  if (bytes === undefined) throw new InputFault(`${name}: the file no longer exists`);
  const { fileBytes } = limits.training.material;
  if (bytes > fileBytes)
    throw new InputFault(`${name}: has ${bytes} bytes; a file may have at most ${fileBytes}: split it`);
  return { name, bytes: readable(name, () => files.read(path)) };
}

/** Returns `read()`. @throws InputFault if a file is damaged, or has another key */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof SealFault)) throw fault;
    throw new InputFault(`${name}: is damaged, or encrypted with another key; upload it again`, { cause: fault });
  }
}

/** The word vectors that come with the service. */
export function shippedVectors(path: string | undefined): WordVectors {
  if (path === undefined)
    throw new InputFault('the word vectors of the service are missing: install its model sent-zh');
  return new WordVectors(readFileSync(path));
}

/** A list, or an object of lists. */
export type Result = readonly unknown[] | Readonly<Record<string, readonly unknown[]>>;

/** Writes a result. The items of a list are written one by one: together they may be too long for one string. */
export function writeResult(files: KeyedFiles, path: string, result: Result): void {
  files.write(path, pieces(result));
}

function* pieces(result: Result): Iterable<Uint8Array> {
  if (isList(result)) return yield* list('', result);
  let before = '{';
  for (const [name, items] of Object.entries(result)) {
    yield* list(`${before}${JSON.stringify(name)}:`, items);
    before = ',';
  }
  yield Buffer.from(before === '{' ? '{}' : '}');
}

const isList = (result: Result): result is readonly unknown[] => Array.isArray(result);

function* list(before: string, items: readonly unknown[]): Iterable<Uint8Array> {
  yield Buffer.from(`${before}[`);
  for (const [at, item] of items.entries()) yield Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(item)}`);
  yield Buffer.from(']');
}
