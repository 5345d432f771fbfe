// `<say-as interpret-as>`: a fixed way of reading that overrides digitMode.
import type { SpokenLanguage } from '../../protocol/engine/synthesis.js';
import { englishCardinal, englishDigits, englishOrdinal } from '../english/figures.js';
import { shortBreak } from '../pieces.js';
import { makeReader } from '../tn/reader.js';

const inFull = makeReader(0);
const inDigits = makeReader(2);

/**
 * The reading of a text in the notation of pieces.ts; undefined: the text is read as usual; `unknown`: there is no such
 * way of reading.
 */
export function sayAs(how: string, written: string, language: SpokenLanguage): string | 'unknown' | undefined {
  const text = written.trim();
  const figures = /^-?[\d,]+(?:\.\d+)?$/.test(text) ? text : undefined;
  switch (how) {
    case 'cardinal':
    case 'number':
      return figures && (language === 'cn' ? inFull.cardinal(figures) : englishCardinal(figures));
    case 'ordinal':
      return figures && (language === 'cn' ? `第${inFull.cardinal(figures)}` : englishOrdinal(figures));
    case 'digits':
    case 'digit':
      return eachDigit(text, language, (digits) => inDigits.digits(digits));
    case 'telephone':
      return dictated(text, language);
    case 'characters':
    case 'spell-out':
    case 'verbatim':
      return spelled(text, language);
    // the rules recognise these without a hint
    case 'date':
    case 'time':
    case 'currency':
    case 'unit':
    case 'fraction':
    case 'address':
    case 'name':
    case 'net':
      return undefined;
    default:
      return 'unknown';
  }
}

function eachDigit(text: string, language: SpokenLanguage, say: (digits: string) => string): string | undefined {
  if (!/^[\d\s,.-]+$/.test(text)) return undefined;
  return language === 'cn' ? say(text.replace(/[\s,-]/g, '')) : englishDigits(text.replace(/[\s,]/g, ''));
}

/** Dictates digits in the groups that are written, or else in groups of three or four from the front. */
function dictated(text: string, language: SpokenLanguage): string | undefined {
  if (!/^[+\d()\s-]+$/.test(text)) return undefined;
  const written = text.split(/[\s()-]+/).filter((part) => part !== '');
  const groups = written.length > 1 ? written : (text.match(/^\+?\d{1,3}|\d{1,4}/g) ?? []);
  const plus = language === 'cn' ? '加' : 'plus ';
  const say = language === 'cn' ? inFull.code : englishDigits;
  return groups.map((group) => group.replace('+', plus).replace(/\d+/, say)).join(shortBreak);
}

function spelled(text: string, language: SpokenLanguage): string | undefined {
  const said = [...text].map((character) => {
    if (/[A-Za-z]/.test(character)) return character.toUpperCase();
    if (/\d/.test(character)) return language === 'cn' ? inFull.digits(character) : ` ${englishDigits(character)} `;
    return /\p{Script=Han}/u.test(character) ? character : ' ';
  });
  return said.join('');
}
