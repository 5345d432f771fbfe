// Messages of SIP (RFC 3261, section 7): read strictly where it matters for a call, leniently elsewhere, and written.
import { limits } from '../../protocol/limits.js';

/** A fault in a message from a peer. */
export class SipFault extends Error {
  override readonly name = 'SipFault';
}

/** A header that may come again; the name in lower case and in its long form. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

interface Common {
  readonly headers: readonly Header[];
  readonly body: Buffer;
}
export interface SipRequest extends Common {
  readonly kind: 'request';
  readonly method: string;
  readonly uri: string;
}
export interface SipResponse extends Common {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
}
export type SipMessage = SipRequest | SipResponse;

const shortNames: Readonly<Record<string, string>> = {
  ...{ i: 'call-id', m: 'contact', e: 'content-encoding', l: 'content-length', c: 'content-type', f: 'from' },
  ...{ s: 'subject', k: 'supported', t: 'to', v: 'via' },
};
const token = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
const crlf = '\r\n';
/** Headers that every message must have exactly once; without them it cannot be answered. */
const needed = ['call-id', 'cseq', 'from', 'to'] as const;

/** A whole message, as a datagram or the framing of a connection gives it. Throws a SipFault. */
export function readMessage(bytes: Buffer): SipMessage {
  if (bytes.length > limits.sip.messageBytes) {
    throw new SipFault(`a message of ${bytes.length} bytes; at most ${limits.sip.messageBytes} are read`);
  }
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) throw new SipFault('the headers do not end: an empty line must follow them');
  const [startLine = '', ...lines] = bytes
    .toString('latin1', 0, headEnd)
    .replace(/^(\r\n)+/, '')
    .split(crlf);
  const headers = readHeaders(lines);
  for (const name of needed) {
    const count = headers.filter((header) => header.name === name).length;
    if (count !== 1) throw new SipFault(`${name}: must occur once, but occurs ${count} times`);
  }
  if (headers.filter(({ name }) => name === 'content-length').length > 1) {
    throw new SipFault('content-length: must occur only once');
  }
  if (!headers.some(({ name }) => name === 'via')) throw new SipFault('via: is missing');
  const rest = bytes.subarray(headEnd + 4);
  const stated = headerOf(headers, 'content-length');
  const length = stated === undefined ? rest.length : wholeNumber(stated, 'content-length');
  if (length > rest.length) throw new SipFault(`content-length: is ${length}, but ${rest.length} bytes follow`);
  return { ...readStartLine(startLine), headers, body: rest.subarray(0, length) };
}

function readStartLine(line: string) {
  const response = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i.exec(line);
  if (response) return { kind: 'response', status: Number(response[1]), reason: textOf(response[2]) } as const;
  const [method = '', uri = '', version = '', ...more] = line.split(' ');
  if (more.length > 0 || !/^SIP\/2\.0$/i.test(version) || !token.test(method) || !/^[a-z][a-z0-9+.-]*:./i.test(uri)) {
    throw new SipFault('the first line must be like "INVITE sip:user@host SIP/2.0" or "SIP/2.0 180 Ringing"');
  }
  return { kind: 'request', method, uri } as const;
}

/** Text as UTF-8 from latin1, in which the head was read. */
const textOf = (latin1 = ''): string => Buffer.from(latin1, 'latin1').toString('utf8').trim();

function readHeaders(lines: readonly string[]): Header[] {
  const whole: string[] = [];
  for (const line of lines) {
    if (!/^[ \t]/.test(line)) whole.push(line);
    else if (whole.length === 0) throw new SipFault('the first header begins with a space');
    else whole[whole.length - 1] += ` ${line.trim()}`;
  }
  if (whole.length > limits.sip.headers)
    throw new SipFault(`${whole.length} headers; at most ${limits.sip.headers} are read`);
  return whole.map((line) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon < 0 || !token.test(name)) throw new SipFault('a header must be like "Name: value"');
    if (/[\0\n\r]/.test(value)) throw new SipFault(`${name}: must not contain NUL or a line break`);
    return { name: shortNames[name] ?? name, value };
  });
}

export function wholeNumber(text: string, what: string, most = 2 ** 31): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw new SipFault(`${what}: must be a whole number up to ${most}`);
  return value;
}

/** The first header of that name. */
export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** The values of a header that may be a list, over all its lines: Via, Contact, Record-Route, Require … */
export function listOf(headers: readonly Header[], name: string): string[] {
  const values = headers.filter((header) => header.name === name).flatMap(({ value }) => parted(value, ','));
  if (values.length > limits.sip.values)
    throw new SipFault(`${name}: ${values.length} values; at most ${limits.sip.values} are read`);
  return values;
}

/** Splits at separators outside quotes and angle brackets; empty parts are left out. */
export function parted(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let [from, isQuoted, depth] = [0, false, 0];
  for (let at = 0; at < text.length; at++) {
    const each = text[at];
    if (isQuoted && each === '\\') at++;
    else if (each === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (each === '<') depth++;
    else if (each === '>') depth = Math.max(0, depth - 1);
    else if (each === separator && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  if (isQuoted) throw new SipFault('a quotation mark is missing');
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '');
}

export interface NamedAddress {
  readonly uri: string;
  /** parameters by lower-case name, '' for one without a value */
  readonly params: Readonly<Record<string, string>>;
}

/** Reads an address of From, To, Contact or Record-Route: `"name" <uri>;params` or `uri;params`. */
export function readAddress(text: string): NamedAddress {
  const [head = '', ...params] = parted(text, ';');
  const uri = /<([^<>]*)>\s*$/.exec(head)?.[1] ?? head;
  if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(uri)) throw new SipFault('an address must be like <sip:user@host>');
  return { uri, params: readParams(params) };
}

export function readParams(parts: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = Object.create(null);
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    params[name] ??= equals < 0 ? '' : unquoted(part.slice(equals + 1).trim());
  }
  return params;
}

const unquoted = (text: string): string =>
  text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;

export interface Sequence {
  readonly number: number;
  readonly method: string;
}

export function sequenceOf(headers: readonly Header[]): Sequence {
  const [, number, method] = /^(\d{1,10})\s+(\S+)$/.exec(headerOf(headers, 'cseq') ?? '') ?? [];
  if (number === undefined || method === undefined) throw new SipFault('cseq: must be like "1 INVITE"');
  return { number: wholeNumber(number, 'cseq'), method };
}

/** The branch of the topmost Via. */
export function branchOf(headers: readonly Header[]): string {
  const [top = ''] = listOf(headers, 'via');
  const branch = readParams(parted(top, ';').slice(1)).branch ?? '';
  if (!/^SIP\s*\/\s*2\.0\s*\/\s*\S+\s+\S/i.test(top))
    throw new SipFault('via: must be like "SIP/2.0/UDP host;branch=…"');
  return branch;
}

export const tagOf = (headers: readonly Header[], name: 'from' | 'to'): string =>
  readAddress(headerOf(headers, name) ?? '').params.tag ?? '';

/** Writes a message of our own from its lines; the length of the body is added. */
export function writeMessage(startLine: string, headers: readonly (readonly [string, string])[], body = ''): Buffer {
  const length = Buffer.byteLength(body);
  const lines = [...headers, ['Content-Length', String(length)] as const].map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([startLine, ...lines, '', body].join(crlf));
}
