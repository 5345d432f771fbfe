// A URL that a client named: http, https, ftp, sftp or file, checked once. Its secrets are never shown.
import { isIPv6 } from 'node:net';
import { refused } from './fault.js';

const clientSchemes = ['http', 'https', 'ftp', 'sftp', 'file'] as const;
export type ClientScheme = (typeof clientSchemes)[number];

const defaultPorts = { http: 80, https: 443, ftp: 21, sftp: 22, file: 0 } as const;

export interface ClientUrl {
  readonly scheme: ClientScheme;
  /** Lower case, without the brackets of an IPv6 address; empty for file. */
  readonly host: string;
  readonly port: number;
  /** The path of the URL, with its percent signs. */
  readonly pathname: string;
  /** Decoded; undefined where the URL names none. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The URL without credentials. */
  readonly href: string;
}

/** Throws a NetFault that says what is wrong without repeating the URL. */
export function parseClientUrl(text: string, schemes: readonly ClientScheme[] = clientSchemes): ClientUrl {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused(flawOf(text, schemes));
  }
  const scheme = url.protocol.slice(0, -1) as ClientScheme;
  if (!schemes.includes(scheme)) {
    throw refused(`scheme ${scheme.slice(0, 16)}: must be one of ${schemes.join(', ')}`);
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (scheme === 'file') {
    if (host !== '' && host !== 'localhost')
      throw refused('file:// must not name a host: write file:///directory/name');
  } else if (host === '' || hostText(text) === '') throw refused(`${scheme}:// names no host`);
  if (url.port === '0') throw refused('port 0: must be 1 to 65535');
  const user = credential(url.username, 'user name');
  const password = credential(url.password, 'password');
  url.username = '';
  url.password = '';
  const port = url.port === '' ? defaultPorts[scheme] : Number(url.port);
  return { scheme, host: scheme === 'file' ? '' : host, port, pathname: url.pathname, user, password, href: url.href };
}

/** The host as it is written, with its port. `URL` reads `http:///a` as `http://a`. */
function hostText(text: string): string {
  const [, authority = ''] = /^\s*[a-z][a-z0-9+.-]*:\/\/([^/\\?#]*)/i.exec(text) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1);
}

/** The reason why the text is not a URL, as far as it can be stated: the text may contain a password. */
function flawOf(text: string, schemes: readonly ClientScheme[]): string {
  const [, scheme] = /^\s*([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return `not a URL: must be like ${schemes.join('://…, ')}://…`;
  const host = hostText(text);
  if (host === '') return `${scheme.toLowerCase().slice(0, 16)}:// names no host`;
  if (host.startsWith('[') ? !isIPv6(/^\[(.*)\]/.exec(host)?.[1] ?? '') : /:.*:/.test(host)) {
    return 'an IPv6 address must be in brackets, such as [::1]';
  }
  if (host.includes(':')) return 'the port must be 1 to 65535, and the host must be valid';
  return 'the host is not valid';
}

function credential(text: string, what: string): string | undefined {
  if (text === '') return undefined;
  const decoded = decode(text, what);
  if (hasControls(decoded)) throw refused(`the ${what} of the URL must not contain control characters`);
  return decoded;
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused(`the ${what} of the URL must be percent-encoded UTF-8`);
  }
}

/** Line breaks end a command of FTP; NUL ends a file name. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/**
 * The decoded names along the path of an ftp, sftp or file URL. None is empty, `.` or `..`, or holds a slash or a
 * control character: joined with slashes they are the path, whatever they are appended to.
 */
export function pathNames(pathname: string): string[] {
  const names = pathname.split('/').filter((part) => part !== '');
  return names.map((part) => {
    const name = decode(part, 'path');
    if (hasControls(name)) throw refused('the path of the URL must not contain control characters');
    if (name.includes('/') || name === '.' || name === '..')
      throw refused('the path of the URL must not contain %2F or ..');
    return name;
  });
}

/** Escapes the characters that would end a name in a path. Everything else stays readable. */
export const urlName = (name: string): string =>
  name.replace(/[\p{Cc} %?#\\/;]/gu, (character) => encodeURIComponent(character));

/**
 * Returns the URL without user, password, query and fragment, which may hold an access token, for replies, results and
 * logs. It also accepts a text that is not a URL. The name of an upload may hold any character.
 */
export function withoutSecrets(text: string): string {
  const shown = withoutCredentials(text);
  return /^upload:/i.test(text) ? shown : shown.replace(/[?#].*$/s, '');
}

function withoutCredentials(text: string): string {
  const shown = text.replace(/^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i, '$1');
  try {
    const url = new URL(shown);
    if (url.username === '' && url.password === '') return shown;
    url.username = '';
    url.password = '';
    return url.href;
  } catch {
    return shown.slice(shown.lastIndexOf('@') + 1); // the part before may hold a password
  }
}
