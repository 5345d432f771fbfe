// An archive as its bytes come: one file after another, each hashed as it is read.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { limits } from '../protocol/limits.js';
import { manifestName } from './contents.js';
import { type ArchivedFile, manifestText } from './manifest.js';
import { archiveEnd, headOf, padding } from './tar.js';

export interface SourceFile {
  /** its name in the archive */
  readonly path: string;
  /** its place on the disk */
  readonly file: string;
}

export async function* archiveOf(
  files: Iterable<SourceFile>,
  facts: { readonly version: string; readonly madeAtMs: number },
): AsyncGenerator<Buffer> {
  const archived: ArchivedFile[] = [];
  for (const source of files) archived.push(yield* fileOf(source));
  const manifest = Buffer.from(manifestText({ ...facts, files: archived }));
  yield headOf(manifestName, manifest.length);
  yield manifest;
  yield padding(manifest.length);
  yield archiveEnd;
}

async function* fileOf({ path, file }: SourceFile): AsyncGenerator<Buffer, ArchivedFile> {
  const handle = await open(file, 'r');
  try {
    const bytes = (await handle.stat()).size;
    const hash = createHash('sha256');
    yield headOf(path, bytes);
    for (let done = 0; done < bytes; ) {
      const piece = Buffer.allocUnsafe(Math.min(limits.backup.pieceBytes, bytes - done));
      const { bytesRead } = await handle.read(piece, 0, piece.length, done);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`);
      const read = piece.subarray(0, bytesRead);
      hash.update(read);
      done += bytesRead;
      yield read;
    }
    yield padding(bytes);
    return { path, bytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}
