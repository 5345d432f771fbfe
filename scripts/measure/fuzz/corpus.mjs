// The kept inputs of a target (scripts/measure/fuzz/corpus/FOLDER/TARGET.jsonl), one a line: those that reached a block
// of code that no input before them had reached, and those that broke a rule once. Each is {"text"}, or {"base64"}
// where it is no UTF-8.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetsByFolder } from './targets/all.mjs';

/** Larger inputs are not kept: the fuzzer finds them again, and the corpus stays small. */
const mostBytes = 4_096;

/** @param {string} name */
function fileOf(name) {
  const folder = Object.keys(targetsByFolder).find((each) => targetsByFolder[each]?.[name] !== undefined) ?? '';
  return fileURLToPath(new URL(`corpus/${folder}/${name}.jsonl`, import.meta.url));
}

/** @param {string} name of a target */
export const keptInputs = (name) => inputsOf(fileOf(name));

/** The inputs of a file of kept ones; an empty list if there is no file. @param {string} file @returns {Buffer[]} */
export function inputsOf(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { text, base64 } = JSON.parse(line);
      return text === undefined ? Buffer.from(base64, 'base64') : Buffer.from(text);
    });
}

/** Adds inputs to the kept ones. @param {string} name @param {readonly Buffer[]} found */
export const keepInputs = (name, found) => writeInputs(fileOf(name), [...keptInputs(name), ...found]);

/** Writes the inputs, without the large ones. @param {string} file @param {readonly Buffer[]} inputs */
export function writeInputs(file, inputs) {
  const all = inputs.filter(({ length }) => length <= mostBytes);
  const lines = new Set(
    all.map((bytes) => {
      const text = bytes.toString('utf8');
      return JSON.stringify(Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') });
    }),
  );
  if (lines.size === 0) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${[...lines].join('\n')}\n`);
}
