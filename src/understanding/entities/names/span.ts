// A match of a known lexicon.

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly normValue: string;
}

/** Selects spans from left to right without overlap; of spans that begin together, the longest. */
export function longestFirst(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  let free = 0;
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (span.start < free) continue;
    kept.push(span);
    free = span.end;
  }
  return kept;
}
