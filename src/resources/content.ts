// Rules for the content of a resource. At create and update only the frame of a word list is judged: UTF-8, its size,
// the length of its lines. The grammar inside a line is judged at use, so that lists of other engines can be kept.
import { isUtf8 } from 'node:buffer';
import { decodeBase64 } from '../protocol/base64.js';
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { unreachable } from '../protocol/unreachable.js';
import { cutLines, type Diagnostic } from '../text/word-lists/lines.js';
import { type ListKind, type ListReader, parseList } from '../text/word-lists/read.js';
import type { ResourceKind } from './kinds.js';

/** `key` is the request's name for it. */
export function contentOf(kind: ResourceKind, base64: string, key: string): Buffer {
  const bytes = decodeBase64(base64, key);
  switch (kind.content) {
    case 'bytes':
      refuseSize(bytes, limits.resource.contentBytes, key);
      return bytes;
    case 'text':
      refuseSize(bytes, limits.resource.contentBytes, key);
      refuseLines(withoutMark(bytes), undefined, key);
      return withoutMark(bytes);
    case 'list':
      refuseSize(bytes, limits.wordList.bytes, key);
      refuseLines(withoutMark(bytes), limits.wordList.lineBytes, key);
      return withoutMark(bytes);
    default:
      return unreachable(kind.content);
  }
}

const listKinds: Readonly<Record<string, ListKind>> = { userword: 'hotwords', sensword: 'sensitiveWords' };

/** Diagnostics of a word list against its grammar; empty for other resources. */
export async function diagnosticsOf(kind: ResourceKind, content: Uint8Array, lists: ListReader): Promise<Diagnostic[]> {
  const listKind = listKinds[kind.type];
  if (listKind === undefined) return [];
  return (await lists.read(listKind, content, false)).diagnostics.slice(0, limits.resource.diagnostics);
}

/** A list of sys is used without anybody to warn, so that its grammar is judged when it is stored. */
export function refuseFaults(kind: ResourceKind, content: Uint8Array, key: string): void {
  const listKind = listKinds[kind.type];
  const diagnostics = listKind === undefined ? [] : parseList(listKind, content, false).diagnostics;
  const first = diagnostics.find(({ severity }) => severity === 'fault');
  if (first === undefined) return;
  throw new ServiceError('INVALID_ARGUMENT', `${key}: line ${first.line}: ${first.wrong}; expected ${first.right}`);
}

function refuseSize(bytes: Uint8Array, most: number, key: string): void {
  if (bytes.length <= most) return;
  throw new ServiceError('RESOURCE_TOO_LARGE', `${key}: ${bytes.length} bytes, must be at most ${most}`);
}

function refuseLines(bytes: Uint8Array, mostBytes: number | undefined, key: string): void {
  if (isUtf8(bytes) && (mostBytes === undefined || longestLine(bytes) <= mostBytes)) return;
  for (const [index, line] of cutLines(bytes).entries()) {
    const place = `${key}: line ${index + 1}`;
    if (!isUtf8(line)) throw new ServiceError('INVALID_ARGUMENT', `${place}: is not UTF-8; save the text as UTF-8`);
    if (mostBytes !== undefined && line.length > mostBytes) {
      throw new ServiceError('INVALID_ARGUMENT', `${place}: ${line.length} bytes, must be at most ${mostBytes}`);
    }
  }
}

/** Length of the longest line, in bytes. It takes a tenth of the time of cutting the lines. */
function longestLine(bytes: Uint8Array): number {
  let [longest, from] = [0, 0];
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (at < bytes.length && byte !== 0x0a && byte !== 0x0d) continue;
    longest = Math.max(longest, at - from);
    from = at + 1;
  }
  return longest;
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
