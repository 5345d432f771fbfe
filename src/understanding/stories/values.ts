// The values of a story's lines.
import { StoryFault } from './story.js';

/** Reads the text behind `>` or `<` and one space. A JSON text says characters that a line cannot hold. */
export function text(rest: string, line: number): string {
  const plain = rest.startsWith(' ') ? rest.slice(1) : rest;
  if (!plain.startsWith('"')) return plain;
  const value = json(plain, line);
  if (typeof value === 'string') return value;
  throw new StoryFault(line, 'a text that begins with " must be a JSON string');
}

export function json(value: string, line: number): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (fault) {
    throw new StoryFault(line, `this is not JSON: ${(fault as Error).message}`);
  }
}

export function object(value: string, line: number): Readonly<Record<string, unknown>> {
  const found = json(value, line);
  if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found as Record<string, unknown>;
  throw new StoryFault(line, 'a JSON object is expected, such as {"level": 3}');
}

export function whole(value: string, line: number): number {
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new StoryFault(line, 'a number of at most 15 digits is expected');
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** ms UTC */
export function instant(value: string, line: number): number {
  const ms = instantForm.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new StoryFault(line, 'a time such as 2026-11-22T10:00:00+08:00 is expected');
}

export function timeZone(value: string, line: number): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    throw new StoryFault(line, 'a time zone such as Asia/Shanghai is expected');
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `25m` in ms */
export function pause(value: string, line: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  if (count !== undefined) return Number(count) * (unitMs[unit] as number);
  throw new StoryFault(line, 'a number and s, m, h or d are expected, such as + 25m');
}
