// Puts a benchmark's output into its place in docs/measurements.md, between <!-- name --> and <!-- /name -->.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const page = new URL('../../../docs/measurements.md', import.meta.url);

/** The measured commit. */
export function measuredCommit() {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--', 'src', 'native', 'models') === ''
      ? ''
      : ', with changes that were not committed';
  return `${git('rev-parse', '--short=10', 'HEAD')}${changed}`;
}

/** Used by `npm run measure:stale`. */
const commitLine = () => `Measured at commit ${measuredCommit()}.`;

/** The current text of a place. @param {string} name */
export function blockOf(name) {
  const [, block = ''] = new RegExp(`<!-- ${name} -->([^]*)<!-- /${name} -->`).exec(readFileSync(page, 'utf8')) ?? [];
  return block;
}

/** @param {string} name @param {string} markdown */
export function writeBlock(name, markdown) {
  const text = readFileSync(page, 'utf8');
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no place ${open} … ${close}`);
  writeFileSync(page, `${text.slice(0, from + open.length)}\n${markdown.trim()}\n\n${commitLine()}\n${text.slice(to)}`);
}
