// Plain-text tables. Their cells are separated by tabs, by |, or by columns of blanks.
import type { DocumentLine } from './lines.js';
import { joined } from './raw.js';

type Separator = 'bar' | 'tab' | 'blanks';

export interface Table {
  readonly separator: Separator;
  /** the first line */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly (readonly string[])[];
}

const bars = /[|｜│┃]/;
const barRow = /^[^|｜│┃]*[|｜│┃].*[|｜│┃]|^[^|｜│┃]+[|｜│┃][^|｜│┃]+$/;
/** A line between rows, or the edge of a table: +---+---+, |---|:--|, ├──┼──┤. */
const ruleLine = /^[|+│┃├┤┌┐└┘┬┴┼┏┓┗┛┣┫╋┳┻╔╗╚╝╠╣╬╦╩]?[\s:+|=\-—─━═┼┬┴├┤╋┳┻╬╦╩│]{3,}[|+│┃┤┐┘┓┛┫╗╝╣]?$/;
const longestRow = 2_000;

const isRule = (text: string): boolean => text.length <= longestRow && ruleLine.test(text);

const separatorOf = (text: string): Separator | undefined =>
  barRow.test(text)
    ? 'bar'
    : text.includes('\t')
      ? 'tab'
      : /\S(?: {2,}|\u3000{1,})\S/.test(text)
        ? 'blanks'
        : undefined;

const trimmed = (cell: string): string => cell.trim().replace(/^[•·●]\s+/, '');

function cellsOf(text: string, separator: Separator): string[] {
  if (separator === 'bar')
    return text
      .replace(/^[|｜│┃]|[|｜│┃]$/g, '')
      .split(bars)
      .map(trimmed);
  return (separator === 'tab' ? text.split(/\t+/) : text.split(/\s{2,}|\u3000+/)).map(trimmed);
}

/** A list number, which is no cell even before a tab: 一、 or 1. */
const labelCell = /^(?:[（(]?[\d一二三四五六七八九十①-⑳]{1,3}[)）.．、]?|第.{1,4}[章节条]|[-*•·■●]|\d+(?:\.\d+)+)$/;

/** Finds the tables among the lines. */
export function tablesOf(lines: readonly DocumentLine[]): Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at);
    if (table === undefined) at++;
    else {
      tables.push(table);
      at = table.end;
    }
  }
  return tables;
}

function tableAt(lines: readonly DocumentLine[], start: number): Table | undefined {
  const first = lines[start] as DocumentLine;
  if (first.text.length > longestRow) return undefined;
  if (isRule(first.text)) return boxAt(lines, start);
  const separator = separatorOf(first.text);
  if (separator === 'bar') return boxAt(lines, start);
  if (separator === undefined || first.isCode) return undefined;
  const columns = cellsOf(first.text, separator).length;
  if (columns < 2) return undefined;
  const rows: string[][] = [];
  let end = start;
  for (; end < lines.length; end++) {
    const { text, isAfterBlank, isCode } = lines[end] as DocumentLine;
    if (end > start && isAfterBlank && separator === 'blanks') break;
    if (text.length > longestRow || isCode || separatorOf(text) !== separator) break;
    const cells = cellsOf(text, separator);
    if (separator === 'blanks' ? cells.length !== columns : cells.length < 2 || cells.length > columns + 1) break;
    rows.push(cells);
  }
  const least = separator === 'blanks' && columns === 2 ? 3 : 2;
  if (rows.length < least || isNumbered(rows)) return undefined;
  if (separator === 'blanks' && rows.some((cells) => cells.some((cell) => /[。；]$/.test(cell) || cell.length > 40)))
    return undefined;
  return { separator, start, end, rows };
}

/** Reads a table with bars. If ruled lines separate its rows, the lines between two of them form one row. */
function boxAt(lines: readonly DocumentLine[], start: number): Table | undefined {
  const groups: string[][][] = [[]];
  let [end, columns] = [start, 0];
  for (; end < lines.length; end++) {
    const { text, isAfterBlank } = lines[end] as DocumentLine;
    if ((end > start && isAfterBlank) || text.length > longestRow) break;
    if (isRule(text)) {
      groups.push([]);
      continue;
    }
    if (separatorOf(text) !== 'bar') break;
    const cells = cellsOf(text, 'bar');
    if (columns === 0) columns = cells.length;
    if (columns < 2 || Math.abs(cells.length - columns) > 1) break;
    (groups.at(-1) as string[][]).push(cells);
  }
  const filled = groups.filter(({ length }) => length > 0);
  const isParted = filled.length > 2;
  const rows = isParted ? filled.map(merged) : filled.flat();
  const isPiped = filled.length === 1 && lines.slice(start, end).some(({ isCode }) => isCode);
  const isFramed = groups.length > 1 || /^[|｜│┃]|[|｜│┃]$|\p{Script=Han}/u.test((lines[start] as DocumentLine).text);
  return rows.length < 2 || isPiped || !isFramed ? undefined : { separator: 'bar', start, end, rows };
}

const merged = (rows: readonly (readonly string[])[]): string[] =>
  (rows[0] as readonly string[]).map((_, column) => rows.map((cells) => cells[column] ?? '').reduce(joined));

/** True for a list whose numbers stand apart. */
function isNumbered(rows: readonly (readonly string[])[]): boolean {
  const labels = rows.filter(([cell = '']) => labelCell.test(cell)).length;
  return labels === rows.length && rows.every((cells) => cells.length === 2);
}

/** The text of a table, one line per row, with the cells joined by bars. */
export const tableLines = ({ rows }: Table): string[] =>
  rows.map((cells) => cells.filter((cell) => cell !== '').join(' | ')).filter((line) => line !== '');
