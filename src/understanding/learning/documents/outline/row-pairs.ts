// Turns the rows of a table into questions and answers. The table must have a header, and the same cells in each row.
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
/** Marks that occur in code and paths but not in names. */
const codeMark = /[{}<>\\$=#;]|^[-+/.]|\s--?\w|\w\/\w|^[^\p{L}\p{N}]*$/u;
/**
 * Column names of a table that blanks separate. Blanks also separate a term from its meaning, so that the header must
 * be unmistakable.
 */
const nameInColumns = /^\p{Script=Han}{2}[^\d，。：:]*$/u;

/** The questions and answers of a table; empty if its form does not allow any. */
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

/** True for column names: short, none missing, all different, and neither numbers nor code. */
const isHeader = (cells: readonly string[]): boolean =>
  new Set(cells).size === cells.length &&
  cells.every((cell) => cell !== '' && cell.length <= longestHeader && !number.test(cell) && !codeMark.test(cell));
