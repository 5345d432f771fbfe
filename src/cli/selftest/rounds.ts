// The tries of the self-test, their table and their verdict.
import type { Check, Finding } from './check.js';

export interface Line extends Finding {
  readonly name: string;
  /** The time that the check took. */
  readonly ms: number;
}

/** Runs one check after the other, so that none slows another down. */
export async function runRound(checks: readonly Check[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const check of checks) {
    const startedMs = performance.now();
    const { outcome, sentence } = await findingOf(check);
    lines.push({ name: check.name, outcome, ms: Math.round(performance.now() - startedMs), sentence });
  }
  return lines;
}

async function findingOf(check: Check): Promise<Finding> {
  try {
    return await check.run();
  } catch (fault) {
    return { outcome: 'FAILED', sentence: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Names of the lines that failed. */
export const failuresIn = (lines: readonly Line[]): string[] =>
  lines.filter(({ outcome }) => outcome === 'FAILED').map(({ name }) => name);

/** The longest pause between two tries. */
const mostPauseS = 60;

/** The pause for ten tries in the waiting time, and for at least one try a minute. */
export const pauseBetweenS = (waitS: number): number => Math.min(mostPauseS, Math.max(1, waitS / 10));

export function table(lines: readonly Line[]): string {
  const widest = Math.max(...lines.map(({ name }) => name.length));
  const rows = lines.map(
    ({ name, outcome, ms, sentence }) =>
      `${name.padEnd(widest)}  ${outcome.padEnd(7)}  ${`${ms} ms`.padStart(9)}  ${sentence}`,
  );
  return `${rows.join('\n')}\n\n${verdict(lines)}\n`;
}

function verdict(lines: readonly Line[]): string {
  const failures = failuresIn(lines);
  if (failures.length > 0) return `${failures.length} of ${lines.length} checks failed: ${failures.join(', ')}.`;
  const others = lines.filter(({ outcome }) => outcome !== 'passed').map(({ name, outcome }) => `${name}: ${outcome}`);
  return others.length === 0 ? 'Everything passed.' : `Nothing failed (${others.join(', ')}).`;
}
