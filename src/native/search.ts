// The typed face of the searches: recogniser's log probabilities in, units and words with times out. The layout of the
// files is in docs/model-formats.md.
import { addon } from './index.js';
import type { NativeCtcDecoder, NativeHotwordGraph, NativeLanguageModel, NativeLexicon } from './search-addon.js';

/** Numbers per unit: unit, first frame, the frame after its last, confidence. */
export const unitStride = 4;
/** Numbers per word: word (or hotwordBase + the hotword's number), place of its first unit, its units, confidence. */
export const wordStride = 4;
export const hotwordBase = 2 ** 24;
/** In `wordOfUnit`: the language model has nothing to say about this unit. */
export const noWord = 0xffff_ffff;

export interface CtcOptions {
  /** Number of units of a frame, blank among them. */
  units: number;
  blank: number;
  /** Hypotheses kept, and how much worse than the best they may be. */
  beam: number;
  beamNats: number;
  /** Units tried in a frame, and how much less likely than the likeliest they may be. */
  topUnits: number;
  unitNats: number;
  /** Log probabilities are raised to it. */
  floor: number;
  languageWeight: number;
  unitBonus: number;
  wordBonus: number;
  /** Nats that blank loses where it is not nearly sure. */
  blankPenalty: number;
  /** Probability of blank from which on a frame earns no hotword credit. */
  nonSpeech: number;
  nBest: number;
  lexicon: NativeLexicon | null;
  language: NativeLanguageModel | null;
  /** Without a lexicon: the language model's word for every unit, or noWord. Empty: no language model over units. */
  wordOfUnit: Uint32Array;
}

/**
 * Tuned with npm run eval:asr on bent and noisy voices (docs/measurements.md); native/core/search/beam_options.h has
 * the same.
 */
const ctcDefaults: Omit<CtcOptions, 'units'> = {
  blank: 0,
  beam: 96,
  beamNats: 16,
  topUnits: 16,
  unitNats: 10,
  floor: -14,
  languageWeight: 0.58,
  unitBonus: 2.75,
  wordBonus: -0.3,
  blankPenalty: 0.65,
  nonSpeech: 0.95,
  nBest: 1,
  lexicon: null,
  language: null,
  wordOfUnit: new Uint32Array(0),
};

export function makeCtcDecoder(options: Partial<CtcOptions> & Pick<CtcOptions, 'units'>): NativeCtcDecoder {
  const all = { ...ctcDefaults, ...options };
  return new addon.CtcDecoder(
    all.units,
    all.blank,
    all.beam,
    all.beamNats,
    all.topUnits,
    all.unitNats,
    all.floor,
    all.languageWeight,
    all.unitBonus,
    all.wordBonus,
    all.blankPenalty,
    all.nonSpeech,
    all.nBest,
    all.lexicon,
    all.language,
    all.wordOfUnit,
  );
}

export interface Hotword {
  /** Comes back as hotwordBase + this number. */
  number: number;
  text: string;
  /** -5 (not to be heard) to 5. */
  weight: number;
  /** Runs of units; without any, the lexicon's readings of the text. */
  readings?: Uint16Array[];
}

/** Share of a custom LM in the probability of a word. With 0.4, unrelated text does harm (docs/measurements.md). */
export const corpusShare = 0.2;

/** A unit that is often heard as another: for hotwords `meant` is at least as likely as `heard`, less `cost` nats. */
export interface NearUnit {
  meant: number;
  heard: number;
  cost: number;
}

/** Weights of hotwords beside a lexicon. */
export interface HotwordScale {
  /** Credit of each unit of a hotword of weight 1, in nats. */
  creditPerUnit: number;
  /**
   * By so many nats for each of its units, and so many more for each step of its weight, a hotword may be less likely
   * than the likeliest units and blanks in its place; otherwise it was not said.
   */
  lackPerUnit: number;
  lackPerWeight: number;
  /** A hotword counts as no less likely in the language model. */
  leastLanguage: number;
  near: readonly NearUnit[];
}

export const hotwordDefaults: HotwordScale = {
  creditPerUnit: 0.4,
  lackPerUnit: 1e6,
  lackPerWeight: 0,
  leastLanguage: -1e6,
  near: [],
};

/** Chosen with half of the material of npm run eval:hotwords (docs/measurements.md). */
export const hotwordBounds = { lackPerUnit: 0.4, lackPerWeight: 0.08, leastLanguage: -12 } as const;

/** Capacity of a graph: runs in all, and units or words of one. */
export const hotwordRuns = 100_000;
export const hotwordRunLength = 200;

/**
 * Hotwords for decoders with a lexicon. A text that the lexicon cannot read needs readings of its own; without them it
 * is left out and its number is in `unread`, and so are runs that are longer or more than a graph takes.
 */
export function makeHotwords(
  hotwords: readonly Hotword[],
  lexicon: NativeLexicon,
  language: NativeLanguageModel | null,
  scale: Partial<HotwordScale> = {},
): { graph: NativeHotwordGraph; unread: number[] } {
  const { creditPerUnit, lackPerUnit, lackPerWeight, leastLanguage, near } = { ...hotwordDefaults, ...scale };
  const units: number[] = [];
  const unitEnds: number[] = [];
  const words: number[] = [];
  const wordEnds: number[] = [];
  const numbers: number[] = [];
  const weights: number[] = [];
  const languages: number[] = [];
  const unread: number[] = [];
  for (const { number, text, weight, readings } of hotwords) {
    const split = lexicon.split(text);
    const all = split.length > hotwordRunLength ? [] : (readings ?? lexicon.readings(text));
    const room = hotwordRuns - unitEnds.length;
    const runs = all.filter((run) => run.length <= hotwordRunLength).slice(0, room);
    if (runs.length === 0) unread.push(number);
    for (const run of runs) {
      units.push(...run);
      unitEnds.push(units.length);
      words.push(...split);
      wordEnds.push(words.length);
      numbers.push(number);
      weights.push(weight);
      languages.push(Math.max(-10_000, Math.min(0, language?.score(split, false) ?? 0)));
    }
  }
  const graph = new addon.HotwordGraph(
    Uint16Array.from(units),
    Uint32Array.from(unitEnds),
    Uint16Array.from(words),
    Uint32Array.from(wordEnds),
    Uint32Array.from(numbers),
    Float32Array.from(weights),
    Float32Array.from(languages),
    creditPerUnit,
    lackPerUnit,
    lackPerWeight,
    leastLanguage,
    Uint16Array.from(near.flatMap(({ meant, heard }) => [meant, heard])),
    Float32Array.from(near, ({ cost }) => cost),
  );
  return { graph, unread };
}
