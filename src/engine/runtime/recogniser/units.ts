// The units of a recogniser and their text. The native search turns scores into units.
import type { CtcManifest } from '../../../models/manifest.js';

export interface Units {
  readonly kind: CtcManifest['units']['kind'];
  readonly names: readonly string[];
  readonly blank: number;
}

/** The units, or an error message about the file. */
export function parseUnits(text: string, { kind, form, count, blank }: CtcManifest['units']): Units | string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  while (lines.at(-1) === '') lines.pop();
  const names = form === 'lines' ? lines : numbered(lines, count);
  if (typeof names === 'string') return names;
  return names.length === count ? { kind, names, blank } : `has ${names.length} units, but units.count says ${count}`;
}

function numbered(lines: readonly string[], count: number): string[] | string {
  const names: string[] = [];
  for (const [index, line] of lines.entries()) {
    const match = /^(\S+)[ \t]+(\d{1,7})$/.exec(line);
    if (match === null) return `line ${index + 1}: must be a unit, a space and its id`;
    const id = Number(match[2]);
    // The array has an entry for each id: a file of one line must not ask for ten million.
    if (id >= count) return `line ${index + 1}: the id ${id} must be below units.count, ${count}`;
    names[id] = match[1] as string;
  }
  const gap = [...names.keys()].find((id) => names[id] === undefined);
  return gap === undefined ? names : `no unit has the id ${gap}`;
}

const wordStart = '\u2581'; // SentencePiece's mark for a space

/** The text of units. Phones are joined by spaces; `<unk>` and the like are left out. */
export function textOf(ids: readonly number[], { kind, names }: Units): string {
  const shown = ids.map((id) => names[id] ?? '').filter((name) => !/^<.*>$/.test(name));
  if (kind === 'phones') return shown.join(' ');
  return shown.join('').replaceAll(wordStart, ' ').trim();
}
