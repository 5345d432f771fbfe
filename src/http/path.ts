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
