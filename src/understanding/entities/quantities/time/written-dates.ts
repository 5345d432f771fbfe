// Dates in figures: 2026-11-03, 2026/11/3, 20261103, 11/3.
import { matchAt } from '../../../../text/itn/measures.js';
import type { DateSaid } from '../said.js';
import { type Day, dayOf, exists } from './calendar.js';
import { nextInYear, period, single } from './spans.js';

const yearFirst = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/y;
const compact = /((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/y;
/** Short dates such as 12-05, with nothing around them and a leading zero, which counts of things lack. */
const short = /(?<![^ ,。])(?:(0\d|1[0-2])-(0[1-9])|(0[1-9])-([0-3]\d))(?![^ ,。])/y;
const monthFirst = /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?![\d/])/y;

const monthOnly = /(?<![\d/.-])((?:19|20)\d\d)[-/](0[1-9]|1[0-2])(?![\d/.:a-z-])/y;

/**
 * Reads a date in figures: 2026-11-03, 2026/11/3, 20261103, 11/3; 2026-12 is a month. Returns undefined if there is
 * none.
 */
export function writtenDate(text: string, at: number, anchor: Day): DateSaid | undefined {
  if (!/\d/.test(text[at] ?? '') || /[\d/.-]/.test(text[at - 1] ?? '')) return undefined;
  const long = matchAt(yearFirst, text, at);
  const written = long ? [long[0], long[1], long[3], long[4]] : matchAt(compact, text, at);
  if (written) {
    const [all = '', year, month, date] = written;
    if (!exists(Number(year), Number(month), Number(date))) return undefined;
    return single(at + all.length, dayOf(Number(year), Number(month), Number(date)));
  }
  const whole = matchAt(monthOnly, text, at);
  if (whole) {
    const [year, month] = [Number(whole[1]), Number(whole[2])];
    return period(at + whole[0].length, dayOf(year, month, 1), dayOf(year, month + 1, 1) - 1);
  }
  const hyphened = matchAt(short, text, at);
  const slashed = hyphened ? undefined : matchAt(monthFirst, text, at);
  const parts = hyphened ? [hyphened[0], hyphened[1] ?? hyphened[3], hyphened[2] ?? hyphened[4]] : slashed;
  if (!parts) return undefined;
  const [all = '', month, date, year] = parts;
  if (!exists(year === undefined ? 2000 : Number(year), Number(month), Number(date))) return undefined;
  const end = at + all.length;
  if (year !== undefined) return single(end, dayOf(Number(year), Number(month), Number(date)));
  return single(
    end,
    nextInYear(anchor, (each) => dayOf(each, Number(month), Number(date))),
  );
}
