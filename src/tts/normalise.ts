// Folds full and half width, compatibility characters and accents into the plain characters that the rules know. Each
// character keeps its offset in the request.

export interface Folded {
  readonly text: string;
  /** The offset in the request of each UTF-16 unit of the text, and one more for its end. */
  readonly places: readonly number[];
  /** The number of skipped emoji and characters of scripts that no rule can read. */
  readonly skipped: number;
}

const asWritten: Readonly<Record<string, string>> = {
  '℃': '°C',
  '℉': '°F',
  '№': 'No.',
  '−': '-',
  '–': '-',
  '‐': '-',
  '‑': '-',
  '²': '^2',
  '³': '^3',
  '㎡': 'm^2',
  '㎥': 'm^3',
  '㎢': 'km^2',
  '㎝': 'cm',
  '⁄': '/',
  '∕': '/',
  '、': '、',
  '﹣': '-',
  '∶': ':',
  '〜': '~',
  '∼': '~',
  '・': '·',
  '•': '·',
  '￥': '¥',
  '®': '',
  '©': '',
  '™': '',
  Ω: ' ohm ',
  µ: 'μ',
  '’': '’',
};

const greek: Readonly<Record<string, string>> = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', θ: 'theta', λ: 'lambda', π: 'pi', σ: 'sigma' },
  ...{ φ: 'phi', ω: 'omega' },
};

/** Marks whose full-width form has another meaning than their half-width form. */
const keptWide = new Set([...'，！？；：（）']);
/** Non-ASCII characters that the rules and the punctuation handle. */
const known = new Set([...'，。！？；：、（）“”‘’「」『』《》〈〉【】〔〕［］｛｝…—·～°¥€£‰×÷±≥≤≠≈√∞→μ℃¢₩']);
const silent = /\p{Cf}|\p{M}|\p{Sk}/u;
const space = /[\p{Z}\p{Cc}]/u;
const han = /\p{Script=Han}/u;
const latin = /\p{Script=Latin}/u;
const number = /[\p{Nl}\p{No}]/u;
const roman = 'ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ';

/** Folds `source`, which starts at offset `from` of the request. */
export function normalise(source: string, from: number): Folded {
  let text = '';
  let skipped = 0;
  const places: number[] = [];
  let at = from;
  for (const character of source) {
    const plain = plainOf(character, text);
    if (plain === undefined) skipped++;
    else {
      text += plain;
      for (let unit = 0; unit < plain.length; unit++) places.push(at);
    }
    at += character.length;
  }
  places.push(at);
  return { text, places, skipped };
}

function plainOf(character: string, before: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  if (keptWide.has(character)) return character;
  // a circle written for 〇
  if (character === '○') return /[一二三四五六七八九十零]$/.test(before) ? '零' : '';
  const written = asWritten[character] ?? greekWord(character);
  if (written !== undefined) return written;
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0);
  if (known.has(character)) return character;
  if (space.test(character)) return ' ';
  if (silent.test(character)) return '';
  const row = roman.indexOf(character);
  if (row >= 0) return String(row + 1);
  if (han.test(character)) return hanOf(character);
  if (latin.test(character) || number.test(character)) return compatible(character, before);
  const folded = character.normalize('NFKC');
  return folded !== character && /^[\x20-\x7e]+$/.test(folded) ? folded : undefined;
}

function greekWord(character: string): string | undefined {
  const name = greek[character] ?? greek[character.toLowerCase()];
  return name === undefined ? undefined : ` ${name} `;
}

function hanOf(character: string): string | undefined {
  if (character === '〇') return '零';
  const folded = character.normalize('NFKC');
  return [...folded].every((each) => han.test(each)) ? folded : undefined;
}

/**
 * The ASCII form of characters such as é, ﬁ, ① and ½; undefined: there is none. A fraction after a figure gets a space
 * (2½).
 */
function compatible(character: string, before: string): string | undefined {
  const folded = character
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/⁄/g, '/');
  if (!/^[\x20-\x7e]+$/.test(folded)) return undefined;
  return folded.includes('/') && /\d$/.test(before) ? ` ${folded}` : folded;
}
