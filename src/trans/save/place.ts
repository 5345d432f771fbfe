// Destinations of results. A place is a directory that takes one file after another.
import { isAbsolute } from 'node:path';
import { type ClientUrl, parseClientUrl } from '../../net/client-url.js';
import { refused } from '../../net/fault.js';

export interface Place {
  /**
   * Writes a file. `names` is its path below the place, without slashes. An existing file of that name is replaced,
   * atomically where possible.
   */
  write(names: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** Parses saveTo.path: an ftp, sftp or file URL, or an absolute path. Throws a NetFault for anything else. */
export function parsePlace(path: string): ClientUrl {
  if (isAbsolute(path))
    return { ...parseClientUrl('file:///'), pathname: path.split('/').map(encodeURIComponent).join('/') };
  if (!/^\s*[a-z][a-z0-9+.-]*:\/\//i.test(path))
    throw refused('must be like ftp://…, sftp://…, file://… or /directory');
  const place = parseClientUrl(path);
  if (place.scheme === 'ftp' || place.scheme === 'sftp' || place.scheme === 'file') return place;
  throw refused(`results cannot be saved at ${place.scheme}://: must be ftp, sftp, file or an absolute path`);
}
