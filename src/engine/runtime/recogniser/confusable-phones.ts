// Units of Mandarin that are confused with each other: the same final in another tone, initials that accents confuse
// (zh z, n l, f h), and finals that differ in their nasal (in ing). A name on a list is recognised in spite of such
// slips, at a cost.
import type { NearUnit } from '../../../native/search.js';

export interface NearCosts {
  readonly tone: number;
  readonly final: number;
  readonly initial: number;
}

/** Costs in nats; chosen like hotwordBounds. */
export const nearCosts: NearCosts = { tone: 1, final: 1, initial: 1.5 };

const initials = [
  ['zh', 'z'],
  ['ch', 'c'],
  ['sh', 's'],
  ['zh', 'j'],
  ['z', 'j'],
  ['ch', 'q'],
  ['c', 'q'],
  ['sh', 'x'],
  ['s', 'x'],
  ['zh', 'ch'],
  ['z', 'c'],
  ['j', 'q'],
  ['b', 'p'],
  ['d', 't'],
  ['g', 'k'],
  ['f', 'h'],
  ['n', 'l'],
  ['m', 'n'],
  ['r', 'l'],
] as const;

/** The vowels of zi (ii) and of zhi (iii) go with their initials. */
const finals = [
  ['uan', 'uang'],
  ['ian', 'iang'],
  ['ii', 'iii'],
] as const;

interface Final {
  readonly id: number;
  readonly tone: string;
}

/** The confusable units; none if the names belong to other units. */
export function nearUnits(names: readonly string[], costs: NearCosts): NearUnit[] {
  const near: NearUnit[] = [];
  const both = (one: number, other: number, cost: number) => {
    near.push({ meant: one, heard: other, cost }, { meant: other, heard: one, cost });
  };
  const ids = new Map(names.map((name, id) => [name, id]));
  for (const [one, other] of initials) {
    const [a, b] = [ids.get(one), ids.get(other)];
    if (a !== undefined && b !== undefined) both(a, b, costs.initial);
  }
  const byFinal = finalsOf(names);
  for (const tones of byFinal.values()) {
    for (const [at, one] of tones.entries()) {
      for (const other of tones.slice(at + 1)) both(one.id, other.id, costs.tone);
    }
  }
  const nasals = [...byFinal.keys()].filter((final) => byFinal.has(`${final}g`)).map((final) => [final, `${final}g`]);
  for (const [one = '', other = ''] of [...nasals, ...finals]) {
    for (const a of byFinal.get(one) ?? []) {
      for (const b of byFinal.get(other) ?? []) both(a.id, b.id, costs.final + (a.tone === b.tone ? 0 : costs.tone));
    }
  }
  return near;
}

function finalsOf(names: readonly string[]): Map<string, Final[]> {
  const finals = new Map<string, Final[]>();
  for (const [id, name] of names.entries()) {
    const [, final, tone] = /^([a-z]+)([1-5])$/.exec(name) ?? [];
    if (final === undefined || tone === undefined) continue;
    const tones = finals.get(final) ?? [];
    tones.push({ id, tone });
    finals.set(final, tones);
  }
  return finals;
}
