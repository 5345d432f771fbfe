// A cache outside the checkout for parts that are slow to fetch or to build, so that a fresh clone finds them. Every
// entry is made beside its final place and renamed, so that a half-made one is never used.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const KEPT_UNUSED_DAYS = 30;

/** The cache folder: TONEGATE_CACHE, or the user's cache folder, or the checkout's own if neither is writable. */
export function openCache(root, env = process.env) {
  const home = env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  const candidates = [env.TONEGATE_CACHE || path.join(home, 'tonegate'), path.join(root, '.cache')];
  for (const candidate of candidates) {
    const directory = path.join(candidate, 'arm64');
    try {
      mkdirSync(directory, { recursive: true });
      rmSync(mkdtempSync(path.join(directory, 'probe-')), { recursive: true });
      return directory;
    } catch {
      // not writable: try the next one
    }
  }
  throw new Error(`There is no writable folder for the arm64 build; tried ${candidates.join(' and ')}`);
}

/** The folder `name` of the cache; `make(folder)` fills it if it is missing. */
export async function cached(cache, name, make) {
  const place = path.join(cache, name);
  const now = new Date();
  if (!existsSync(place)) {
    const unfinished = mkdtempSync(path.join(cache, `${name}.part-`));
    try {
      await make(unfinished);
      renameSync(unfinished, place);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(place)) throw error; // another process may have made it meanwhile
    }
  }
  utimesSync(place, now, now);
  return place;
}

/** Removes entries that were not used for a month, and leftovers of interrupted runs. */
export function dropUnused(cache, now = Date.now()) {
  for (const name of readdirSync(cache)) {
    const place = path.join(cache, name);
    const idleDays = (now - statSync(place).mtimeMs) / 86_400_000;
    if (idleDays > (name.includes('.part-') ? 1 : KEPT_UNUSED_DAYS)) rmSync(place, { recursive: true, force: true });
  }
}
