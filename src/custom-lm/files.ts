// Compiled custom LMs: DATA/olm/<hash>.bin, the hash of the text, of the lexicon and of the compiler's version. A
// file that is there is whole and never written again, so that engines may map it. Encrypted where the data directory has a key.
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { compilerVersion } from '../engine/runtime/recogniser/small-corpus.js';
import type { LanguageModelFile } from '../protocol/engine/recognition.js';
import { isDiskFull } from '../protocol/errors.js';
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';
import type { DataKey } from '../trust/data-key.js';
import { KeyedFiles, sealedBy } from '../trust/keyed-files.js';
import { type FileSeal, SealFault } from '../trust/seal-form.js';

const ending = '.bin';

/** Key of the model of a text and a lexicon, both named by their SHA-256. */
export const olmKey = (text: string, lexicon: string): string =>
  createHash('sha256').update(`${compilerVersion} ${text} ${lexicon}`).digest('hex');

/** Stores a model, unless it is stored already. `seal`: it is encrypted with it. */
export function storeModel(disk: Disk, path: string, bytes: Uint8Array, seal: FileSeal | undefined): void {
  disk.makeDirectory(dirname(path));
  if (disk.size(path) === undefined) writeWhole(disk, path, sealedBy(seal, [bytes]));
}

export const pathOfModel = (directory: string, key: string): string => join(directory, key + ending);

export class OlmFiles {
  readonly #disk: Disk;
  readonly #directory: string;
  readonly #files: KeyedFiles;
  /** The keys of the files, by model. */
  readonly #fileKeys = new Map<string, string>();

  /** `dataKey`: all of them are encrypted with it. */
  constructor(disk: Disk, directory: string, dataKey?: DataKey) {
    this.#disk = disk;
    this.#directory = directory;
    this.#files = new KeyedFiles(disk, dataKey);
  }

  /** A seal for the process that compiles one model. */
  newSeal(): FileSeal | undefined {
    return this.#files.newSeal();
  }

  /** A stored model, for engines. @throws SealFault */
  fileOf(key: string): LanguageModelFile {
    const path = pathOfModel(this.#directory, key);
    const known = this.#fileKeys.get(key);
    if (known !== undefined) return { path, key: known };
    const fileKey = this.#files.keyOf(path);
    if (fileKey !== undefined) this.#fileKeys.set(key, fileKey);
    return { path, key: fileKey };
  }

  /**
   * The keys of the stored models. Those that were stored before there was a key are encrypted. Files that a stop or a power cut
   * left half written are removed, and so are models that cannot be encrypted or opened, which are compiled again.
   */
  open(): string[] {
    const names = this.#disk.list(this.#directory);
    for (const name of names) if (!name.endsWith(ending)) this.#disk.remove(join(this.#directory, name));
    const keys = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    return keys.filter((key) => this.#isUsable(key));
  }

  /** Removes a model. One that comes back after a power cut is removed again. */
  remove(key: string): void {
    this.#fileKeys.delete(key);
    this.#disk.remove(pathOfModel(this.#directory, key));
  }

  #isUsable(key: string): boolean {
    if (!this.#files.areSealed) return true;
    try {
      this.#files.encrypt(pathOfModel(this.#directory, key));
      this.fileOf(key);
      return true;
    } catch (fault) {
      if (!(fault instanceof SealFault || isDiskFull(fault))) throw fault;
      this.remove(key);
      return false;
    }
  }
}
