// Hotwords in the form of the search: runs of units with a weight. They are compiled once for a list and shared by its
// streams.
import { addon } from '../../../native/index.js';
import {
  type HotwordScale,
  hotwordDefaults,
  hotwordRunLength,
  hotwordRuns,
  makeHotwords,
} from '../../../native/search.js';
import type { NativeHotwordGraph } from '../../../native/search-addon.js';
import type { Language } from './language.js';
import type { Units } from './units.js';

export interface HotwordEntry {
  readonly text: string;
  /** Weight from -5 (must not be recognised) to 5. */
  readonly weight: number;
  /** Names of units, such as phones. Without any, the lexicon's readings of the text are used. */
  readonly readings?: readonly (readonly string[])[];
}

export interface CompiledHotwords {
  readonly graph: NativeHotwordGraph | null;
  /** Positions in the list of hotwords without a reading, which are left out. */
  readonly unread: readonly number[];
  /** Text of a hotword; `hotword` of a heard word is its position in the list. */
  text(hotword: number): string;
}

export function compileHotwords(
  entries: readonly HotwordEntry[],
  units: Units,
  language: Language | undefined,
  scale: Partial<HotwordScale> = {},
): CompiledHotwords {
  const text = (hotword: number): string => entries[hotword]?.text ?? '';
  if (entries.length === 0) return { graph: null, unread: [], text };
  const ids = new Map(units.names.map((name, id) => [name, id]));
  const unread = new Set<number>();
  const hotwords = entries.map((entry, number) => {
    const runs = language === undefined && entry.readings === undefined ? [spelling(entry.text)] : entry.readings;
    const readings = runs?.map((run) => run.map((name) => ids.get(name))).filter(isKnown);
    if (readings?.length === 0) unread.add(number);
    return {
      number,
      text: entry.text,
      weight: entry.weight,
      ...(readings && { readings: readings.map((run) => Uint16Array.from(run)) }),
    };
  });
  if (language !== undefined) {
    const made = makeHotwords(hotwords, language.lexicon, language.language, scale);
    return { graph: made.graph, unread: [...made.unread], text };
  }
  return { graph: overUnits(hotwords), unread: [...unread], text };
}

const spelling = (text: string): string[] => [...text.replace(/\s/gu, '')];

const isKnown = (run: readonly (number | undefined)[]): run is number[] => run.every((id) => id !== undefined);

interface ReadHotword {
  readonly number: number;
  readonly weight: number;
  readonly readings?: readonly Uint16Array[];
}

/** The hotwords of a search without a lexicon: each is a sequence of the recogniser's own units. */
function overUnits(hotwords: readonly ReadHotword[]): NativeHotwordGraph {
  const runs = hotwords
    .flatMap(({ number, weight, readings = [] }) => readings.map((run) => ({ number, weight, run })))
    .filter(({ run }) => run.length <= hotwordRunLength)
    .slice(0, hotwordRuns);
  let end = 0;
  return new addon.HotwordGraph(
    Uint16Array.from(runs.flatMap(({ run }) => [...run])),
    Uint32Array.from(runs, ({ run }) => (end += run.length)),
    new Uint16Array(0), // there are no words of a lexicon
    new Uint32Array(runs.length),
    Uint32Array.from(runs, ({ number }) => number),
    Float32Array.from(runs, ({ weight }) => weight),
    new Float32Array(runs.length),
    hotwordDefaults.creditPerUnit,
  );
}
