// Compiled custom LMs: DATA/olm/<hash>.bin, the hash of the text, of the lexicon and of the compiler's version. A
// file that is there is whole and never written again, so that engines may map it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { compilerVersion } from '../engine/runtime/recogniser/small-corpus.js';
import type { Disk } from '../storage/disk.js';
import { writeWhole } from '../storage/whole-file.js';

const ending = '.bin';

/** Key of the model of a text and a lexicon, both named by their SHA-256. */
export const olmKey = (text: string, lexicon: string): string =>
  createHash('sha256').update(`${compilerVersion} ${text} ${lexicon}`).digest('hex');

export class OlmFiles {
  readonly #disk: Disk;
  readonly #directory: string;

  constructor(disk: Disk, directory: string) {
    this.#disk = disk;
    this.#directory = directory;
  }

  pathOf(key: string): string {
    return join(this.#directory, key + ending);
  }

  /** Does nothing if the model is stored already. */
  store(key: string, bytes: Uint8Array): void {
    this.#disk.makeDirectory(this.#directory);
    if (this.#disk.size(this.pathOf(key)) === undefined) writeWhole(this.#disk, this.pathOf(key), [bytes]);
  }

  /** The keys of the stored models; files that a stop or a power cut left half written are removed. */
  open(): string[] {
    const names = this.#disk.list(this.#directory);
    for (const name of names) if (!name.endsWith(ending)) this.#disk.remove(join(this.#directory, name));
    return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  }

  /** Removes a model. One that comes back after a power cut is removed again. */
  remove(key: string): void {
    this.#disk.remove(this.pathOf(key));
  }
}
