// Prints one line for each step, writes everything to the log file, and shows the last lines of the log if a step
// fails.
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SHOWN_LINES_ON_FAILURE = 25;

/** A failure with advice; `exitCode` 3 means that the operator has to install something first. */
export class SetupFailure extends Error {
  constructor(message, exitCode = 1, shownLines = []) {
    super(message);
    this.name = 'SetupFailure';
    this.exitCode = exitCode;
    this.shownLines = shownLines;
  }
}

export function openReport({ logFile, write = (text) => process.stdout.write(text) }) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  writeFileSync(logFile, '');

  return {
    logFile,

    say(text) {
      write(`${text}\n`);
      appendFileSync(logFile, `${text}\n`);
    },

    /** Runs a step. Its line is written when the step is over, since steps may run at the same time. */
    async step(title, work) {
      appendFileSync(logFile, `\n=== ${title}\n`);
      const begun = Date.now();
      let ending = 'failed';
      try {
        const outcome = await work();
        ending = `${((Date.now() - begun) / 1000).toFixed(1)} s`;
        return outcome;
      } finally {
        this.say(`  ${title.padEnd(56)} ${ending}`);
      }
    },

    /** Runs a program with its output in the log; rejects with its last lines. It never reads stdin. */
    run(program, args, { cwd, env = process.env, advice = '' } = {}) {
      appendFileSync(logFile, `$ ${[program, ...args].join(' ')}\n`);
      return new Promise((resolve, reject) => {
        const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
        let output = '';
        const take = (chunk) => {
          appendFileSync(logFile, chunk);
          output = (output + chunk).slice(-64_000);
        };
        child.stdout.on('data', take);
        child.stderr.on('data', take);
        child.on('error', (error) => reject(new SetupFailure(`cannot run ${program}: ${error.message}. ${advice}`)));
        child.on('close', (code, signal) => {
          if (code === 0) return resolve(output);
          const shown = output.trimEnd().split('\n').slice(-SHOWN_LINES_ON_FAILURE);
          const ending = signal === null ? `status ${code}` : `signal ${signal}`;
          reject(new SetupFailure(`${path.basename(program)} ended with ${ending}. ${advice}`.trim(), 1, shown));
        });
      });
    },
  };
}

/** Prints a failure as every command of this folder does, and returns the exit status. */
export function explain(failure, logFile) {
  if (failure.code === 'EACCES' || failure.code === 'EROFS' || failure.code === 'ENOSPC') {
    process.stderr.write(`Set-up cannot write here: ${failure.message}\n`);
    return 3;
  }
  if (!(failure instanceof SetupFailure)) throw failure;
  for (const line of failure.shownLines) process.stderr.write(`  | ${line}\n`);
  process.stderr.write(`${failure.message}\n`);
  if (logFile !== undefined && failure.shownLines.length > 0) process.stderr.write(`The whole log: ${logFile}\n`);
  return failure.exitCode;
}
