// Groups syllables that are spoken together, and finds the places where a long clause takes a breath.
import { isClitic, isNumeric, wordLengths } from './word-lengths.js';

export interface Word {
  readonly start: number;
  readonly end: number;
}

/**
 * Words that are spoken in one go. Single characters form pairs or lean on the next word; particles lean on the word
 * before.
 */
export interface Group extends Word {
  readonly words: readonly Word[];
}

/** Groups the words of a clause. */
export function groupWords(characters: readonly string[]): Group[] {
  const words: Word[] = [];
  let at = 0;
  for (const length of wordLengths(characters)) {
    words.push({ start: at, end: at + length });
    at += length;
  }
  const groups: Group[] = [];
  let singles: Word[] = [];
  const settle = (next?: Word): void => {
    // 是 and 为 belong to what precedes them rather than to the number that follows
    const isNumber = next !== undefined && groups.length > 0 && isNumeric(characters[next.start] ?? '');
    const leans = next !== undefined && !isNumber && singles.length % 2 === 1 ? singles.pop() : undefined;
    const last = groups.at(-1);
    if (isNumber && singles.length === 1 && last && last.end - last.start < 4) {
      groups[groups.length - 1] = toGroup([...last.words, singles.pop() as Word]);
    }
    groups.push(...pairs(singles));
    singles = [];
    if (next) groups.push(toGroup(leans ? [leans, next] : [next]));
  };
  for (const word of words) {
    const isSingle = word.end - word.start === 1;
    if (!isSingle) settle(word);
    else if (isClitic(characters[word.start] ?? '')) {
      settle();
      groups.push(toGroup([...(groups.pop()?.words ?? []), word]));
    } else singles.push(word);
  }
  settle();
  return groups;
}

/** Pairs single characters; an odd one joins the last pair. */
function pairs(singles: readonly Word[]): Group[] {
  const groups: Group[] = [];
  for (let at = 0; at < singles.length; ) {
    const count = singles.length - at === 3 ? 3 : Math.min(2, singles.length - at);
    groups.push(toGroup(singles.slice(at, at + count)));
    at += count;
  }
  return groups;
}

function toGroup(words: readonly Word[]): Group {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, words };
}

const phraseSyllables = 10;
const leastSyllables = 3;
const opens = /^[和与或但而在从对把被向给为请将由就如因所并若当使让以则并且或者以及如果因为所以但是]/;
const closes = /[的了地是后时前]$/;

const numberEnd = /[零一二两三四五六七八九十百千万亿点幺年月分]$/;
const numberStart = /^[零一二两三四五六七八九十百千万亿点幺]/;

/** Indices of the groups after which a short break is best; none if the clause is short. */
export function breathAfter(groups: readonly Group[], characters: readonly string[]): Set<number> {
  const breaks = new Set<number>();
  const split = (from: number, to: number): void => {
    const start = groups[from]?.start ?? 0;
    const end = groups[to - 1]?.end ?? 0;
    if (end - start <= phraseSyllables) return;
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (let at = from; at < to - 1; at++) {
      const place = groups[at]?.end ?? 0;
      if (place - start < leastSyllables || end - place < leastSyllables) continue;
      const before = characters.slice(groups[at]?.start, place).join('');
      const after = characters.slice(place, groups[at + 1]?.end).join('');
      if (numberEnd.test(before) && numberStart.test(after)) continue;
      const bonus = (opens.test(after) ? 3 : 0) + (closes.test(before) ? 2.5 : 0);
      const cost = Math.abs(place - (start + end) / 2) - bonus;
      if (cost < bestCost) {
        best = at;
        bestCost = cost;
      }
    }
    if (best < 0) return;
    breaks.add(best);
    split(from, best + 1);
    split(best + 1, to);
  };
  split(0, groups.length);
  return breaks;
}
