// Fails when the choice of tests for arm64 (scripts/arm64/tests.mjs) does not fit the test files that there are: a named
// file is missing, one is named twice, a test file reaches compiled code and is named nowhere, or one is excused that
// reaches none. Types do not count, and
// src/main is not followed: it imports every part of the product, so that each test with a gateway would reach everything.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import * as defaultTables from '../arm64/tests.mjs';
import { filesBelow } from '../setup/stamp.mjs';

/** Modules that load compiled code. */
const COMPILED = ['src/native/index.ts', 'src/engine/runtime/graph/ort.ts'];
const COMPILED_PACKAGES = ['better-sqlite3', 'onnxruntime-node'];
const NOT_FOLLOWED = 'src/main/';
const COMPILER_OPTIONS = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true };

/** What a file imports when it runs. */
function runtimeImports(file) {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? ts.transpileModule(text, { compilerOptions: COMPILER_OPTIONS }).outputText : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The compiled part that a test file reaches, or undefined. */
function compiledReach(root, start, importsOf) {
  const seen = new Set([start]);
  for (const file of seen) {
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) {
        if (COMPILED_PACKAGES.includes(specifier)) return specifier;
        continue;
      }
      const plain = path.posix.join(path.posix.dirname(file), specifier);
      const target = [plain.replace(/\.js$/, '.ts'), plain].find((each) => existsSync(path.join(root, each)));
      if (target === undefined || target.startsWith(NOT_FOLLOWED)) continue;
      if (COMPILED.includes(target)) return target;
      seen.add(target);
    }
  }
  return undefined;
}

/** What does not fit, a sentence each. */
export function checkArm64Tests(root, { emulated, notEmulated, filesOf } = defaultTables) {
  const listed = [...filesOf(emulated), ...filesOf(notEmulated)];
  const faults = [];
  for (const file of new Set(listed)) {
    if (!existsSync(path.join(root, file))) faults.push(`${file} is named and does not exist`);
    if (listed.indexOf(file) !== listed.lastIndexOf(file)) faults.push(`${file} is named twice`);
  }
  const kept = new Map();
  const importsOf = (file) => {
    if (!kept.has(file)) kept.set(file, runtimeImports(path.join(root, file)));
    return kept.get(file);
  };
  const tests = filesBelow(path.join(root, 'test')).filter((file) => file.endsWith('.test.ts'));
  const excused = filesOf(notEmulated);
  for (const file of tests.map((each) => path.relative(root, each)).sort()) {
    if (listed.includes(file) && !excused.includes(file)) continue;
    const reached = compiledReach(root, file, importsOf);
    if (excused.includes(file)) {
      if (reached === undefined) faults.push(`${file} is excused and reaches no compiled code`);
    } else if (reached !== undefined) faults.push(`${file} reaches ${reached} and is in neither table`);
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = checkArm64Tests(fileURLToPath(new URL('../..', import.meta.url)));
  for (const fault of faults) process.stdout.write(`scripts/arm64/tests.mjs: ${fault}\n`);
  process.stdout.write(
    `Tests for arm64: ${faults.length === 0 ? 'the choice fits the files' : `${faults.length} faults`}\n`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
