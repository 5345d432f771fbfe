// Destinations of results: a directory somewhere, one file after the other.
import { isAbsolute } from 'node:path';
import { type ClientUrl, parseClientUrl } from '../../net/client-url.js';
import { refused } from '../../net/fault.js';

export interface Place {
  /** `names`: from the place downwards, without slashes. What has that name is replaced, at once where that can be. */
  write(names: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** saveTo.path: an ftp, sftp or file URL, or an absolute path. A NetFault where it is neither. */
export function parsePlace(path: string): ClientUrl {
  if (isAbsolute(path))
    return { ...parseClientUrl('file:///'), pathname: path.split('/').map(encodeURIComponent).join('/') };
  const place = parseClientUrl(path);
  if (place.scheme === 'ftp' || place.scheme === 'sftp' || place.scheme === 'file') return place;
  throw refused(`results cannot be saved at ${place.scheme}://: must be ftp, sftp, file or an absolute path`);
}
