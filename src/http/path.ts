// Paths as routes write them (`/v10/asr/ring/:property/short_audio`) and as clients send them.
import { limits } from '../protocol/limits.js';

const slash = 0x2f;

/** Removes trailing slashes, which are ignored. A pattern would be too slow: `/+$` scans a run of n slashes n times. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === slash) end--;
  return path.slice(0, end);
}

/** The path, without trailing slashes, and the query, without the question mark. */
export function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: withoutTrailingSlashes(url), query: '' };
  return { path: withoutTrailingSlashes(url.slice(0, mark)), query: url.slice(mark + 1) };
}

export const joinUrl = ({ path, query }: { path: string; query: string }): string =>
  query === '' ? path : `${path}?${query}`;

/** The named parts of a path that fits the pattern, decoded; undefined when it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith(':')) {
      if (name !== part) return undefined;
      continue;
    }
    if (part === '' || part.length > limits.http.pathPartBytes) return undefined;
    try {
      params[name.slice(1)] = decodeURIComponent(part);
    } catch {
      return undefined;
    }
  }
  return params;
}

interface Place<T> {
  readonly words: Map<string, Place<T>>;
  parameter?: Place<T>;
  /** the patterns that end here */
  readonly found: { readonly pattern: string; readonly value: T }[];
}

/** Patterns of paths, and those that a path fits. A look takes as long as the path has parts, however many patterns there are. */
export class PathTable<T> {
  readonly #root: Place<T> = { words: new Map(), found: [] };
  #mostParts = 0;

  add(pattern: string, value: T): void {
    const parts = pattern.split('/');
    this.#mostParts = Math.max(this.#mostParts, parts.length);
    let place = this.#root;
    for (const part of parts) {
      const known = part.startsWith(':') ? place.parameter : place.words.get(part);
      const next: Place<T> = known ?? { words: new Map(), found: [] };
      if (part.startsWith(':')) place.parameter = next;
      else place.words.set(part, next);
      place = next;
    }
    place.found.push({ pattern, value });
  }

  /** The patterns that the path fits, with their values; words come before parameters. */
  fitting(path: string): { readonly pattern: string; readonly value: T }[] {
    const parts = path.split('/', this.#mostParts + 1);
    if (parts.length > this.#mostParts) return [];
    let places = [this.#root];
    for (const part of parts) {
      const isParameter = isParameterPart(part);
      places = places.flatMap(({ words, parameter }) => {
        const word = words.get(part);
        return [...(word === undefined ? [] : [word]), ...(isParameter && parameter !== undefined ? [parameter] : [])];
      });
      if (places.length === 0) return [];
    }
    return places.flatMap(({ found }) => found);
  }
}

function isParameterPart(part: string): boolean {
  if (part === '' || part.length > limits.http.pathPartBytes) return false;
  try {
    decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
