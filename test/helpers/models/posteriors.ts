// Frames of an imaginary recogniser: log probabilities for a known run of units, with mistakes.

/** Deterministic numbers in [0, 1): mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Units that are confused: other tones of a final, and pairs that many speakers do not distinguish. */
export function alikeUnits(units: readonly string[]): number[][] {
  const at = new Map(units.map((name, index) => [name, index]));
  const pairs = ['zh z', 'ch c', 'sh s', 'n l', 'an ang', 'en eng', 'in ing', 'b p', 'd t', 'g k', 'j q'];
  return units.map((name) => {
    const tone = /[1-5]$/.exec(name)?.[0] ?? '';
    const body = name.slice(0, name.length - tone.length);
    const names = tone === '' ? [] : ['1', '2', '3', '4', '5'].filter((other) => other !== tone).map((t) => body + t);
    for (const pair of pairs) {
      const [one = '', two = ''] = pair.split(' ');
      if (one === body) names.push(two + tone);
      if (two === body) names.push(one + tone);
    }
    return names.flatMap((other) => at.get(other) ?? []);
  });
}

export interface PosteriorOptions {
  units: readonly string[];
  alike: readonly number[][];
  random: () => number;
  /** Share of the units for which another unit is the likeliest. */
  mistakes: number;
  /** Mean share of the other units elsewhere. */
  doubt: number;
}

/** One frame for each unit, followed by one or two of blank, which is unit 0. */
export function posteriorsOf(run: Iterable<number>, options: PosteriorOptions): Float32Array {
  const { units, alike, random } = options;
  const rows: number[] = [];
  const frame = (shares: Array<[number, number]>) => {
    const row = new Float64Array(units.length).fill(1e-6);
    for (const [unit, share] of shares) row[unit] = (row[unit] ?? 0) + share;
    const sum = row.reduce((total, share) => total + share, 0);
    for (const share of row) rows.push(Math.log(share / sum));
  };
  for (const unit of run) {
    const others = alike[unit] ?? [];
    let away = others.length === 0 ? 0 : Math.min(0.5, -options.doubt * Math.log(1 - random()));
    if (others.length > 0 && random() < options.mistakes) away = 0.6 + 0.3 * random();
    const blank = 0.05 + 0.15 * random();
    const most = others[Math.floor(random() * others.length)] ?? unit;
    frame([
      [0, blank],
      [unit, (1 - blank) * (1 - away)],
      [most, (1 - blank) * away * 0.7],
      ...others.map((other): [number, number] => [other, ((1 - blank) * away * 0.3) / others.length]),
    ]);
    for (let blanks = random() < 0.5 ? 1 : 2; blanks > 0; blanks--) frame([[0, 0.999]]);
  }
  return Float32Array.from(rows);
}
