// Words, idioms and names that contain numerals but neither count nor date anything.
import { hiderOf, idioms } from '../../../text/itn/protected.js';
import { setPhrases } from '../../../text/itn/set-phrases.js';

const numbersAfterAll = new Set(['百分百', '十三点']);

/** Hides the numerals of these words; the text keeps its length. */
export const hideIdioms = hiderOf([...idioms, ...setPhrases].filter((word) => !numbersAfterAll.has(word)));
