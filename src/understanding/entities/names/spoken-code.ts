// Letters and digits as people spell them on the telephone: M U 五幺零幺.
import { cardinalAt, plainDigits } from '../../../text/itn/numerals.js';
import { keysOf } from '../words/comparable.js';

export interface SpokenDigits {
  readonly end: number;
  readonly digits: string;
}

const digitCharacter = /[0-9０-９零〇一二三四五六七八九幺]/;
const asciiDigit = /[0-9０-９]/;

/**
 * Reads digits from `at`, Chinese or Arabic, possibly with single spaces between them, at most `most`. A cardinal
 * counts as it is written: 一百零二.
 */
export function digitsAt(text: string, at: number, most: number): SpokenDigits | undefined {
  let end = at;
  let digits = '';
  for (let place = at; place < text.length && digits.length <= most; ) {
    const character = text.charAt(place);
    if (character === ' ' && digits !== '' && digitCharacter.test(text.charAt(place + 1))) place += 1;
    else if (digitCharacter.test(character)) {
      digits += asciiDigit.test(character) ? keysOf(character) : plainDigits(character);
      place += 1;
      end = place;
    } else break;
  }
  const cardinal = cardinalAt(text, at);
  if (cardinal && !cardinal.isElliptic && cardinal.end > end) {
    return { end: cardinal.end, digits: String(cardinal.value) };
  }
  return digits === '' ? undefined : { end, digits };
}
