// The words of a check: one line for each claim, and the number of claims that do not hold.
let failed = 0;

/** @param {string} claim @param {boolean} holds @param {string} said */
export function tell(claim, holds, said = '') {
  if (!holds) failed++;
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${claim}${holds || said === '' ? '' : `: ${said}`}\n`);
}

/** A line that is neither good nor bad. @param {string} line */
export const note = (line) => process.stdout.write(`       ${line}\n`);

export const failures = () => failed;
