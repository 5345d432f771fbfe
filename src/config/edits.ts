// The edit distance between two texts.

/**
 * The least number of items to change, add or remove to turn `from` into `to` (Levenshtein). A string counts by UTF-16
 * code units.
 */
export function editsBetween(from: ArrayLike<string>, to: ArrayLike<string>): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = (row[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[to.length] as number;
}
