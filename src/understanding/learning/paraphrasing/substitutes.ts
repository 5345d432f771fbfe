// Replaces words and phrases by synonyms.
import type { Variant } from './forms/form.js';
import type { PhraseTable } from './phrase-table.js';

const mostWords = 8;
const mostPlaces = 24;
/** The number of synonyms that are tried, the most likely ones of the table. */
const mostOthers = 4;
const rankCost = 0.015;

interface Place {
  readonly from: number;
  readonly to: number;
  readonly others: readonly string[];
}

/** The places where another phrase may stand: the longest phrase at each place, and none inside it. */
function places(text: string, table: PhraseTable): Place[] {
  const words = table.split(text);
  const found: Place[] = [];
  let from = 0;
  for (let at = 0; at < words.length && found.length < mostPlaces; ) {
    let [phrase, taken] = ['', 0];
    let joined = '';
    for (let count = 1; count <= mostWords && at + count <= words.length; count++) {
      joined += words[at + count - 1];
      if (joined.length > table.longestPhrase) break;
      if (table.others(joined).length === 0) continue;
      if (count === 1 || !goesOn(words, at + count, table)) [phrase, taken] = [joined, count];
    }
    if (taken > 0) found.push({ from, to: from + phrase.length, others: table.others(phrase).slice(0, mostOthers) });
    for (let count = 0; count < Math.max(1, taken); count++) from += (words[at + count] as string).length;
    at += Math.max(1, taken);
  }
  return found;
}

/** True if a phrase begins with the last word before `end` and continues after it: 我的电话 must not end within 电话号码. */
const goesOn = (words: readonly string[], end: number, table: PhraseTable): boolean =>
  end < words.length && table.others(`${words[end - 1]}${words[end]}`).length > 0;

const replaced = (text: string, { from, to }: Place, other: string): string =>
  `${text.slice(0, from)}${other}${text.slice(to)}`;

/** Variants with one word replaced, then with two; at most `most`. */
export function substituted({ text, cost }: Variant, table: PhraseTable, most: number): Variant[] {
  const all = places(text, table);
  const made: Variant[] = [];
  for (let rank = 0; rank < mostOthers; rank++) {
    for (const place of all) {
      const other = place.others[rank];
      if (other === undefined) continue;
      if (made.length === most) return made;
      made.push({ text: replaced(text, place, other), cost: cost + rank * rankCost });
    }
  }
  for (let sum = 0; sum < 2 * mostOthers - 1; sum++) {
    for (const [at, first] of all.entries()) {
      for (const second of all.slice(at + 1)) {
        for (let rank = 0; rank <= sum; rank++) {
          const [one, two] = [first.others[rank], second.others[sum - rank]];
          if (one === undefined || two === undefined) continue;
          if (made.length === most) return made;
          made.push({ text: replaced(replaced(text, second, two), first, one), cost: cost + 0.03 + sum * rankCost });
        }
      }
    }
  }
  return made;
}
