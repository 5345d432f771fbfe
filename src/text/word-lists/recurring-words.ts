// The words that recur in a robot's questions: runs of two to four characters that several texts contain, next to
// different neighbours. No dictionary is used: a robot's words need not be words elsewhere.

interface Run {
  /** The number of texts that contain the run. */
  texts: number;
  readonly before: Set<string>;
  readonly after: Set<string>;
}

const lengths = { least: 2, most: 4 };
const leastTexts = 3;
/** A longer run that occurs in this share of the texts replaces the shorter one. */
const sameShare = 0.8;

/** The recurring words, the most frequent first; at most `most`. */
export function recurringWords(texts: Iterable<string>, most: number): string[] {
  const runs = new Map<string, Run>();
  for (const text of new Set(texts)) countRuns(text, runs);
  const kept = [...runs].filter(([, run]) => run.texts >= leastTexts && varies(run.before) && varies(run.after));
  const longer = new Map<string, number>();
  for (const [word, run] of kept) {
    for (const part of partsOf(word)) longer.set(part, Math.max(longer.get(part) ?? 0, run.texts));
  }
  return kept
    .filter(([word, run]) => (longer.get(word) ?? 0) < sameShare * run.texts)
    .sort(([one, a], [other, b]) => b.texts - a.texts || (one < other ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
}

/** True if the neighbours vary. The beginning and the end of a text ('') may stand next to any word. */
const varies = (neighbours: ReadonlySet<string>): boolean => neighbours.size > 1 || neighbours.has('');

function countRuns(text: string, runs: Map<string, Run>): void {
  const seen = new Set<string>();
  for (const piece of text.match(/\p{Script=Han}+/gu) ?? []) {
    for (let from = 0; from < piece.length; from++) {
      for (let to = from + lengths.least; to <= Math.min(piece.length, from + lengths.most); to++) {
        const word = piece.slice(from, to);
        const run = runs.get(word) ?? { texts: 0, before: new Set(), after: new Set() };
        runs.set(word, run);
        run.before.add(piece.charAt(from - 1));
        run.after.add(piece.charAt(to));
        if (!seen.has(word)) run.texts += 1;
        seen.add(word);
      }
    }
  }
}

function* partsOf(word: string): Iterable<string> {
  for (let from = 0; from < word.length; from++) {
    for (let to = from + lengths.least; to <= word.length; to++) {
      if (to - from < word.length) yield word.slice(from, to);
    }
  }
}
