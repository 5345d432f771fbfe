// Conditional and partial requests (RFC 9110, sections 13 and 14), as far as this service answers them.

/** Evaluates If-None-Match: one tag or several, also weak ones, or `*`. */
export const isMatched = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag) ?? false;

export type Part = { readonly from: number; readonly to: number } | 'whole' | 'unsatisfiable';

/**
 * One range of bytes, with `to` as its last one. Several ranges, other units and an If-Range with another tag select
 * the whole.
 */
export function partOf(
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined },
  tag: string,
  bytes: number,
): Part {
  const { range, 'if-range': ifRange } = headers;
  if (range === undefined || (ifRange !== undefined && ifRange !== tag)) return 'whole';
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.replaceAll(' ', ''));
  if (match === null || (match[1] === '' && match[2] === '')) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { from: bytes - length, to: bytes - 1 };
  }
  const from = Number(first);
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < from) return 'whole'; // not a range at all
  return from >= bytes ? 'unsatisfiable' : { from, to };
}
