// Files with one entry per line, in UTF-8 with or without a byte order mark; lines end in LF or CRLF.
import { isUtf8 } from 'node:buffer';
import { limits } from '../../../protocol/limits.js';
import { InputFault } from '../fault.js';

export interface MaterialLine {
  /** The line number, from 1. */
  readonly line: number;
  readonly text: string;
}

const { lineBytes, lines: mostLines, fileBytes } = limits.training.material;
const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The lines that are not blank. `name` is the file's name in messages. @throws InputFault */
export function linesOf(bytes: Uint8Array, name: string): MaterialLine[] {
  if (bytes.length > fileBytes) {
    throw new InputFault(`${name}: has ${bytes.length} bytes; a file may have at most ${fileBytes}: split it`);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkUtf8(buffer, name);
  const found: MaterialLine[] = [];
  let line = 0;
  for (let from = markBytes(buffer); from < buffer.length; ) {
    line += 1;
    if (line > mostLines) throw new InputFault(`${name}: has more than ${mostLines} lines: split it`);
    const feed = buffer.indexOf(lineFeed, from);
    const end = feed < 0 ? buffer.length : feed;
    if (end - from > lineBytes) {
      throw new InputFault(`${name}: line ${line} has ${end - from} bytes; a line may have at most ${lineBytes}`);
    }
    const text = buffer.toString('utf8', from, end).replace(/\r$/, '');
    if (text.trim() !== '') found.push({ line, text });
    from = end + 1;
  }
  return found;
}

/** The text of a file without its byte order mark. @throws InputFault */
export function textOf(bytes: Uint8Array, name: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkUtf8(buffer, name);
  return buffer.toString('utf8', markBytes(buffer));
}

/** Plain lines such as dialog records, trimmed and without blank ones. @throws InputFault */
export function parseLines(bytes: Uint8Array, name: string): string[] {
  return linesOf(bytes, name).map(({ text }) => text.trim());
}

const markBytes = (bytes: Uint8Array): number => (byteOrderMark.every((byte, at) => bytes[at] === byte) ? 3 : 0);

function checkUtf8(bytes: Uint8Array, name: string): void {
  if (isUtf8(bytes)) return;
  throw new InputFault(`${name}: is not UTF-8 from byte ${firstFault(bytes)} on; save it as UTF-8`);
}

function firstFault(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] as number;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (!isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}
