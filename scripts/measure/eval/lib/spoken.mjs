// The form in which texts are compared: Chinese characters, with digits as they are read one by one, since nothing else
// is heard. The syllables of a text are the lexicon's likeliest readings.

/** @typedef {import('../../../../dist/native/search-addon.js').NativeLexicon} NativeLexicon */

const digits = '零一二三四五六七八九';

/** @param {string} text */
export function spokenCharacters(text) {
  const written = text.normalize('NFKC').replace(/\d/g, (digit) => /** @type {string} */ (digits[Number(digit)]));
  return [...written.replaceAll('〇', '零').replace(/[^\u3400-\u4dbf\u4e00-\u9fff]/g, '')];
}

/** `zh ong1 g uo2` → `zhong1`, `guo2` as pairs in one string each. An initial without a final is no syllable.
 * @param {readonly string[]} units */
export function syllablesOf(units) {
  /** @type {string[]} */
  const syllables = [];
  let initial = '';
  for (const unit of units) {
    if (/[1-5]$/.test(unit)) {
      syllables.push(`${initial}|${unit}`);
      initial = '';
    } else {
      initial = unit;
    }
  }
  return syllables;
}

/** @param {readonly string[]} syllables */
export const withoutTones = (syllables) => syllables.map((syllable) => syllable.replace(/[1-5]$/, ''));

/** Readings of a text; a character that the lexicon lacks is the syllable `?`.
 * @param {NativeLexicon} lexicon */
export function makeReader(lexicon) {
  /** @type {Map<string, readonly string[]>} */
  const known = new Map();
  const readWord = (/** @type {string} */ word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const [units] = lexicon.readings(word);
    const syllables = units === undefined ? ['?'] : syllablesOf(Array.from(units, (unit) => lexicon.units[unit] ?? ''));
    known.set(word, syllables);
    return syllables;
  };
  return (/** @type {readonly string[]} */ characters) => {
    const words = lexicon.split(characters.join(''));
    const parts = words.length > 0 ? Array.from(words, (word) => lexicon.text(word)) : characters;
    return parts.flatMap(readWord);
  };
}
