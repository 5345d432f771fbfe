// Puts a benchmark's output into its place in docs/measurements.md, between <!-- name --> and <!-- /name -->.
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../../docs/measurements.md', import.meta.url);

/** @param {string} name @param {string} markdown */
export function writeBlock(name, markdown) {
  const text = readFileSync(page, 'utf8');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no block ${open} … ${close}`);
  writeFileSync(page, `${text.slice(0, from + open.length)}\n${markdown.trim()}\n${text.slice(to)}`);
}
