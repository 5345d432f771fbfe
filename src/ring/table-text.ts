// The text of the two ring tables: rows out, or the line that cannot be read and why. Format: docs/formats.md.
import { isUtf8 } from 'node:buffer';
import { limits } from '../protocol/limits.js';
import { type KeywordRow, type RingMarker, ringMarkers, type ToneRow } from '../protocol/ring.js';
import { plainForm } from './keywords.js';

export class TableFault extends Error {
  override readonly name = 'TableFault';
  constructor(
    /** 1-based; 0 when the fault is of the file as a whole */
    readonly line: number,
    readonly reason: string,
  ) {
    super(line > 0 ? `line ${line}: ${reason}` : reason);
  }
}

interface Row {
  readonly line: number;
  readonly name: string;
  readonly resultId: number;
  readonly resultName: string;
}

const maxResultId = 999_999;

export function parseKeywordTable(bytes: Uint8Array): KeywordRow[] {
  const seen = new Map<string, number>();
  return rows(bytes, (line) => line.startsWith('#')).map(({ line, name, resultId, resultName }) => {
    const plain = plainForm(name);
    if (plain === '') throw new TableFault(line, 'the keyword has neither letters nor digits');
    refuseTwice(seen, plain, line, 'keyword');
    return { word: name, resultId, resultName };
  });
}

export function parseToneTable(bytes: Uint8Array): ToneRow[] {
  const seen = new Map<string, number>();
  return rows(bytes, (line) => line === '#' || /^#\s/.test(line)).map(({ line, name, resultId, resultName }) => {
    const marker = ringMarkers.find((known): known is RingMarker => known === name.toUpperCase());
    if (!marker) throw new TableFault(line, `unknown tone; known: ${ringMarkers.join(' ')}`);
    refuseTwice(seen, marker, line, 'tone');
    return { marker, resultId, resultName };
  });
}

function rows(bytes: Uint8Array, isComment: (line: string) => boolean): Row[] {
  const { fileBytes, lines: maxLines, lineBytes } = limits.table;
  // An editor that truncates and then writes passes through this state; an empty table on purpose keeps a comment.
  if (bytes.length === 0) throw new TableFault(0, 'the file is empty');
  if (bytes.length > fileBytes) throw new TableFault(0, `${bytes.length} bytes, must be at most ${fileBytes}`);
  if (!isUtf8(bytes)) throw new TableFault(firstBadLine(bytes), 'not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > maxLines) throw new TableFault(maxLines + 1, `more than ${maxLines} lines`);
  const found: Row[] = [];
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    if (Buffer.byteLength(content) > lineBytes) throw new TableFault(line, `longer than ${lineBytes} bytes`);
    const trimmed = content.trim();
    if (trimmed === '' || isComment(trimmed)) continue;
    found.push(row(line, trimmed));
  }
  return found;
}

function row(line: number, content: string): Row {
  // Tabs separate; a row without any may use spaces, because editors turn the one into the other.
  const parts = content.includes('\t')
    ? content.split(/\s*\t+\s*/)
    : (/^(\S+)\s+(\S+)\s+(.+)$/.exec(content)?.slice(1) ?? [content]);
  const [name = '', id = '', resultName = ''] = parts;
  if (parts.length !== 3 || name === '' || resultName === '') {
    throw new TableFault(line, 'must be three parts with a tab between them: name, RESULTID, RESULTNAME');
  }
  const resultId = Number(id);
  if (!/^\d{1,6}$/.test(id) || resultId < 1) {
    throw new TableFault(line, `RESULTID must be a whole number from 1 to ${maxResultId}`);
  }
  return { line, name, resultId, resultName };
}

function refuseTwice(seen: Map<string, number>, name: string, line: number, what: string): void {
  const before = seen.get(name);
  if (before !== undefined) throw new TableFault(line, `the same ${what} as on line ${before}`);
  seen.set(name, line);
}

function firstBadLine(bytes: Uint8Array): number {
  let line = 1;
  let from = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a) continue;
    if (!isUtf8(bytes.subarray(from, at))) return line;
    line++;
    from = at + 1;
  }
  return line;
}
