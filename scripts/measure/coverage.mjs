// npm run coverage: the lines of src/ that the tests reach, by folder. A line counts when a test file's own process
// reaches it, or a gateway, engine or command that a test starts and that ends by itself (killed ones leave no record).
// It takes some 20 minutes. Its two tools are no dependencies: `npm install --no-save @vitest/coverage-v8@4.1.12 c8@10`
// brings them.
//   --keep DIR   where the raw records go and stay (default: a new directory, removed afterwards)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { markdownTable } from './lib/report.mjs';

const { values: options } = parseArgs({ options: { keep: { type: 'string' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
for (const tool of ['c8', '@vitest/coverage-v8']) {
  if (existsSync(path.join(root, 'node_modules', tool))) continue;
  throw new Error(`${tool} is missing: npm install --no-save @vitest/coverage-v8@4.1.12 c8@10`);
}
const directory = options.keep ?? mkdtempSync(path.join(tmpdir(), 'tonegate-coverage-'));
const [children, own, others] = ['children', 'own', 'others'].map((name) => path.join(directory, name));
mkdirSync(/** @type {string} */ (children), { recursive: true });

const run = (/** @type {string[]} */ args, /** @type {Record<string, string>} */ env = {}) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });

// Vitest itself reports tests that fail; the lines that they reached still count.
run(
  [
    ...['node_modules/vitest/vitest.mjs', 'run', '--coverage', '--coverage.provider=v8', '--coverage.reporter=json'],
    ...[`--coverage.reportsDirectory=${own}`, '--coverage.include=src/**/*.ts', '--coverage.reportOnFailure'],
  ],
  { NODE_V8_COVERAGE: /** @type {string} */ (children), TEST_TIME_FACTOR: process.env.TEST_TIME_FACTOR ?? '6' },
);
run([
  ...[
    'node_modules/c8/bin/c8.js',
    'report',
    '--temp-directory',
    /** @type {string} */ (children),
    '--reporter',
    'json',
  ],
  ...[
    '--reports-dir',
    /** @type {string} */ (others),
    '--src',
    'src',
    '--include',
    'src/**/*.ts',
    '--exclude-after-remap',
  ],
]);

/**
 * @typedef {{ statementMap: Record<string, { start: { line: number } }>, s: Record<string, number> }} FileCoverage
 * @returns {Map<string, FileCoverage>} by path from the root
 */
function readCoverage(/** @type {string} */ from) {
  /** @type {Record<string, FileCoverage>} */
  const files = JSON.parse(readFileSync(path.join(from, 'coverage-final.json'), 'utf8'));
  return new Map(Object.entries(files).map(([file, coverage]) => [path.relative(root, file), coverage]));
}

const linesOf = (/** @type {FileCoverage} */ { statementMap, s }, /** @type {boolean} */ onlyReached) =>
  new Set(
    Object.entries(statementMap).flatMap(([id, { start }]) => (!onlyReached || (s[id] ?? 0) > 0 ? [start.line] : [])),
  );

const byOthers = readCoverage(/** @type {string} */ (others));
/** @type {Map<string, { reached: number, all: number }>} */
const folders = new Map();
for (const [file, coverage] of readCoverage(/** @type {string} */ (own))) {
  const reached = linesOf(coverage, true);
  const elsewhere = byOthers.get(file);
  if (elsewhere !== undefined) for (const line of linesOf(elsewhere, true)) reached.add(line);
  const folder = file.split(path.sep).slice(0, 2).join('/');
  const sum = folders.get(folder) ?? { reached: 0, all: 0 };
  for (const line of linesOf(coverage, false)) {
    sum.all += 1;
    if (reached.has(line)) sum.reached += 1;
  }
  folders.set(folder, sum);
}
const total = [...folders.values()].reduce(
  (sum, { reached, all }) => ({ reached: sum.reached + reached, all: sum.all + all }),
  { reached: 0, all: 0 },
);
const row = (/** @type {string} */ name, /** @type {{ reached: number, all: number }} */ { reached, all }) => [
  ...[name, all, `${((100 * reached) / all).toFixed(1)} %`],
];
const rows = [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => row(name, sum));
process.stdout.write(`\n${markdownTable(['folder', 'lines', 'reached'], [...rows, row('all', total)])}\n`);
if (options.keep === undefined) rmSync(directory, { recursive: true });
