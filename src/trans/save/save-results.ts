// saveTo: a directory named after the task, with the results and manifest.json (specification 2, section 4.4).
import { type ClientUrl, pathNames } from '../../net/client-url.js';
import type { Guard } from '../../net/guard.js';
import type { RemoteOptions } from '../fetch/options.js';
import { type Passage, withPassage } from '../fetch/passage.js';
import { openLocalPlace } from './local-place.js';
import { type Place, parsePlace } from './place.js';

export { parsePlace };

/** A file to save. `name` comes from resultNames; its slashes are directories. */
export type SavedFile = { readonly name: string } & (
  | { /** Reads the pieces when called. */ readonly pieces: () => AsyncIterable<Uint8Array> }
  | { readonly bytes: Uint8Array }
);

/**
 * Writes the files one after another, in their order. Give the manifest last, so that whoever sees it sees all files. A
 * repetition replaces existing files. Throws a FileFault (`isPassing`: another try may succeed), or the reason of the
 * signal.
 */
export async function saveResults(
  saveTo: string,
  taskId: string,
  files: AsyncIterable<SavedFile>,
  options: RemoteOptions,
): Promise<void> {
  await withPassage(options, async (passage) => {
    const { guard } = passage;
    const place = await guard.orAbort(openPlace(parsePlace(saveTo), passage));
    guard.opened();
    try {
      for await (const file of files) {
        await guard.orAbort(place.write([taskId, ...file.name.split('/')], piecesOf(file, guard)));
      }
    } finally {
      await place.close();
    }
  });
}

async function openPlace(source: ClientUrl, passage: Passage): Promise<Place> {
  switch (source.scheme) {
    case 'ftp':
      return await (await import('./ftp-place.js')).openFtpPlace(source, passage);
    case 'sftp':
      return await (await import('./sftp-place.js')).openSftpPlace(source, passage);
    default:
      return await openLocalPlace(`/${pathNames(source.pathname).join('/')}`, passage.policy.saveRoots);
  }
}

async function* piecesOf(file: SavedFile, guard: Guard): AsyncGenerator<Uint8Array> {
  if ('bytes' in file) {
    guard.watch.arrived(Math.max(file.bytes.length, guard.stallBytes));
    yield file.bytes;
    return;
  }
  for await (const piece of file.pieces()) {
    // the next piece is pulled only after the previous one has been taken
    guard.watch.arrived(Math.max(piece.length, guard.stallBytes));
    yield piece;
  }
}
