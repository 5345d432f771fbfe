// Fails if a test file is in the wrong folder of test/:
//   pure     JavaScript only: the test reaches no compiled code, no gateway and no other process, so it may share a thread
//   native   compiled code in this process: the addon, graphs in onnxruntime, SQLite; it runs on arm64 too
//   process  gateways, engines, commands and servers; process/smoke, one test of each capability, runs on arm64 too
//   slow     long rounds of random actions, of kills, or of every voice and format: few here, many by their scripts
// Types do not count. JavaScript behaves the same on every processor, so only compiled code needs arm64.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { filesBelow } from '../setup/stamp.mjs';

/** The folders that `npm run test:arm64` runs. */
export const arm64Folders = ['test/native/', 'test/process/smoke/'];

const FOLDERS = ['test/pure/', 'test/native/', 'test/process/', 'test/slow/'];
const COMPILED = ['src/native/index.ts', 'src/engine/runtime/graph/ort.ts'];
const COMPILED_PACKAGES = ['better-sqlite3', 'onnxruntime-node'];
const PROCESSES = ['node:child_process'];
/** The part that imports every other part of the product: a test with a gateway would seem to use everything. */
const GATEWAY = 'src/main/';
const COMPILER_OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true };

/** The modules that a file imports at run time. */
function runtimeImports(file) {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The first compiled code, gateway and other process that a test file uses; each may be undefined. */
function reach(root, start, importsOf) {
  const found = { compiled: undefined, process: undefined };
  const seen = new Set([start]);
  for (const file of seen) {
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) {
        if (COMPILED_PACKAGES.includes(specifier)) found.compiled ??= specifier;
        if (PROCESSES.includes(specifier)) found.process ??= specifier;
        continue;
      }
      const plain = path.posix.join(path.posix.dirname(file), specifier);
      const target = [plain.replace(/\.js$/, '.ts'), plain].find((each) => existsSync(path.join(root, each)));
      if (target === undefined) continue;
      if (COMPILED.includes(target)) found.compiled ??= target;
      else if (target.startsWith(GATEWAY)) found.process ??= target;
      else seen.add(target);
    }
  }
  return found;
}

/** The misplaced files, one sentence each. */
export function checkTestFolders(root) {
  const kept = new Map();
  const importsOf = (file) => {
    if (!kept.has(file)) kept.set(file, runtimeImports(path.join(root, file)));
    return kept.get(file);
  };
  const files = filesBelow(path.join(root, 'test')).map((file) => path.relative(root, file).split(path.sep).join('/'));
  const tests = files.filter((file) => file.endsWith('.test.ts')).sort();
  if (tests.length === 0) return ['there are no test files: nothing was checked'];
  return tests.flatMap((file) => {
    const folder = FOLDERS.find((each) => file.startsWith(each));
    if (folder === undefined) return [`${file} lies in none of ${FOLDERS.join(', ')}`];
    if (folder !== 'test/pure/' && folder !== 'test/native/') return [];
    const { compiled, process: other } = reach(root, file, importsOf);
    if (folder === 'test/native/') return compiled === undefined ? [`${file} reaches no compiled code`] : [];
    return [compiled, other].filter(Boolean).map((what) => `${file} reaches ${what} and is not pure`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkTestFolders(fileURLToPath(new URL('../..', import.meta.url)));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `Test folders: ${faults.length === 0 ? 'every file is in the right one' : `${faults.length} faults`}\n`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
