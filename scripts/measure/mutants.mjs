// `npm run mutants`: plants one bug of scripts/measure/mutants/ after another in a copy of this checkout, runs the
// tests that should see it, and prints which bugs were caught and which survived. A bug whose text is not found exactly
// once is refused; one whose tests fail without it is not planted. Ends with "N planted, N caught, N survived".
//   --only PART   only the bugs whose name or file holds PART; may be given more than once
//   --list        the names, without running anything
// The copy lies in .cache/mutants and is brought up to date by every run.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { copyTree } from './mutants/copy.mjs';
import { mutants, prepared } from './mutants/plantable.mjs';
import { compileAll, compileOne, needsCompiling, runTests, unsound } from './mutants/tests.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } },
});
const wanted = ({ name, file }) => options.only?.some((part) => name.includes(part) || file.includes(part)) ?? true;
const chosen = mutants.filter(wanted);
const root = path.resolve(import.meta.dirname, '../..');
const say = (text) => process.stdout.write(`${text}\n`);

if (options.list) {
  for (const { name, file, why } of chosen) say(`${name}\n  ${file}: ${why}`);
  say(`${chosen.length} bugs`);
  process.exit(chosen.length > 0 ? 0 : 1);
}

const all = chosen.map((mutant) => prepared(root, mutant));
for (const { mutant, refusal } of all) if (refusal !== undefined) say(`refused   ${mutant.name}: ${refusal}`);
const refused = all.filter(({ refusal }) => refusal !== undefined);
const plantable = all.filter(({ refusal }) => refusal === undefined);
if (plantable.length === 0) {
  say('nothing to plant');
  process.exit(1);
}

const copy = copyTree(root, path.join(root, '.cache/mutants'));
const tests = [...new Set(plantable.flatMap(({ mutant }) => mutant.tests))].sort();
say(`${plantable.length} bugs; first their ${tests.length} test files without any`);
if (needsCompiling(tests)) compileAll(copy);
const failing = new Set(unsound(copy, tests));
for (const test of failing) say(`fails without a planted bug: ${test}`);
const isSound = ({ mutant }) => mutant.tests.every((test) => !failing.has(test));
const skipped = plantable.filter((each) => !isSound(each));
for (const { mutant } of skipped) say(`not planted ${mutant.name}`);

const survivors = [];
const planted = plantable.filter(isSound);
for (const { mutant, before, after } of planted) {
  const file = path.join(copy, mutant.file);
  const mustCompile = mutant.file.startsWith('src/') && needsCompiling(mutant.tests);
  writeFileSync(file, after);
  let outcome;
  try {
    if (mustCompile) compileOne(copy, mutant.file);
    outcome = runTests(copy, mutant.tests);
  } finally {
    writeFileSync(file, before);
    if (mustCompile) compileOne(copy, mutant.file);
  }
  if (!outcome.failed) survivors.push(mutant);
  say(`${outcome.failed ? 'caught   ' : 'SURVIVED '} ${mutant.name}${outcome.failed ? `: ${outcome.by}` : ''}`);
}

for (const { name, file, why } of survivors) say(`survivor: ${name} (${file}): ${why}`);
const caught = planted.length - survivors.length;
say(`${planted.length} planted, ${caught} caught, ${survivors.length} survived`);
process.exitCode = survivors.length + refused.length + skipped.length === 0 ? 0 : 1;
