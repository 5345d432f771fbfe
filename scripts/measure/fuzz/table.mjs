// Tables of fuzzing in docs/measurements.md: a run adds the rows of its targets, and rows of others stay as they were measured.
import { blockOf, measuredCommit, writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';

/**
 * Prints the rows of a run, and writes them. A row begins with its target; its commit is added to it.
 * @param {{ place: string, heading: readonly string[], rows: ReadonlyMap<string, readonly string[]>, order: readonly string[], head: string, isWritten: boolean }} table
 */
export function writeRows({ place, heading, rows, order, head, isWritten }) {
  const titles = [...heading, 'commit'];
  const found = new Map([...rows].map(([name, cells]) => [name, [...cells, measuredCommit()]]));
  const first = `${head} ${machineLine()}.`;
  process.stdout.write(`\n${first}\n\n${markdownTable(titles, [...found.values()])}\n`);
  if (!isWritten) return;
  const all = new Map(
    blockOf(place)
      .split('\n')
      .map((line) => line.split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim()))
      .filter((cells) => cells.length === titles.length)
      .map((cells) => [cells[0] ?? '', cells]),
  );
  for (const [name, cells] of found) all.set(name, cells);
  const inOrder = order.flatMap((name) => (all.has(name) ? [all.get(name) ?? []] : []));
  writeBlock(place, `${first}\n\n${markdownTable(titles, inOrder)}`);
}
