// Words with their frequencies and synonyms (models/phrases-zh, docs/model-formats.md). The table also splits texts
// into words.
import { formWords } from './forms/form-words.js';
import { isHeld } from './held.js';

const verbKinds = new Set(['v', 'm']);
/** The cost of a character that is in no word, beyond that of a word that occurs once, in nats. */
const unknownCost = 4;
/** The assumed share of words of question forms among all words. */
const formShare = 1 / 500;

export class PhraseTable {
  readonly #costs = new Map<string, number>();
  readonly #verbs = new Set<string>();
  readonly #others = new Map<string, string[]>();
  readonly #unknown: number;
  readonly #longestWord: number;
  readonly #longestPhrase: number;

  /**
   * Parses the tables. @param words lines of a word, its count, its kind and its synonyms @param phrases lines of a
   * phrase and its alternatives @throws Error if the tables are malformed
   */
  constructor(words: string, phrases: string) {
    const counts = new Map<string, number>();
    let total = 1;
    for (const [at, [word = '', count, kind = '', synonyms = '']] of rows(words).entries()) {
      if (word === '' || !/^[1-9][0-9]*$/.test(count ?? '')) {
        throw new Error(`line ${at + 1} of the words must be a word, a tab and how often it occurs`);
      }
      counts.set(word, Number(count));
      total += Number(count);
      if (verbKinds.has(kind)) this.#verbs.add(word);
      if (synonyms !== '') this.#others.set(word, synonyms.split(' '));
    }
    for (const [at, [phrase = '', others = '']] of rows(phrases).entries()) {
      if (phrase === '' || others === '') {
        throw new Error(`line ${at + 1} of the phrases must be a phrase, a tab and what may stand for it`);
      }
      const own = others.split(' ');
      const known = this.#others.get(phrase) ?? [];
      this.#others.set(phrase, [...own, ...known.filter((word) => !own.includes(word))]);
    }
    for (const word of formWords) counts.set(word, Math.max(counts.get(word) ?? 0, total * formShare));
    for (const [word, count] of counts) this.#costs.set(word, Math.log(total) - Math.log(count));
    this.#unknown = Math.log(total) + unknownCost;
    this.#longestWord = longest(counts.keys());
    this.#longestPhrase = longest(this.#others.keys());
  }

  isVerb(word: string): boolean {
    return this.#verbs.has(word);
  }

  /** The alternatives of a word or phrase, the most likely first. */
  others(phrase: string): readonly string[] {
    return this.#others.get(phrase) ?? [];
  }

  get longestPhrase(): number {
    return this.#longestPhrase;
  }

  /** Splits a text into its most likely words; a held part is one word. */
  split(text: string): string[] {
    const best = new Float64Array(text.length + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(text.length + 1);
    best[0] = 0;
    for (let at = 0; at < text.length; at++) {
      const most = isHeld(text[at] as string) ? 1 : this.#longestWord;
      for (let end = at + 1; end <= Math.min(text.length, at + most); end++) {
        const cost = this.#costs.get(text.slice(at, end)) ?? (end === at + 1 ? this.#unknown : undefined);
        if (cost === undefined || (best[at] as number) + cost >= (best[end] as number)) continue;
        best[end] = (best[at] as number) + cost;
        from[end] = at;
      }
    }
    const words: string[] = [];
    for (let end = text.length; end > 0; end = from[end] as number) words.push(text.slice(from[end], end));
    return words.reverse();
  }
}

const rows = (table: string): string[][] =>
  table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));

function longest(words: Iterable<string>): number {
  let most = 1;
  for (const word of words) most = Math.max(most, word.length);
  return most;
}
