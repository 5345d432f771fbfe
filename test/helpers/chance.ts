// Random numbers that are the same for the same seed.
export interface Chance {
  /** An integer from least to most, both included. */
  int(least: number, most: number): number;
  of<T>(values: readonly T[]): T;
  /** True with this probability. */
  is(probability: number): boolean;
  bytes(count: number): Buffer;
}

export function chance(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x85ebca6b) ^ 0x5bd1e995; // seeds must not give shifted copies of one sequence
  /** splitmix32 */
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  const part = () => next() / 2 ** 32;
  return {
    int: (least, most) => least + Math.floor(part() * (most - least + 1)),
    of: <T>(values: readonly T[]) => values[Math.floor(part() * values.length)] as T,
    is: (probability) => part() < probability,
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next() & 0xff)),
  };
}
