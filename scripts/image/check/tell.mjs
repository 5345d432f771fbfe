// Prints the results of a check: one line for each claim, and the number of claims that do not hold.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

let failed = 0;
/** Claims that held, in this run or in an earlier one. @type {Set<string>} */
const held = new Set();
let record = '';

/**
 * Writes claims that hold to a file, and reads the file, so that its claims are not tried again. @param {string} file
 */
export function keepRecord(file) {
  record = file;
  for (const claim of existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []) held.add(claim);
}

/** True if the claim held in an earlier run and need not be tried again. @param {string} claim */
export function heldBefore(claim) {
  if (!held.has(claim)) return false;
  process.stdout.write(`before ${claim}\n`);
  return true;
}

/** @param {string} claim @param {boolean} holds @param {string} said */
export function tell(claim, holds, said = '') {
  if (!holds) failed++;
  else held.add(claim);
  if (record !== '') writeFileSync(record, `${JSON.stringify([...held], null, 1)}\n`);
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${claim}${holds || said === '' ? '' : `: ${said}`}\n`);
}

/** Prints a line that is neither good nor bad. @param {string} line */
export const note = (line) => process.stdout.write(`       ${line}\n`);

export const failures = () => failed;
