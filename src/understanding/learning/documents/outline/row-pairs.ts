// The rows of a table as questions and answers. Only a table that has a header, and the same cells in each row, gives them.
import type { Table } from './tables.js';

export interface RowPair {
  readonly question: string;
  readonly answer: string;
}

const mostNamed = 3;
const longestHeader = 16;
const longestName = 30;
const leastRows = 2;
const number = /^[\d.,%％+\-￥¥$]+\S{0,2}$/;
/** Marks that code and paths have, and names have not. */
const codeMark = /[{}<>\\$=#;]|^[-+/.]|\s--?\w|\w\/\w|^[^\p{L}\p{N}]*$/u;
/** Blanks part a term from its meaning too, so that a header in columns must be plainly one. */
const nameInColumns = /^\p{Script=Han}{2}[^\d，。：:]*$/u;

export function rowPairs({ rows, separator }: Table): RowPair[] {
  const [header, ...body] = rows;
  if (header === undefined || body.length < leastRows || !isHeader(header)) return [];
  if (separator === 'blanks' && !header.every((cell) => nameInColumns.test(cell))) return [];
  const isCounted = /^(?:序号|编号|no\.?|#)$/i.test(header[0] ?? '') && header.length > 2;
  const key = isCounted ? 1 : 0;
  const names = new Set(body.map((cells) => cells[key] ?? ''));
  const isEven = body.every(({ length }) => length === header.length) && names.size === body.length;
  if (!isEven || [...names].some((name) => name.length > longestName || codeMark.test(name))) return [];
  return body.flatMap((cells) => {
    const name = cells[key] ?? '';
    const others = header.map((title, at) => ({ title, value: cells[at] ?? '' })).slice(key + 1);
    const said = others.filter(({ value }) => value !== '');
    if (name === '' || said.length === 0) return [];
    const titles = said.map(({ title }) => title);
    const asked = titles.slice(0, mostNamed).join('、') + (titles.length > mostNamed ? '等' : '');
    const [only] = said;
    const answer =
      said.length === 1 && only !== undefined
        ? only.value
        : said.map(({ title, value }) => `${title}：${value}`).join('；');
    return [{ question: `${name}的${asked}`, answer }];
  });
}

/** Names of columns: short, all there, all different, and neither numbers nor code. */
const isHeader = (cells: readonly string[]): boolean =>
  new Set(cells).size === cells.length &&
  cells.every((cell) => cell !== '' && cell.length <= longestHeader && !number.test(cell) && !codeMark.test(cell));
