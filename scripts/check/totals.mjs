// Adds up the reports of several test programs and prints the one closing line.
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const noTests = () => ({ passed: 0, failed: 0, skipped: 0 });

export function addTotals(...parts) {
  const sum = noTests();
  for (const part of parts) for (const key of Object.keys(sum)) sum[key] += part[key];
  return sum;
}

export const closingLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Totals of vitest's JSON report. A file that did not load has no tests in it and counts as one failure. */
export function vitestTotals(report) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The last "N passed, N failed" that a program printed, or null. */
export function printedTotals(output) {
  const found = [...output.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1);
  if (found === undefined) return null;
  return { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) };
}

const LINES_OF_A_FAILURE = 25;

/**
 * Writes a failure to the file named by TEST_FAILURES_FILE, for the end of the whole run, where a reader looks first.
 */
function noteFailure(title, text) {
  if (!process.env.TEST_FAILURES_FILE) return;
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const shown = lines.slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}\n`);
  appendFileSync(process.env.TEST_FAILURES_FILE, `FAILED ${title}\n${shown.join('')}`);
}

/** Runs a program with visible output; returns its status and output. */
export function runVisibly(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of ['stdout', 'stderr']) {
      child[stream]?.on('data', (chunk) => {
        process[stream].write(chunk);
        output = (output + chunk).slice(-1_000_000);
      });
    }
    child.on('error', (error) => resolve({ status: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** Runs a check that passes or fails as a whole; it counts as one test. */
export async function runCheck(program, args, options) {
  const { status, output } = await runVisibly(program, args, options);
  if (status !== 0) noteFailure(args.join(' '), lastLines(output));
  return { ...noTests(), [status === 0 ? 'passed' : 'failed']: 1 };
}

/** Runs a test program that prints its totals. If it fails without naming a failed test, that counts as one failure. */
export async function runCounting(program, args, options) {
  const { status, output } = await runVisibly(program, args, options);
  const totals = printedTotals(output) ?? noTests();
  if (status !== 0 && totals.failed === 0) totals.failed = 1;
  if (totals.failed > 0) noteFailure(args.join(' '), lastLines(output));
  return totals;
}

const lastLines = (output) => output.trim().split('\n').slice(-LINES_OF_A_FAILURE).join('\n');

/** Failed tests of vitest's JSON report, each with its message. */
function noteFailedTests(report) {
  for (const file of report.testResults.filter((each) => each.status === 'failed')) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) noteFailure(`${file.name}: ${test.fullName}`, (test.failureMessages ?? []).join('\n'));
    if (failed.length === 0) noteFailure(file.name, file.message ?? '');
  }
}

/** Runs vitest with its usual report on the screen; the numbers come from `reportFile` afterwards. */
export async function runVitest(program, args, reportFile, options) {
  const nearest = `--reporter=${fileURLToPath(new URL('nearest-limit.mjs', import.meta.url))}`;
  const reporters = ['--reporter=default', nearest, '--reporter=json', `--outputFile.json=${reportFile}`];
  // On a terminal, vitest gets the terminal itself, so that it shows its progress as usual.
  const stdio = process.stdout.isTTY ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
  const { status, output } = await runVisibly(program, [...args, ...reporters], { stdio, ...options });
  let totals;
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    totals = vitestTotals(report);
    noteFailedTests(report);
  } catch {
    totals = noTests(); // vitest failed before it wrote its report
  }
  // Errors outside of tests, such as an unhandled rejection, appear only in the status.
  if (status !== 0 && totals.failed === 0) {
    totals.failed = 1;
    noteFailure('outside of every test', output.slice(Math.max(0, output.search(/Unhandled Error|Serialized Error/))));
  }
  return totals;
}
