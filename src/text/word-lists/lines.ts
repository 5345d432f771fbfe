// The line format that hotword and sensitive-word lists share (specification 1, sections 2.4 and 2.5): UTF-8 with or
// without a byte order mark, 100K in all, 256 bytes a line. Any input gives lines or diagnostics, whatever its bytes
// are.
import { isUtf8 } from 'node:buffer';
import { limits } from '../../protocol/limits.js';

export interface Diagnostic {
  /** 1-based line number; 0: the list as a whole. */
  readonly line: number;
  readonly wrong: string;
  /** The form that would be right. */
  readonly right: string;
  /** A fault makes the list invalid; a note says what may not work as intended. */
  readonly severity: 'fault' | 'note';
}

export interface ListLine {
  readonly line: number;
  /** The line without spaces and tabs at its ends. */
  readonly text: string;
}

/** A finding that makes the list invalid. */
export function fault(line: number, wrong: string, right: string): Diagnostic {
  return { line, wrong, right, severity: 'fault' };
}

/** A finding that does not make the list invalid. */
export function note(line: number, wrong: string, right: string): Diagnostic {
  return { line, wrong, right, severity: 'note' };
}

/** Control characters other than the tab, zero-width characters, and line ends that no editor shows. */
const invisible = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** No-break, ideographic and other spaces, which count as plain spaces. */
const otherSpaces = /\p{Zs}/gu;

/** Splits a list into its lines and checks size, encoding and characters. */
export function listLines(content: Uint8Array | string): { lines: ListLine[]; diagnostics: Diagnostic[] } {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { bytes: maxBytes, lineBytes } = limits.wordList;
  if (bytes.length > maxBytes) {
    return { lines: [], diagnostics: [fault(0, `the list has ${bytes.length} bytes`, `at most ${maxBytes} bytes`)] };
  }
  const lines: ListLine[] = [];
  const diagnostics: Diagnostic[] = [];
  const isAllUtf8 = isUtf8(bytes);
  for (const [index, part] of cutLines(bytes).entries()) {
    const line = index + 1;
    if (part.length === 0) continue;
    if (!isAllUtf8 && !isUtf8(part)) {
      diagnostics.push(fault(line, 'not UTF-8', 'UTF-8 text'));
      continue;
    }
    if (part.length > lineBytes) {
      diagnostics.push(fault(line, `${part.length} bytes`, `at most ${lineBytes} bytes a line`));
      continue;
    }
    const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8');
    const trimmed = text.replace(otherSpaces, ' ').replace(/^[ \t\r]+|[ \t\r]+$/g, '');
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (invisible.test(trimmed)) {
      diagnostics.push(fault(line, 'an invisible character', 'printable text, with spaces and tabs only'));
      continue;
    }
    lines.push({ line, text: trimmed });
  }
  return { lines, diagnostics };
}

/** Splits bytes at LF, CR LF or CR; the limit of 256 bytes does not count the line end. */
export function cutLines(bytes: Uint8Array): Uint8Array[] {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines: Uint8Array[] = [];
  let from = hasMark ? 3 : 0;
  for (let at = from; at <= bytes.length; at++) {
    const byte = bytes[at];
    if (at < bytes.length && byte !== 0x0a && byte !== 0x0d) continue;
    lines.push(bytes.subarray(from, at));
    if (byte === 0x0d && bytes[at + 1] === 0x0a) at++;
    from = at + 1;
  }
  return lines;
}
