// Parses the values in a story's lines.
import { StoryFault } from './story.js';

/** Parses the text after `>` or `<` and one space. A JSON string can express characters that a line cannot hold. */
export function text(rest: string, line: number): string {
  const plain = rest.startsWith(' ') ? rest.slice(1) : rest;
  if (!plain.startsWith('"')) return plain;
  const value = json(plain, line);
  if (typeof value === 'string') return value;
  throw new StoryFault(line, 'a text that begins with " must be a JSON string');
}

/** Parses JSON. @throws StoryFault */
export function json(value: string, line: number): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (fault) {
    throw new StoryFault(line, `this is not JSON: ${(fault as Error).message}`);
  }
}

/** Parses a JSON object. @throws StoryFault */
export function object(value: string, line: number): Readonly<Record<string, unknown>> {
  const found = json(value, line);
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Record<string, unknown>;
  throw new StoryFault(line, 'a JSON object is expected, such as {"level": 3}');
}

/** Parses a whole number. @throws StoryFault */
export function whole(value: string, line: number): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new StoryFault(line, 'a number of at most 15 digits is expected');
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses a time to UTC, ms. @throws StoryFault */
export function instant(value: string, line: number): number {
  const ms = instantForm.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new StoryFault(line, 'a time such as 2026-11-22T10:00:00+08:00 is expected');
}

/** Checks the name of a time zone. @throws StoryFault */
export function timeZone(value: string, line: number): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    throw new StoryFault(line, 'a time zone such as Asia/Shanghai is expected');
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `25m` to ms. @throws StoryFault */
export function pause(value: string, line: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  if (count !== undefined) return Number(count) * (unitMs[unit] as number);
  throw new StoryFault(line, 'a number and s, m, h or d are expected, such as + 25m');
}
