// Names of result files (specification 2, section 4.4). Slashes in names are directories.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { withoutSecrets } from '../net/client-url.js';

export type NameStyle = 'index' | 'path' | 'name';

/** The file next to the results that lists them. */
const manifestName = 'manifest.json';

/** The maximum length of one name in a directory, valid for all relevant file systems. */
const nameBytes = 255;

const tilde = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Escapes the characters of the specification, and also characters that would end a name or a line. */
const escaped = (part: string): string => part.replace(/[<>:"|?*~\\\p{Cc}]/gu, tilde);

/** Makes a safe file name: not empty, not `.` or `..`, and not too long for a file system. */
function safe(name: string, ext: string): string {
  if (name === '' && ext === '') return '~';
  const own = /^\.{1,2}$/.test(name + ext) ? name.replaceAll('.', '~2E') : name;
  if (Buffer.byteLength(own + ext) <= nameBytes) return own;
  const digest = createHash('sha256').update(own).digest('hex').slice(0, 16);
  const room = nameBytes - Buffer.byteLength(`~-${digest}${ext}`);
  let kept = '';
  let bytes = 0;
  for (const character of own) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return `${kept}~-${digest}`;
}

/** Maps `http://host:8080/a.mp3` to `http/host~3A8080/a.mp3`, without credentials and query. */
function pathStyle(path: string, ext: string): string {
  const shown = withoutSecrets(path);
  const [, scheme = 'file', rest = shown] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(shown) ?? [];
  const parts = rest.replace(/^\/+/, '').split('/').map(escaped);
  const last = parts.pop() as string;
  return [scheme.toLowerCase(), ...parts.map((part) => safe(part, '')), safe(last, ext)].join('/');
}

/** The last part of the path, decoded. */
function nameStyle(path: string, ext: string): string {
  const last = posix.basename(withoutSecrets(path));
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // the percent sign was no URL escape
  }
  return safe(name.replace(/[/\\\p{Cc}]/gu, tilde), ext);
}

/** The name of a result, with its extension (`ext` includes the dot). */
export function resultName(style: NameStyle, index: number, path: string, ext: string): string {
  switch (style) {
    case 'index':
      return `${index}${ext}`;
    case 'path':
      return `${pathStyle(path, ext)}${ext}`;
    case 'name':
      return `${nameStyle(path, ext)}${ext}`;
  }
}

/**
 * The names for all files of a task, in their order; the same input gives the same names. If a name is taken, or is a
 * directory that another name needs, the later file gets `~` and its index before the extension.
 */
export function resultNames(
  style: NameStyle,
  files: readonly { readonly index: number; readonly path: string }[],
  ext: string,
): string[] {
  const names = new Set<string>([manifestName]);
  const directories = new Set<string>();
  return files.map(({ index, path }) => {
    const wanted = resultName(style, index, path, ext);
    const isTaken = (name: string) =>
      names.has(name) || directories.has(name) || above(name).some((each) => names.has(each));
    const stem = wanted.slice(0, wanted.length - ext.length);
    let name = wanted;
    if (isTaken(name))
      name = `${posix.join(posix.dirname(stem), safe(posix.basename(stem), `~${index}${ext}`))}~${index}${ext}`;
    if (isTaken(name)) name = `~${index}${ext}`; // no URL produces this name
    names.add(name);
    for (const directory of above(name)) directories.add(directory);
    return name;
  });
}

function above(name: string): string[] {
  const parts = name.split('/').slice(0, -1);
  return parts.map((_, count) => parts.slice(0, count + 1).join('/'));
}
