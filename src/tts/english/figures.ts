// Numbers in English text: cardinals, digits, ordinals, years, dates, times, money, percentages, units and telephone
// numbers. In the result, small letters are read and capitals are spelled (the notation of pieces.ts).

import type { DigitMode } from '../../protocol/engine/synthesis.js';
import { limits } from '../../protocol/limits.js';
import { englishAddressRules } from '../tn/addresses.js';
import type { Reader } from '../tn/reader.js';
import { before, quantity, type Reading, type Rule, rule } from '../tn/rule.js';

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'];
const ordinals: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
};
const months = 'january february march april may june july august september october november december'.split(' ');

/** Reads figures digit by digit, with "point" for a decimal point. */
export function englishDigits(figures: string): string {
  const said = figures
    .replace(/-/g, '')
    .replace(/\./g, ' point ')
    .replace(/\d/g, (digit) => ` ${ones[Number(digit)]} `);
  return said.replace(/\s+/g, ' ').trim();
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  const said = hundreds > 0 ? [`${ones[hundreds]} hundred`] : [];
  if (rest > 0 && rest < 20) said.push(ones[rest] ?? '');
  if (rest >= 20) said.push(`${tens[Math.floor(rest / 10)]}${rest % 10 > 0 ? ` ${ones[rest % 10]}` : ''}`);
  return said.join(' ');
}

/** Reads a cardinal such as -1,234.5. */
export function englishCardinal(written: string): string {
  const [whole = '', fraction] = written.replace(/[-,]/g, '').split('.');
  const sign = written.startsWith('-') ? 'minus ' : '';
  const figures = whole.replace(/^0+(?=\d)/, '');
  const tail = fraction === undefined || fraction === '' ? '' : ` point ${englishDigits(fraction)}`;
  if (figures.length > limits.tts.cardinalDigits) return sign + englishDigits(figures) + tail;
  const said: string[] = [];
  const count = Math.ceil(figures.length / 3);
  for (let section = count - 1; section >= 0; section--) {
    const end = figures.length - section * 3;
    const value = Number(figures.slice(Math.max(0, end - 3), end));
    if (value > 0) said.push(belowThousand(value) + (scales[section] ?? ''));
  }
  return sign + (said.length > 0 ? said.join(' ') : 'zero') + tail;
}

/** Reads an ordinal, such as "twenty first" for 21. */
export function englishOrdinal(figures: string): string {
  const words = englishCardinal(figures).split(' ');
  const last = words.pop() ?? '';
  const ordinal = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(' ');
}

/** Reads a year: nineteen ninety nine, two thousand five, twenty twenty six. */
function yearOf(figures: string): string {
  const century = Number(figures.slice(0, 2));
  const rest = Number(figures.slice(2));
  if (figures.slice(1, 3) === '00') return englishCardinal(figures);
  if (rest === 0) return `${belowThousand(century)} hundred`;
  return `${belowThousand(century)} ${rest < 10 ? `oh ${ones[rest]}` : belowThousand(rest)}`;
}

/** The reader that the rules use for English text. */
function englishReader(mode: DigitMode): Reader {
  const always = mode === 2 ? englishDigits : mode === 3 ? englishCardinal : undefined;
  return {
    mode,
    cardinal: always ?? englishCardinal,
    digits: always ?? englishDigits,
    code: always ?? englishDigits,
    bare: always ?? ((figures) => (isDictated(figures, mode) ? englishDigits(figures) : englishCardinal(figures))),
  };
}

function isDictated(figures: string, mode: DigitMode): boolean {
  return !/[.,]/.test(figures) && (mode === 1 || figures.length > 8 || /^0\d/.test(figures));
}

const alone = '(?<![\\d.A-Za-z])';
const money: Readonly<Record<string, readonly [one: string, many: string, part: string]>> = {
  $: ['dollar', 'dollars', 'cents'],
  '¥': ['yuan', 'yuan', 'fen'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
};
const units: Readonly<Record<string, string>> = {
  ...{
    km: 'kilometers',
    m: 'meters',
    cm: 'centimeters',
    mm: 'millimeters',
    kg: 'kilograms',
    g: 'grams',
    ml: 'milliliters',
  },
  ...{ L: 'liters', h: 'hours', min: 'minutes', s: 'seconds', ms: 'milliseconds', '°C': 'degrees celsius' },
  ...{ '°F': 'degrees fahrenheit', GB: 'gigabytes', MB: 'megabytes', KB: 'kilobytes', TB: 'terabytes', Hz: 'hertz' },
  ...{
    kHz: 'kilohertz',
    MHz: 'megahertz',
    GHz: 'gigahertz',
    'km/h': 'kilometers per hour',
    Mbps: 'megabits per second',
  },
};
const unit = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .join('|');

function grouped(parts: readonly (string | undefined)[], reader: Reader): string {
  return parts.flatMap((part) => (part === undefined ? [] : [reader.code(part)])).join(' | ');
}

const dictated =
  /(?:code|number|account|pin|password|extension|ext|id|phone|call|dial|ending(?:in)?|room|flight)(?:is|:)?$/i;

const rules: readonly Rule[] = [
  ...englishAddressRules(englishDigits),
  rule(
    `${alone}(?:\\+(\\d{1,3})[- ])?\\(?(\\d{3})\\)?[- ](\\d{3,4})[- ](\\d{4})(?!\\d)`,
    ([, country, ...parts], reader) =>
      (country === undefined ? '' : `plus ${reader.code(country)} | `) + grouped(parts, reader),
  ),
  rule(`${alone}(1[3-9]\\d)[- ]?(\\d{4})[- ]?(\\d{4})(?!\\d)`, ([, ...parts], reader) => grouped(parts, reader)),
  rule(`${alone}(\\d{4})-(\\d{1,2})-(\\d{1,2})(?!\\d)`, ([, year = '', month = '', day = ''], reader) => {
    const name = months[Number(month) - 1];
    return name && reader.mode < 2 ? `${name} ${englishOrdinal(day)} ${yearOf(year)}` : undefined;
  }),
  rule(
    `${alone}([01]?\\d|2[0-4]):([0-5]\\d)(?::([0-5]\\d))?(?![\\d:])`,
    ([, hour = '', minute = '', second], reader) => {
      const value = Number(minute);
      const said =
        value === 0
          ? second === undefined
            ? "o'clock"
            : 'hundred'
          : value < 10
            ? `oh ${ones[value]}`
            : reader.cardinal(minute);
      return `${reader.cardinal(hour)} ${said}${second === undefined ? '' : ` and ${reader.cardinal(second)} seconds`}`;
    },
  ),
  rule(
    `(-?)([$¥€£])(${quantity})( (?:thousand|million|billion|trillion))?`,
    ([, sign, kind = '', figures = '', scale], reader) => {
      const [one, many, part] = money[kind] ?? ['', '', ''];
      const [whole = '', cents = ''] = figures.split('.');
      const minus = sign === '-' ? 'minus ' : '';
      if (scale !== undefined) return `${minus}${reader.cardinal(figures)}${scale} ${many}`;
      if (cents.length > 2) return `${minus}${reader.cardinal(figures)} ${many}`;
      const main = `${minus}${reader.cardinal(whole)} ${whole === '1' ? one : many}`;
      return Number(cents) > 0 ? `${main} and ${reader.cardinal(cents.padEnd(2, '0'))} ${part}` : main;
    },
  ),
  rule(`${alone}(-?${quantity})\\s?%`, ([, figures = ''], reader) => `${reader.cardinal(figures)} percent`),
  rule(`${alone}(-?${quantity})\\s?(${unit})(?![A-Za-z/])`, ([, figures = '', kind = ''], reader) => {
    const name = units[kind] ?? '';
    return `${reader.cardinal(figures)} ${figures === '1' && !name.startsWith('degrees') ? name.replace(/s$/, '') : name}`;
  }),
  rule(`${alone}(\\d+)(?:st|nd|rd|th)(?![a-z])`, ([, figures = '']) => englishOrdinal(figures)),
  rule(`${alone}(\\d{1,3}(?:\\.\\d{1,3}){2,3})(?![\\d.])`, ([, address = ''], reader) =>
    address
      .split('.')
      .map((part) => reader.digits(part))
      .join(' point '),
  ),
  rule(`${alone}(${quantity})\\s?[-–]\\s?(${quantity})(?![\\d-])`, ([, from = '', to = ''], reader) =>
    Number(from) < Number(to) ? `${reader.bare(from)} to ${reader.bare(to)}` : undefined,
  ),
  rule(`${alone}(1[1-9]\\d{2}|20\\d{2})(s?)(?![\\d.,]\\d|\\d)`, ([, figures = '', plural], reader, text, at) => {
    const isYear =
      plural === 's' ||
      /(?:in|since|of|by|year|until|from|during|before|after|\w{3,9}\d{1,2}(?:th|st|nd|rd)?,?)$/i.test(
        before(text, at, 14),
      );
    if (!isYear || reader.mode > 1) return undefined;
    return plural === 's' ? `${yearOf(figures)}s`.replace(/ys$/, 'ies') : yearOf(figures);
  }),
  rule(`${alone}(\\d+)(?![.,]\\d)`, ([, figures = ''], reader, text, at) =>
    dictated.test(before(text, at, 16)) ? reader.code(figures) : undefined,
  ),
  rule(`(?<![\\dA-Za-z])(-\\d+(?:\\.\\d+)?)`, ([, figures = ''], reader) => reader.cardinal(figures)),
  rule(`(${quantity})`, ([, figures = ''], reader) => reader.bare(figures)),
];

/** Builds the function that reads the number at a position of English text; undefined: there is none. */
export function englishFigures(mode: DigitMode): (text: string, at: number) => Reading | undefined {
  const reader = englishReader(mode);
  return (text, at) => {
    if (/[A-Za-z]/.test(text.charAt(at)) && !/[@.:]/.test(text.slice(at, at + 48))) return undefined;
    if (!/[\dA-Za-z+$¥€£(-]/.test(text.charAt(at))) return undefined;
    for (const each of rules) {
      const reading = each(text, at, reader);
      if (reading && reading.length > 0) return reading;
    }
    return undefined;
  };
}
