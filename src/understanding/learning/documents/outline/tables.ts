// Tables of plain text: cells between tabs, between |, or in columns.
import type { DocumentLine } from './lines.js';

export interface Table {
  /** first line, and the one after the last */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly (readonly string[])[];
}

type Separator = 'bar' | 'tab' | 'blanks';

const separatorOf = (text: string): Separator | undefined =>
  /^[^|｜]*[|｜].*[|｜]|^[^|｜]+[|｜][^|｜]+$/.test(text)
    ? 'bar'
    : text.includes('\t')
      ? 'tab'
      : /\S(?: {2,}|\u3000{1,})\S/.test(text)
        ? 'blanks'
        : undefined;

function cellsOf(text: string, separator: Separator): string[] {
  if (separator === 'bar')
    return text
      .replace(/^[|｜]|[|｜]$/g, '')
      .split(/[|｜]/)
      .map((cell) => cell.trim());
  return (separator === 'tab' ? text.split(/\t+/) : text.split(/\s{2,}|\u3000+/)).map((cell) => cell.trim());
}

/** 一、 or 1. before a tab is a number and no cell. */
const labelCell = /^(?:[（(]?[\d一二三四五六七八九十①-⑳]{1,3}[)）.．、]?|第.{1,4}[章节条]|[-*•·■●]|\d+(?:\.\d+)+)$/;
/** |---|---| */
export const isTableRule = (text: string): boolean => /^[|+][:\-—=+\s|]*$/.test(text);

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
  const first = (lines[start] as DocumentLine).text;
  const separator = separatorOf(first);
  if (separator === undefined || first.length > 2_000) return undefined;
  const columns = cellsOf(first, separator).length;
  if (columns < 2) return undefined;
  const rows: string[][] = [];
  let end = start;
  for (; end < lines.length; end++) {
    const { text, isAfterBlank } = lines[end] as DocumentLine;
    if (end > start && isAfterBlank && separator === 'blanks') break;
    if (separator === 'bar' && isTableRule(text)) continue;
    if (text.length > 2_000 || separatorOf(text) !== separator) break;
    const cells = cellsOf(text, separator);
    if (separator === 'blanks' ? cells.length !== columns : cells.length < 2 || cells.length > columns + 1) break;
    rows.push(cells);
  }
  const least = separator === 'blanks' && columns === 2 ? 3 : 2;
  if (rows.length < least || isNumbered(rows)) return undefined;
  if (separator === 'blanks' && rows.some((cells) => cells.some((cell) => /[。；]$/.test(cell) || cell.length > 40)))
    return undefined;
  return { start, end, rows };
}

/** Lines of a list whose numbers stand apart. */
function isNumbered(rows: readonly (readonly string[])[]): boolean {
  const labels = rows.filter(([cell = '']) => labelCell.test(cell)).length;
  return labels === rows.length && rows.every((cells) => cells.length === 2);
}

export interface RowPair {
  readonly question: string;
  readonly answer: string;
}

const mostNamed = 3;

/** Of each row a question, from the header and the first cell. A table whose first row has numbers has no header, and gives none. */
export function rowPairs({ rows }: Table): RowPair[] {
  const [header, ...body] = rows;
  if (header === undefined || header.some((cell) => /^[\d.,%％+\-￥¥$]+\S{0,2}$/.test(cell))) return [];
  const isCounted = /^(?:序号|编号|no\.?|#)$/i.test(header[0] ?? '') && header.length > 2;
  const key = isCounted ? 1 : 0;
  return body.flatMap((cells) => {
    const name = cells[key] ?? '';
    const others = header.map((title, at) => ({ title, value: cells[at] ?? '' })).slice(key + 1);
    const said = others.filter(({ value }) => value !== '');
    if (name === '' || said.length === 0) return [];
    const titles = said.map(({ title }) => title).filter((title) => title !== '');
    const asked = titles.slice(0, mostNamed).join('、') + (titles.length > mostNamed ? '等' : '');
    const [only] = said;
    const answer =
      said.length === 1 && only !== undefined
        ? only.value
        : said.map(({ title, value }) => (title === '' ? value : `${title}：${value}`)).join('；');
    return [{ question: asked === '' ? name : `${name}的${asked}`, answer }];
  });
}
