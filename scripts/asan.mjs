// npm run asan -- [PART…]: runs the tests of the parts (default: test/native) with an addon under AddressSanitizer and
// UndefinedBehaviorSanitizer. The addon is built in a copy of the checkout below .cache/asan, so that the ordinary one
// stays. The exit status is 1 if a test fails or a sanitizer reports a fault; the reports are in .cache/asan/reports.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { refreshTree } from './arm64/tree.mjs';
import { nativeAddonStep } from './setup/native-addon.mjs';
import { SetupFailure } from './setup/report.mjs';
import { root } from './setup/setup.mjs';

const parts = process.argv.slice(2);
const folder = path.join(root, '.cache/asan');
const [tree, reports] = [path.join(folder, 'tree'), path.join(folder, 'reports')];

/** The path of a library of the compiler, which prints the bare name if there is none. @param {string} name */
function libraryOf(name) {
  const { stdout } = spawnSync(process.env.CXX ?? 'g++', [`-print-file-name=${name}`], { encoding: 'utf8' });
  const file = stdout?.trim() ?? '';
  if (path.isAbsolute(file)) return file;
  throw new SetupFailure(`the compiler has no ${name}; install the sanitizer libraries that belong to it`);
}

/** Runs a command in the copy. @param {string} command @param {readonly string[]} args */
const inTree = (command, args, { env = process.env } = {}) =>
  spawnSync(command, args, { cwd: tree, env, stdio: 'inherit' }).status ?? 1;

mkdirSync(folder, { recursive: true });
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);
const libraries = ['libasan.so', 'libubsan.so'].map(libraryOf);
refreshTree({ root, tree, modules: undefined });
const step = nativeAddonStep(tree, { nodeGypRoot: root, options: ['--sanitize=1'], facts: { sanitized: true } });
if (!step.isFresh()) {
  await step.run({
    run: async (/** @type {string} */ command, /** @type {readonly string[]} */ args, { env }) => {
      if (inTree(command, args, { env }) !== 0) throw new SetupFailure('the addon with sanitizers was not built');
    },
  });
}

const common = 'print_stacktrace=1:exitcode=99';
const env = {
  ...process.env,
  LD_PRELOAD: libraries.join(' '),
  // A sandbox forbids setrlimit, with which the runtime would turn core dumps off. Node keeps memory until it ends,
  // which is no leak of the addon. @discordjs/opus, which only tests use, frees its encoder with the wrong operator,
  // and this check cannot be switched off for a single library.
  ASAN_OPTIONS: `detect_leaks=0:alloc_dealloc_mismatch=0:disable_coredump=0:${common}:log_path=${reports}/address`,
  UBSAN_OPTIONS: `${common}:halt_on_error=1:log_path=${reports}/undefined`,
  TEST_STALE_BUILD: 'allowed',
  TEST_TIME_FACTOR: process.env.TEST_TIME_FACTOR ?? '4',
};
const vitest = path.join(tree, 'node_modules/vitest/vitest.mjs');
const status = inTree(process.execPath, [vitest, 'run', ...(parts.length > 0 ? parts : ['test/native'])], { env });

const found = existsSync(reports) ? readdirSync(reports) : [];
for (const name of found) process.stdout.write(`\n== ${name}\n${readFileSync(path.join(reports, name), 'utf8')}\n`);
process.stdout.write(`\n${found.length} sanitizer reports; vitest ended with ${status}\n`);
process.exitCode = found.length === 0 && status === 0 ? 0 : 1;
