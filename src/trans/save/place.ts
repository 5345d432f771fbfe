// Destinations of results: a directory somewhere, one file after the other.
import { isAbsolute } from 'node:path';
import { parseSource, refused, type SourceUrl } from '../../net/client-url.js';

export interface Place {
  /** `names`: from the place downwards, without slashes. What has that name is replaced, at once where that can be. */
  write(names: readonly string[], pieces: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
}

/** saveTo.path: an ftp, sftp or file URL, or an absolute path. A FileFault where it is neither. */
export function parsePlace(path: string): SourceUrl {
  if (isAbsolute(path))
    return { ...parseSource('file:///'), pathname: path.split('/').map(encodeURIComponent).join('/') };
  const place = parseSource(path);
  if (place.scheme === 'ftp' || place.scheme === 'sftp' || place.scheme === 'file') return place;
  throw refused(`results cannot be saved at ${place.scheme}://: must be ftp, sftp, file or an absolute path`);
}
