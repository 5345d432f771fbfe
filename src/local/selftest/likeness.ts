// How much of a text was recognised.

/** Letters and digits alone. */
const bare = (text: string): string[] => [...text.replace(/[^\p{L}\p{N}]/gu, '')];

/** Share of the characters of `expected` that `heard` has, from 0 to 1; each one wrong, missing or too many counts. */
export function rightShare(expected: string, heard: string): number {
  const [wanted, got] = [bare(expected), bare(heard)];
  if (wanted.length === 0) return got.length === 0 ? 1 : 0;
  return Math.max(0, 1 - editsBetween(wanted, got) / wanted.length);
}

/** Characters to change, add or take out, at least. */
function editsBetween(from: readonly string[], to: readonly string[]): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of from.entries()) {
    const edits = [row + 1];
    for (const [column, other] of to.entries()) {
      const changed = (above[column] as number) + (character === other ? 0 : 1);
      edits.push(Math.min(changed, (above[column + 1] as number) + 1, (edits[column] as number) + 1));
    }
    above = edits;
  }
  return above[to.length] as number;
}
