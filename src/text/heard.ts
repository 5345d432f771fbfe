// The recogniser's output, cut into the units that the text layer works on.

/** One word of a hypothesis, as the search found it. Times are milliseconds of the session's audio. */
export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0-1 */
  readonly confidence: number;
  /** A weighted hotword of the user. */
  readonly hotword?: boolean;
  /** One tonal syllable (`zhong4`, `nv3`; 5 is the neutral tone) for each character: what was heard. */
  readonly readings?: readonly string[];
  /** Start of each character; without it the word's time is divided evenly. */
  readonly charStartsMs?: readonly number[];
}

/** One raw syllable: a Chinese character, or a run of letters or digits. The smallest thing that has a time. */
export interface Unit {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
  readonly reading: string | undefined;
  /** Units of one word have the same number. */
  readonly word: number;
  readonly hotword: boolean;
}

const unitPattern = /[A-Za-z0-9]+(?:['.+-][A-Za-z0-9]+)*\s*|\P{Z}\s*|\s+/gu;

const ideographs = /^[\u4e00-\u9fff]+$/;

/** Characters, with runs of letters and digits whole; a space goes with what stands before it. */
export function splitUnits(text: string): string[] {
  if (ideographs.test(text)) return text.split('');
  return text.match(unitPattern) ?? [];
}

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

/** Start of each of `count` equal parts, in whole milliseconds. */
export function evenly(startMs: number, endMs: number, count: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < count; at++) starts.push(Math.round(startMs + ((endMs - startMs) * at) / count));
  return starts;
}
