// Converts scores of a graph, whatever their form, into log probabilities or into one probability of speech.
import type { GraphOutput } from '../../../models/graph.js';
import { unreachable } from '../../../protocol/unreachable.js';

export type ScoreValues = Extract<GraphOutput, { role: 'scores' }>['values'];

const smallest = 1e-20; // least probability before the logarithm

/** Converts the rows in place. */
export function toLogProbabilities(rows: Float32Array, width: number, values: ScoreValues): Float32Array {
  switch (values) {
    case 'log-probabilities':
      return rows;
    case 'probabilities':
      for (const [at, value] of rows.entries()) rows[at] = Math.log(Math.max(value, smallest));
      return rows;
    case 'sigmoid-logits':
      for (const [at, value] of rows.entries()) rows[at] = -Math.log1p(Math.exp(-value));
      return rows;
    case 'logits':
      for (let at = 0; at < rows.length; at += width) subtractLogSum(rows.subarray(at, at + width));
      return rows;
    default:
      return unreachable(values);
  }
}

function subtractLogSum(row: Float32Array): void {
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of row) if (value > largest) largest = value;
  let sum = 0;
  for (const value of row) sum += Math.exp(value - largest);
  const logSum = largest + Math.log(sum);
  for (let at = 0; at < row.length; at++) row[at] = (row[at] as number) - logSum;
}

/** Joint probability of the given columns of one row. */
export function probabilityOf(row: Float32Array, columns: readonly number[], values: ScoreValues): number {
  const sum = (of: (value: number) => number) =>
    columns.reduce((total, column) => total + of(row[column] ?? Number.NaN), 0);
  switch (values) {
    case 'probabilities':
      return sum((value) => value);
    case 'log-probabilities':
      return sum(Math.exp);
    case 'sigmoid-logits':
      return sum((value) => 1 / (1 + Math.exp(-value)));
    case 'logits': {
      let largest = Number.NEGATIVE_INFINITY;
      for (const value of row) if (value > largest) largest = value;
      let all = 0;
      for (const value of row) all += Math.exp(value - largest);
      return sum((value) => Math.exp(value - largest)) / all;
    }
    default:
      return unreachable(values);
  }
}
