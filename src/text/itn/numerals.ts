// Spoken Chinese numerals: the value of a run of characters, and how the number is written.

const digitValues: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  幺: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};

const unitValues: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };

/** Single characters for multiples of ten: 廿五 is 25. */
const writtenTens: Readonly<Record<string, number>> = { 十: 10, 廿: 20, 卅: 30 };

const tenThousand = 10_000;
const hundredMillion = 100_000_000;

export const digit = '[零〇一二三四五六七八九幺]';
/** Every character that a cardinal may contain. */
export const numeral = '[零〇一二两三四五六七八九十廿卅百千万亿]';

const numerals = new Set(numeral.slice(1, -1));

export function isNumeral(character: string | undefined): boolean {
  return character !== undefined && numerals.has(character);
}

/** Converts numerals that are read one by one into digits. */
export function plainDigits(text: string): string {
  return [...text].map((character) => digitValues[character] ?? '').join('');
}

export interface Cardinal {
  readonly end: number;
  readonly value: number;
  /** The last unit was left out: 三百五 is 350. */
  readonly isElliptic: boolean;
}

/** The last answer. Up to ten rules in turn read the same place. */
let lastAsked: { text: string; at: number; found: Cardinal | undefined } = { text: '', at: 0, found: undefined };

/** The longest well-formed cardinal that begins at `at`; undefined: there is none. */
export function cardinalAt(text: string, at: number): Cardinal | undefined {
  if (lastAsked.at !== at || lastAsked.text !== text) lastAsked = { text, at, found: readCardinal(text, at) };
  return lastAsked.found;
}

function readCardinal(text: string, at: number): Cardinal | undefined {
  if (text[at] === '零' || text[at] === '〇') return { end: at + 1, value: 0, isElliptic: false };
  const large = belowHundredMillion(text, at);
  if (!large || large.isElliptic || text[large.end] !== '亿') return large;
  return withRest(text, large.end + 1, large.value * hundredMillion, hundredMillion, belowHundredMillion);
}

type Reader = (text: string, at: number) => Cardinal | undefined;

function belowHundredMillion(text: string, at: number): Cardinal | undefined {
  const section = belowTenThousand(text, at);
  if (!section || section.isElliptic || text[section.end] !== '万') return section;
  const head = section.value * tenThousand;
  // 三万亿: the caller reads the 亿
  if (text[section.end + 1] === '亿') return { end: section.end + 1, value: head, isElliptic: false };
  return withRest(text, section.end + 1, head, tenThousand, belowTenThousand);
}

/** Reads on after 万 or 亿: nothing, 零 and a smaller number, a number of full length, or one digit for the next unit. */
function withRest(text: string, at: number, head: number, unit: number, read: Reader): Cardinal {
  const hasZero = text[at] === '零';
  const rest = read(text, hasZero ? at + 1 : at);
  const none = { end: at, value: head, isElliptic: false };
  if (!rest || rest.value >= unit || isTwo(text, rest)) return none;
  const isOneDigit = rest.end === at + 1 && rest.value < 10;
  if (!isOneDigit) return { ...rest, value: head + rest.value };
  return { end: rest.end, value: head + (rest.value * unit) / 10, isElliptic: true };
}

/** True if the number ends in 两, which never ends a cardinal: 一万两 is none. */
function isTwo(text: string, rest: Cardinal): boolean {
  return text[rest.end - 1] === '两';
}

function belowTenThousand(text: string, from: number): Cardinal | undefined {
  let at = from;
  let value = 0;
  let unitBefore = tenThousand;
  let hasZero = false;
  for (;;) {
    const character = text[at] ?? '';
    if (character === '零' && value > 0 && unitBefore > 10 && !hasZero) {
      hasZero = true;
      at++;
      continue;
    }
    const tens = writtenTens[character];
    if (tens !== undefined && unitBefore > 10) {
      value += tens;
      unitBefore = 10;
      hasZero = false;
      at++;
      continue;
    }
    const worth = character === '幺' ? 0 : (digitValues[character] ?? 0);
    if (worth === 0) break;
    const unit = unitValues[text[at + 1] ?? ''];
    if (unit === undefined) return lastDigit({ at, value, unitBefore, hasZero, worth, isTwo: character === '两' });
    if (unit >= unitBefore || (character === '两' && unit === 10)) break;
    value += worth * unit;
    unitBefore = unit;
    hasZero = false;
    at += 2;
  }
  const end = hasZero ? at - 1 : at;
  return value === 0 ? undefined : { end, value, isElliptic: false };
}

interface LastDigit {
  at: number;
  value: number;
  unitBefore: number;
  hasZero: boolean;
  worth: number;
  isTwo: boolean;
}

function lastDigit({ at, value, unitBefore, hasZero, worth, isTwo }: LastDigit): Cardinal {
  const end = at + 1;
  if (value === 0) return { end, value: worth, isElliptic: false };
  if (isTwo) return { end: hasZero ? at - 1 : at, value, isElliptic: false };
  if (unitBefore === 10 || hasZero) return { end, value: value + worth, isElliptic: false };
  return { end, value: value + (worth * unitBefore) / 10, isElliptic: true };
}

/** Writes a value as 350, 12345, 5万, 3500万 or 1.5亿: in digits, unless the number would end in at least four zeros. */
export function writeCardinal(value: number): string {
  if (value >= hundredMillion && value % 1_000_000 === 0) {
    const hundredMillions = value / hundredMillion;
    const isThousands = hundredMillions >= tenThousand && hundredMillions % 1_000 === 0;
    return isThousands ? `${hundredMillions / tenThousand}万亿` : `${hundredMillions}亿`;
  }
  if (value >= tenThousand && value % tenThousand === 0) return `${value / tenThousand}万`;
  return String(value);
}
