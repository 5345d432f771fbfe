// The recogniser's output, split into the units that the text layer works on.

/** One word of a hypothesis, as the search found it. Times are ms of the session's audio. */
export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** from 0 to 1 */
  readonly confidence: number;
  /** The word is a weighted hotword of the user. */
  readonly hotword?: boolean;
  /** The syllable that was heard for each character, with its tone (`zhong4`, `nv3`; 5 is the neutral tone). */
  readonly readings?: readonly string[];
  /** Start of each character; without it the word's time is divided evenly. */
  readonly charStartsMs?: readonly number[];
}

/** One Chinese character, or one run of letters or digits. It is the smallest thing that has a time of its own. */
export interface Unit {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
  readonly reading: string | undefined;
  /** Index of the word; all units of a word share it. */
  readonly word: number;
  readonly hotword: boolean;
}

const unitPattern = /[A-Za-z0-9]+(?:['.+-][A-Za-z0-9]+)*\s*|\P{Z}\s*|\s+/gu;

const ideographs = /^[\u4e00-\u9fff]+$/;

/** Splits a text into characters, with each run of letters or digits whole. A space belongs to the unit before it. */
export function splitUnits(text: string): string[] {
  if (ideographs.test(text)) return text.split('');
  return text.match(unitPattern) ?? [];
}

/** Splits words into units. Their times come from `charStartsMs`, or divide the word's time evenly. */
export function toUnits(words: readonly HeardWord[]): Unit[] {
  const units: Unit[] = [];
  for (const [number, word] of words.entries()) {
    const { startMs, endMs, confidence, hotword = false } = word;
    const texts = splitUnits(word.text);
    const count = texts.length;
    const readings = word.readings?.length === count ? word.readings : undefined;
    const starts = word.charStartsMs?.length === count ? word.charStartsMs : evenly(startMs, endMs, count);
    for (let at = 0; at < count; at++) {
      units.push({
        text: texts[at] as string,
        startMs: starts[at] ?? startMs,
        endMs: starts[at + 1] ?? endMs,
        confidence,
        reading: readings?.[at],
        word: number,
        hotword,
      });
    }
  }
  return units;
}

/** The start of each of `count` equal parts, in whole ms. */
export function evenly(startMs: number, endMs: number, count: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < count; at++) starts.push(Math.round(startMs + ((endMs - startMs) * at) / count));
  return starts;
}
