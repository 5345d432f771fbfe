// The files with the results of recordings, encrypted if the data directory has a key.
import { Readable } from 'node:stream';
import type { StoredFiles } from '../../trust/stored-files.js';

/** The number of characters gathered before a write. */
const pieceCharacters = 64 * 1024;

export interface OpenResult {
  readonly bytes: number;
  /** The contents; the caller must read them to the end or destroy the stream. */
  readonly stream: Readable;
}

export class ResultFiles {
  readonly #files: StoredFiles;

  constructor(files: StoredFiles) {
    this.#files = files;
  }

  write(path: string, texts: Iterable<string>): Promise<void> {
    return this.#files.write(path, gathered(texts));
  }

  /** Opens a result. Rejects with ENOENT if there is none. */
  async open(path: string): Promise<OpenResult> {
    const file = await this.#files.open(path);
    const stream = Readable.from(file.read(), { objectMode: false });
    stream.once('close', () => void file.close().catch(() => {})); // also closes the file of a stream that nobody reads
    return { bytes: file.bytes, stream };
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
