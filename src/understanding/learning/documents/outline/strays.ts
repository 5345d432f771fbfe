// Lines that mention chapters but begin none: their numbers do not increase one by one.
import type { DocumentLine } from './lines.js';
import { articleRank, type Marker } from './markers.js';

/** The number of missing numbers that are tolerated. */
const mostLeftOut = 2;

/** The indices of lines whose markers are strays. */
export function straysOf(
  markers: readonly (Marker | undefined)[],
  lines: readonly DocumentLine[],
): ReadonlySet<number> {
  const styles = new Map<string, number[]>();
  for (const [at, marker] of markers.entries()) {
    if (marker?.rank === undefined || marker.number === undefined || marker.rank === articleRank) continue;
    const places = styles.get(marker.style);
    if (places === undefined) styles.set(marker.style, [at]);
    else places.push(at);
  }
  const strays = new Set<number>();
  for (const places of styles.values()) {
    const numbers = places.map((at) => markers[at]?.number?.[0] as number);
    for (const nth of outOfOrder(numbers)) {
      const at = places[nth] as number;
      if (lines[at]?.isAnnounced !== true) strays.add(at);
    }
  }
  return strays;
}

/** The indices of numbers that continue no earlier number. If most numbers are not in order, it is all of them. */
function outOfOrder(numbers: readonly number[]): number[] {
  const ends = new Set<number>();
  const wrong: number[] = [];
  let steps = 0;
  for (const [nth, number] of numbers.entries()) {
    const goesOn = ends.delete(number - 1);
    if (goesOn) steps++;
    else if (nth > 0 && number !== 1 && !isJump(ends, number)) {
      wrong.push(nth);
      continue;
    }
    ends.add(number);
  }
  return steps < wrong.length ? [...numbers.keys()] : wrong;
}

const isJump = (ends: ReadonlySet<number>, number: number): boolean => {
  for (let back = 2; back <= mostLeftOut + 1; back++) if (ends.has(number - back)) return true;
  return false;
};
