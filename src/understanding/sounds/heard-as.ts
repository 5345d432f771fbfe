// Corrects a text to what a recogniser would have written if it knew certain texts: 与月 becomes 预约 for a robot that
// books visits. Characters are replaced by others of the same or a similar sound if the resulting pairs of adjacent
// characters occur in the known texts.

import type { Steps } from '../../protocol/steps.js';
import { isHan } from './han.js';
import { slip, slips } from './slips.js';
import { syllablesOf } from './syllables.js';

export interface HeardAs {
  /** The corrected text, as long as the input. */
  readonly text: string;
  /** The cost of the replaced characters, per character of the text. */
  readonly cost: number;
}

/** The lengths of inputs that are corrected; single characters and longer inputs stay unchanged. */
const lengths = { least: 2, most: 40 };
/** The number of characters tried in place of another one, the most similar first. */
const mostCandidates = 12;
/**
 * The gain of a pair that the texts contain; the gain of one at their beginning or end; and the cost of a replaced
 * character in addition to its slip.
 */
const gains = { pair: 0.5, edge: 0.2, replaced: 0.2 };
const [begin, end] = [1, 2];
const pairOf = (one: number, other: number): number => one * 0x10000 + other;

interface Candidate {
  readonly unit: number;
  readonly cost: number;
}

export class KnownTexts {
  readonly #pairs = new Set<number>();
  readonly #bySyllable = new Map<string, number[]>();
  readonly #candidates = new Map<string, readonly Candidate[]>();

  static *of(lines: Iterable<string>): Steps<KnownTexts> {
    const made = new KnownTexts();
    const units = new Set<number>();
    for (const line of lines) {
      let before = begin;
      for (let at = 0; at < line.length; at++) {
        const unit = line.charCodeAt(at);
        if (isHan(unit)) units.add(unit);
        made.#pairs.add(pairOf(before, unit));
        before = unit;
      }
      made.#pairs.add(pairOf(before, end));
      yield;
    }
    for (const unit of units) {
      for (const syllable of syllablesOf(unit)) {
        const alike = made.#bySyllable.get(syllable);
        if (alike === undefined) made.#bySyllable.set(syllable, [unit]);
        else alike.push(unit);
      }
      yield;
    }
    return made;
  }

  /** Corrects a line; undefined: it stays unchanged. */
  heardAs(line: string): HeardAs | undefined {
    if (line.length < lengths.least || line.length > lengths.most) return undefined;
    let states: State[] = [{ unit: begin, gain: 0, cost: 0, before: undefined }];
    for (let at = 0; at < line.length; at++) {
      states = this.#candidatesFor(line.charCodeAt(at)).map(({ unit, cost }) => this.#best(states, unit, cost));
    }
    const last = this.#best(states, end, 0);
    const text = textOf(last.before);
    return text === line ? undefined : { text, cost: last.cost / line.length };
  }

  #best(states: readonly State[], unit: number, cost: number): State {
    let [best, gain] = [states[0] as State, Number.NEGATIVE_INFINITY];
    for (const before of states) {
      const isKnown = this.#pairs.has(pairOf(before.unit, unit));
      const isEdge = before.unit === begin || unit === end;
      const reached = before.gain + (isKnown ? (isEdge ? gains.edge : gains.pair) : 0);
      // the first state keeps the written text
      if (reached > gain + 1e-9) [best, gain] = [before, reached];
    }
    return { unit, gain: gain - cost, cost: best.cost + cost, before: best };
  }

  /** Characters that may replace one, the written character first. */
  #candidatesFor(unit: number): readonly Candidate[] {
    const kept = { unit, cost: 0 };
    if (!isHan(unit)) return [kept];
    const found = new Map<number, number>();
    for (const syllable of syllablesOf(unit)) {
      for (const { unit: other, cost } of this.#soundingLike(syllable)) {
        if (cost < (found.get(other) ?? Number.POSITIVE_INFINITY)) found.set(other, cost);
      }
    }
    found.delete(unit);
    return [kept, ...Array.from(found, ([other, cost]) => ({ unit: other, cost }))];
  }

  #soundingLike(syllable: string): readonly Candidate[] {
    const known = this.#candidates.get(syllable);
    if (known !== undefined) return known;
    const found: Candidate[] = [];
    for (const [other, units] of this.#bySyllable) {
      const slipped = slip(syllable, other);
      if (slipped <= slips.most) for (const unit of units) found.push({ unit, cost: gains.replaced + slipped });
    }
    const nearest = found.sort((a, b) => a.cost - b.cost || a.unit - b.unit).slice(0, mostCandidates);
    this.#candidates.set(syllable, nearest);
    return nearest;
  }
}

interface State {
  readonly unit: number;
  readonly gain: number;
  readonly cost: number;
  readonly before: State | undefined;
}

function textOf(last: State | undefined): string {
  const units: number[] = [];
  for (let state = last; state !== undefined && state.before !== undefined; state = state.before)
    units.push(state.unit);
  return String.fromCharCode(...units.reverse());
}
