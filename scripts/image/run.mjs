// Runs a program and waits for its end.
import { spawnSync } from 'node:child_process';
import { SetupFailure } from '../setup/report.mjs';

const shownCharacters = 2_000;
const mostBytes = 1 << 28;

/**
 * The standard output of the program. Throws SetupFailure with the end of its output. @param {string} program @param
 * {string[]} args @param {NodeJS.ProcessEnv} env
 */
export function run(program, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: mostBytes });
  if (error !== undefined)
    throw new SetupFailure(`${program} cannot be started (${error.message}); install it first`, 3);
  if (status !== 0) {
    const said = (stderr || stdout).trim().slice(-shownCharacters);
    throw new SetupFailure(`${[program, ...args].join(' ')} failed: ${said}`);
  }
  return stdout;
}
