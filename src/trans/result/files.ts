// The results of recordings as files, encrypted where the data directory has a key.
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PartFile } from '../../storage/part-file.js';
import type { DataKey } from '../../trust/data-key.js';
import { isSealed, SealedFile, sealed } from '../../trust/sealed-file.js';

/** Number of characters gathered before they are written. */
const pieceCharacters = 64 * 1024;

export interface OpenResult {
  readonly bytes: number;
  /** To be read once, or destroyed. */
  readonly stream: Readable;
}

export class ResultFiles {
  readonly #key: DataKey | undefined;

  constructor(key: DataKey | undefined) {
    this.#key = key;
  }

  write(path: string, texts: Iterable<string>): Promise<void> {
    return this.#write(path, gathered(texts));
  }

  /** Fails with ENOENT when there is none. */
  async open(path: string): Promise<OpenResult> {
    if (this.#key !== undefined) {
      const file = await SealedFile.open(path, this.#key);
      return { bytes: file.bytes, stream: Readable.from(file.read(), { objectMode: false }) };
    }
    const handle = await open(path, 'r');
    try {
      return { bytes: (await handle.stat()).size, stream: handle.createReadStream() };
    } catch (fault) {
      await handle.close();
      throw fault;
    }
  }

  /** Encrypts the results below a directory of tasks that were written before there was a key. */
  async encrypt(tasks: string): Promise<void> {
    if (this.#key === undefined) return;
    for (const task of await readdir(tasks)) {
      for (const name of await readdir(join(tasks, task))) {
        const path = join(tasks, task, name);
        if (!name.endsWith('.result') || (await isSealed(path))) continue;
        await this.#write(path, createReadStream(path));
      }
    }
  }

  async #write(path: string, plain: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const file = await PartFile.create(path);
    try {
      const pieces = this.#key === undefined ? plain : sealed(this.#key, plain);
      for await (const piece of pieces) await file.append(piece);
      await file.keep();
    } finally {
      await file.discard();
    }
  }
}

function* gathered(texts: Iterable<string>): Iterable<Buffer> {
  let text = '';
  for (const piece of texts) {
    text += piece;
    if (text.length < pieceCharacters) continue;
    yield Buffer.from(text, 'utf8');
    text = '';
  }
  yield Buffer.from(text, 'utf8');
}
