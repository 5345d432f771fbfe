// Finds the recordings of a folder and its subfolders, as URLs. Symbolic links are not followed, because they may form
// cycles.

import { parseClientUrl, urlName } from '../../net/client-url.js';
import { refused } from '../../net/fault.js';
import type { Guard } from '../../net/guard.js';
import { limits } from '../../protocol/limits.js';
import { openLister } from './lister.js';
import type { Entry, Lister } from './listing.js';
import type { RemoteOptions } from './options.js';
import { withPassage } from './passage.js';

/**
 * The URLs below `url` whose names end in one of `exts` (case-insensitive), sorted by path, each once. They carry the
 * credentials of `url` if it has any, so show them only through withoutSecrets. Throws a FileFault, also if there are
 * too many entries.
 */
export async function scanFolder(url: string, exts: readonly string[], options: RemoteOptions): Promise<string[]> {
  return await withPassage(options, async (passage) => {
    const { guard } = passage;
    const lister = await guard.orAbort(openLister(parseClientUrl(url), passage));
    guard.opened();
    try {
      const found = await walk(lister, endings(exts), guard);
      const prefix = prefixOf(url);
      return found.map((names) => prefix + names.map(urlName).join('/'));
    } finally {
      await lister.close();
    }
  });
}

/** Lower-case endings with a dot; `exts` may have `mp3` as well as `.mp3`. */
const endings = (exts: readonly string[]) => exts.map((ext) => (ext.startsWith('.') ? ext : `.${ext}`).toLowerCase());

/** The given folder, with its credentials, ending in one slash and without query or fragment. */
function prefixOf(url: string): string {
  const parsed = new URL(url);
  parsed.search = '';
  parsed.hash = '';
  const readable = decodedPath(parsed);
  return `${readable.replace(/\/+$/, '')}/`;
}

/** Decodes the path. URL percent-encodes letters beyond ASCII, and a Chinese folder should stay readable. */
function decodedPath(parsed: URL): string {
  const { pathname } = parsed;
  const head = parsed.href.slice(0, parsed.href.length - pathname.length);
  const names = pathname.split('/').map((part) => {
    try {
      return urlName(decodeURIComponent(part));
    } catch {
      return part;
    }
  });
  return head + names.join('/');
}

async function walk(lister: Lister, wanted: readonly string[], guard: Guard): Promise<string[][]> {
  const found: string[][] = [];
  const folders: string[][] = [[]];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await guard.orAbort(lister.list(folder));
    guard.watch.arrived(guard.stallBytes);
    seen += entries.length;
    if (seen > limits.trans.scan.entries) {
      throw refused(`there are more than ${limits.trans.scan.entries} entries below the folder`);
    }
    for (const { name, kind } of entries.filter(isSafe)) {
      const names = [...folder, name];
      if (kind === 'directory') {
        if (names.length > limits.trans.scan.depth) {
          throw refused(`there are folders more than ${limits.trans.scan.depth} levels below the folder`);
        }
        folders.push(names);
      } else if (kind === 'file' && wanted.some((ending) => name.toLowerCase().endsWith(ending))) {
        found.push(names);
        if (found.length > limits.trans.filesPerTask) {
          throw refused(`there are more than ${limits.trans.filesPerTask} recordings below the folder`);
        }
      }
    }
  }
  const keyed = new Map(found.map((names) => [names.join('/'), names]));
  return [...keyed.keys()].sort().map((key) => keyed.get(key) as string[]);
}

/** Checks the names, which a server can choose freely. */
const isSafe = ({ name }: Entry): boolean =>
  name !== '' && name !== '.' && name !== '..' && !name.includes('/') && !/\p{Cc}/u.test(name);
