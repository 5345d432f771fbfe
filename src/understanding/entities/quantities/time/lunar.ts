// The lunar calendar from 1950 to 2060 as a table. For each year it holds the distance of its first day from 1 January,
// its leap month, and its months of thirty days.
import { civilOf, type Day, dayOf } from './calendar.js';

const firstYear = 1950;

/**
 * Base 36. The lowest 13 bits: months of thirty days, in order; the next 4 bits: position of the leap month, 0 for
 * none; then the days from 1 January to the lunar new year.
 */
const years = [
  '3o2eu 2t6zx 221ey 3fn3m 2ks6d 1tave 3a2bu 2dqqd 3qwlz 2ys7q 24yph 3ih91 2qd3m 1w7fp 3cvqd 2hxl6 1ks5z 31me3 2atei 3o2ga',
  '2t755 221qq 3ihci 2krol 1qmob 378ln 2dsq3 3qv1p 2vz3h 24yuh 3lay1 2qefm 1waat 3cvfp 2jsr1 3wity 31kty 27qut 3o2qd 2t7s9',
  '2236a 3ihzm 2nl7q 1qdzq 34fh3 2dsra 3tobe 2vzdh 24urt 3l9op 2qd1v 1tfl7 3a0q3 2f597 1ngpm 31ld6 281g5 3qwtg 2w095 1z98z',
  '3fo2d 2kqi5 1qkdp 34fjp 2dz8q 3tosy 2ytut 252dm 3lave 2qe8l 1w8q6 3a0ra 2f5bp 1ngs2 34es2 27smd 3o2sl 2t64r 1z6hj 3cvcb',
  '2kqje 1qe3a 378tl 2ec7m 3tpw2 2ytd1 251sb 3ih57 2njjf 1tisb 3a0tp 2f5gq 1nhw2 34g42 2auxx 3o3z9 2t6xh 1z831 3fmwm 2hxh1',
  '1qene 379hl 2gnte 3tqj6 2ytra 24ymu 3ih5j 2njkm 1tcr9 3a15h 2hxs9',
].flatMap((row) => row.split(' ').map((code) => Number.parseInt(code, 36)));

const monthPlaces = 13;

/** The day of a lunar date; undefined: it is outside the table. The thirtieth of a month of 29 days is its last day. */
export function lunarDay(year: number, month: number, date: number): Day | undefined {
  const code = years[year - firstYear];
  if (code === undefined) return undefined;
  const leap = (code >> monthPlaces) & 15;
  const place = leap > 0 && month > leap ? month : month - 1;
  let day = dayOf(year, 1, 1) + (code >> (monthPlaces + 4));
  for (let before = 0; before < place; before++) day += lengthOf(code, before);
  return day + Math.min(date, lengthOf(code, place)) - 1;
}

/** The last day of a lunar year. */
export function lunarYearEnd(year: number): Day | undefined {
  const next = lunarDay(year + 1, 1, 1);
  return next === undefined ? undefined : next - 1;
}

/** The lunar year that contains a day. */
export function lunarYearOf(day: Day): number {
  const { year } = civilOf(day);
  const begins = lunarDay(year, 1, 1);
  return begins !== undefined && day < begins ? year - 1 : year;
}

function lengthOf(code: number, place: number): number {
  return (code >> place) & 1 ? 30 : 29;
}
