// The text of the ring tables: rows out, or the line that cannot be read and why. Format: docs/formats.md.
import { isUtf8 } from 'node:buffer';
import {
  type CauseRow,
  type KeywordRow,
  type RingMarker,
  type RowAction,
  ringMarkers,
  rowActions,
  type ToneRow,
} from '../protocol/engine/ring.js';
import { limits } from '../protocol/limits.js';
import { plainForm } from './plain-form.js';

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
  readonly action?: RowAction;
}

const maxResultId = 999_999;

export function parseKeywordTable(bytes: Uint8Array): KeywordRow[] {
  const seen = new Map<string, Row>();
  const found = rows(bytes, (line) => line.startsWith('#'));
  for (const row of found) {
    const plain = plainForm(row.name);
    if (plain === '') throw new TableFault(row.line, 'the keyword must have letters or digits');
    refuseTwice(seen, plain, row, 'keyword');
  }
  for (const [plain, row] of seen) if (row.action === 'hold') refuseIdleHold(seen, plain, row);
  return found.map(({ line: _, name, ...verdict }) => ({ word: name, ...verdict }));
}

export function parseToneTable(bytes: Uint8Array): ToneRow[] {
  const seen = new Map<string, Row>();
  return rows(bytes, (line) => line === '#' || /^#\s/.test(line)).map((row) => {
    const { line, name, ...verdict } = row;
    const marker = ringMarkers.find((known): known is RingMarker => known === name.toUpperCase());
    if (!marker) throw new TableFault(line, `unknown tone; known tones: ${ringMarkers.join(' ')}`);
    refuseTwice(seen, marker, row, 'tone');
    return { marker, ...verdict };
  });
}

/** The table of causes: what a switch says of a call, by RESULTID. */
export function parseCauseTable(bytes: Uint8Array): CauseRow[] {
  const lineOf = new Map<number, number>();
  return contents(bytes, (line) => line.startsWith('#')).map(({ line, content }) => {
    const parts = content.split(/\s+/);
    if (parts.length !== 3) {
      throw new TableFault(line, 'must be three numbers separated by tabs: RESULTID, SIP status, Q.850 cause');
    }
    const number = (text: string | undefined, name: string, min: number, max: number): number => {
      const value = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
      if (value >= min && value <= max) return value;
      throw new TableFault(line, `${name} must be a whole number from ${min} to ${max}`);
    };
    const resultId = number(parts[0], 'RESULTID', 0, maxResultId);
    const sipStatus = number(parts[1], 'the SIP status', 400, 699);
    const q850 = number(parts[2], 'the Q.850 cause', 1, 127);
    const before = lineOf.get(resultId);
    if (before !== undefined) throw new TableFault(line, `the same RESULTID as on line ${before}`);
    lineOf.set(resultId, line);
    return { resultId, sipStatus, q850 };
  });
}

function rows(bytes: Uint8Array, isComment: (line: string) => boolean): Row[] {
  return contents(bytes, isComment).map(({ line, content }) => row(line, content));
}

/** The lines that are rows, without the space around them. */
function contents(bytes: Uint8Array, isComment: (line: string) => boolean): { line: number; content: string }[] {
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
  const found: { line: number; content: string }[] = [];
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    if (Buffer.byteLength(content) > lineBytes) throw new TableFault(line, `longer than ${lineBytes} bytes`);
    const trimmed = content.trim();
    if (trimmed === '' || isComment(trimmed)) continue;
    found.push({ line, content: trimmed });
  }
  return found;
}

function row(line: number, content: string): Row {
  const [name = '', id = '', resultName = '', action, ...more] = partsOf(line, content);
  if (more.length > 0 || name === '' || resultName === '') {
    throw new TableFault(
      line,
      `must be three parts separated by tabs (name, RESULTID, RESULTNAME) and optionally a fourth: ${actionNames}`,
    );
  }
  const resultId = Number(id);
  if (!/^\d{1,6}$/.test(id) || resultId < 1) {
    throw new TableFault(line, `RESULTID must be a whole number from 1 to ${maxResultId}`);
  }
  if (action === undefined) return { line, name, resultId, resultName };
  if (!isAction(action)) throw new TableFault(line, `the fourth part must be ${actionNames}`);
  return { line, name, resultId, resultName, action };
}

const actionNames = 'end, hold or ignore';
const isAction = (text: string): text is RowAction => (rowActions as readonly string[]).includes(text);

/** Tabs separate; a row without any may use spaces, because editors turn the one into the other. */
function partsOf(line: number, content: string): string[] {
  if (content.includes('\t')) return content.split(/\s*\t+\s*/);
  const last = content.slice(content.lastIndexOf(' ') + 1);
  if (isAction(last)) {
    throw new TableFault(
      line,
      `the parts must be separated by tabs: "${last}" may be the end of RESULTNAME or a fourth part`,
    );
  }
  return /^(\S+)\s+(\S+)\s+(.+)$/.exec(content)?.slice(1) ?? [content];
}

function refuseTwice(seen: Map<string, Row>, name: string, row: Row, what: string): void {
  const before = seen.get(name);
  seen.set(name, row);
  if (before === undefined) return;
  const same = `the same ${what} as on line ${before.line}`;
  const [one, other] = [before, row].map((each) => [each.resultId, each.resultName, each.action].join(' ').trim());
  throw new TableFault(row.line, one === other ? same : `${same}, and contradicts it: there it is ${one}`);
}

/** A row that is to hold a call, but has in it a keyword that goes before it and ends the call each time. */
function refuseIdleHold(rows: ReadonlyMap<string, Row>, plain: string, { line, resultId }: Row): void {
  for (let from = 0; from < plain.length; from++) {
    for (let to = from + 1; to <= plain.length; to++) {
      const inside = rows.get(plain.slice(from, to));
      if (inside === undefined || inside.resultId <= resultId || (inside.action ?? 'end') !== 'end') continue;
      throw new TableFault(
        line,
        `can never hold a call, because ${inside.name} on line ${inside.line} is part of it, ends the call and has the higher RESULTID ${inside.resultId}`,
      );
    }
  }
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
