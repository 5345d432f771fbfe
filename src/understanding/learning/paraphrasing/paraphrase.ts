// Generates extended questions: other wordings that callers may use (specification 3, generate_question). Numbers,
// names, dates, negations and slots never change.
import { plainText } from '../../matching/plain-text.js';
import { candidatesOf } from './candidates.js';
import { englishFactsOf, englishVariants, isEnglish } from './english.js';
import { factsOf, sameFacts } from './facts.js';
import type { Variant } from './forms/form.js';
import { type HeldText, heldText } from './held.js';
import { isOdd } from './oddities.js';
import type { PhraseTable } from './phrase-table.js';
import { chosen, type Judges, type Ranked, Ranking } from './ranking.js';

export interface ParaphraseParts extends Judges {
  readonly phrases: PhraseTable;
}

export interface ParaphraseConfig {
  /** The maximum number of paraphrases per question. */
  readonly topBeams: number;
}

export interface Paraphrased {
  readonly q: string;
  /** Paraphrases, best first; none for a pattern or for invalid slot notation. */
  readonly e: string[];
}

/** The share of paraphrases with fillers, at the end of a long list. */
const filledShare = 1 / 10;

/**
 * Paraphrases the questions. The same questions give the same result. @param onProgress gets the share of finished
 * questions
 */
export function paraphrase(
  questions: readonly string[],
  { topBeams }: ParaphraseConfig,
  parts: ParaphraseParts,
  onProgress: (share: number) => void,
): Paraphrased[] {
  return questions.map((q, at) => {
    const e = paraphrasesOf(q, topBeams, parts);
    onProgress((at + 1) / questions.length);
    return { q, e };
  });
}

function paraphrasesOf(question: string, topBeams: number, parts: ParaphraseParts): string[] {
  const inEnglish = isEnglish(question);
  const held = question.trim() === '' ? undefined : heldText(question, !inEnglish);
  if (held === undefined) return [];
  // English words have no vectors, and the language model does not know them
  const pool = inEnglish
    ? new Pool(held, englishFactsOf, { vectors: undefined, likelihood: undefined })
    : new Pool(held, factsOf, parts);
  if (inEnglish) {
    return chosen(pool.judged(englishVariants(held.text)), topBeams).map(({ text }) => held.written(text));
  }
  const { plain, filled } = candidatesOf(held.text, parts.phrases);
  const filledMost = Math.floor(topBeams * filledShare);
  const best = chosen(pool.judged(plain), topBeams - filledMost);
  const last = pool.judged(filled).slice(0, filledMost);
  return [...best, ...last.map(({ candidate }) => candidate)].map(({ text }) => held.written(text));
}

/** Candidates with the same facts as the question, each once. */
class Pool {
  readonly #held: HeldText;
  readonly #factsOf: typeof factsOf;
  readonly #ranking: Ranking;
  /** Texts without marks and in lower case, as the matcher compares them. */
  readonly #seen: Set<string>;

  constructor(held: HeldText, facts: typeof factsOf, judges: Judges) {
    this.#held = held;
    this.#factsOf = facts;
    const said = held.said(held.text);
    this.#ranking = new Ranking(said, judges);
    this.#seen = new Set([plainText(said).literal.text]);
  }

  judged(variants: readonly Variant[]): Ranked[] {
    const facts = this.#factsOf(this.#held.text);
    const ranked: Ranked[] = [];
    for (const { text, cost } of variants) {
      const said = this.#held.said(text);
      const literal = plainText(said).literal.text;
      if (this.#seen.has(literal)) continue;
      this.#seen.add(literal);
      if (isOdd(text, this.#held.text) || !sameFacts(facts, this.#factsOf(text))) continue;
      const found = this.#ranking.judge({ text, said, cost });
      if (found !== undefined) ranked.push(found);
    }
    return ranked;
  }
}
