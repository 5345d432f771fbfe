// Draws the tones of a call as text for the terminal, from its result.
import type { RingClipResult } from '../../engine/channel/messages.js';

const margin = 2;
const widest = 100;

/**
 *   call.wav  3.0 s at 8000 Hz, mean -17.0 dBm0, peak -15.1 dBm0
 *     0 s                      1 s                      2 s                      3 s
 *     #########.........#########.........#########.........#########.........####
 *                              ^busy
 *     0.96 s  busy, confidence 0.998
 *     10 busy (#BUSY#)
 */
export function timeline(name: string, { verdict, evidence, sampleRateHz }: RingClipResult, columns: number): string {
  const width = Math.max(20, Math.min(widest, columns - margin - 1));
  const { audioMs, levels, tones, decided } = evidence;
  const columnOf = (ms: number) => Math.min(width - 1, Math.floor((ms / Math.max(1, audioMs)) * width));
  const lines = [
    `${name}  ${seconds(audioMs)} at ${sampleRateHz} Hz, mean ${levels.meanDbm0} dBm0, peak ${levels.peakDbm0} dBm0`,
    indent(scale(audioMs, width, columnOf)),
    indent(bursts(tones, width, columnOf)),
    ...markers(decided, width, columnOf).map(indent),
    ...decided.map(({ kind, atMs, confidence, key, country }) => {
      const which = key ?? country?.join('/');
      return indent(`${seconds(atMs)}  ${kind}${which === undefined ? '' : ` ${which}`}, confidence ${confidence}`);
    }),
    indent(`${verdict.resultId} ${verdict.resultName}${verdict.keyword === '' ? '' : ` (${verdict.keyword})`}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

const indent = (line: string): string => ' '.repeat(margin) + line;
const seconds = (ms: number): string => `${Math.round(ms / 10) / 100} s`;

/** A scale with as many whole seconds as fit without touching. */
function scale(audioMs: number, width: number, columnOf: (ms: number) => number): string {
  let text = '';
  for (let ms = 0; ms <= audioMs; ms += 1_000) {
    const at = columnOf(ms);
    const label = `${ms / 1_000} s`;
    const free = text === '' ? at : at - text.length - 1;
    if (free >= 0 && at + label.length <= width) text = text.padEnd(at) + label;
  }
  return text;
}

/** `#` stands for a tone, `~` for another sound, `.` for neither. */
function bursts(tones: RingClipResult['evidence']['tones'], width: number, columnOf: (ms: number) => number): string {
  const cells = new Array<string>(width).fill('.');
  const draw = (kind: 'tone' | 'sound', mark: string) => {
    for (const burst of tones) {
      if (burst.kind !== kind) continue;
      for (let at = columnOf(burst.fromMs); at <= columnOf(burst.toMs - 1); at++) cells[at] = mark;
    }
  };
  draw('sound', '~');
  draw('tone', '#');
  return cells.join('');
}

/** `^kind` below the place where it was decided. A second row is used if two would touch. */
function markers(
  decided: RingClipResult['evidence']['decided'],
  width: number,
  columnOf: (ms: number) => number,
): string[] {
  const rows: string[] = [];
  for (const { kind, atMs } of decided) {
    const label = `^${kind}`;
    const at = Math.min(columnOf(atMs), width - label.length);
    const row = rows.findIndex((text) => text.length < at);
    if (row >= 0) rows[row] = (rows[row] ?? '').padEnd(at) + label;
    else if (rows.length < 4) rows.push(' '.repeat(Math.max(0, at)) + label);
  }
  return rows;
}
