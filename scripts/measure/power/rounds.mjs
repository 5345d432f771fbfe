// The common parts of kill programs: seeded random numbers, the rounds themselves, and the report with its faults.
import { parseArgs } from 'node:util';
import { writeBlock } from '../lib/page.mjs';
import { machineLine, markdownTable } from '../lib/report.mjs';

/** @typedef {(below: number) => number} Random a whole number from 0 */

export const sleep = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The options of a kill program: [--rounds N] [--seed N] [--write]. */
export const roundsOptions = () =>
  parseArgs({
    options: {
      rounds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
    },
  }).values;

/** @param {number} seed @returns {Random} */
export function generator(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

/** @typedef {object} Parts
 * @property {number} longestWaitMs before the kill
 * @property {() => Promise<void>} settle before every second round
 * @property {() => Promise<void>} work of the clients, until what they talk to goes
 * @property {() => Promise<(() => Promise<unknown>) | undefined>} strike kills something; gives what starts it again
 * @property {() => Promise<void>} look after each round */

/** @param {number} count @param {Random} random @param {Parts} parts */
export async function killRounds(count, random, { longestWaitMs, settle, work, strike, look }) {
  for (let round = 0; round < count; round++) {
    if (random(2) === 0) await settle();
    const clients = work();
    clients.catch(() => {}); // awaited below, after the kill
    await sleep(random(longestWaitMs));
    const restart = await strike();
    await clients;
    await restart?.();
    await look();
  }
}

/** Prints the table, and `faults`, which make the program fail. @param {{ head: string, rows: string[][], faults: string[],
 *   startedMs: number, block: string | undefined }} facts `block`: of docs/measurements.md, to be written there */
export function report({ head, rows, faults, startedMs, block }) {
  const took = ['took', `${((performance.now() - startedMs) / 1_000).toFixed(0)} s`];
  const table = markdownTable(['kill rounds', 'measured'], [...rows, took]);
  const text = `${head}. ${machineLine()}.\n\n${table}`;
  process.stdout.write(`${text}\n`);
  for (const fault of faults.slice(0, 20)) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  if (block !== undefined) writeBlock(block, text);
}
