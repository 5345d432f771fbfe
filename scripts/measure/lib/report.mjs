// The common parts of every report of a measurement: a table, and the machine it was taken on.
import { cpus } from 'node:os';

/** @param {string[]} head @param {(string | number)[][]} rows */
export function markdownTable(head, rows) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function machineLine() {
  const { model } = cpus()[0] ?? { model: 'unknown processor' };
  return `${model}, ${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}
