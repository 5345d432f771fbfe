// Measures how far the outputs of a graph see: one row is changed, and the outputs that change with it see it.
import type { TensorValue } from '../../graph/ort.js';

/** Runs the graph on `count` rows. Returns the values of its outputs, one after another. */
export type Trial = (rows: Float32Array, count: number) => Promise<TensorValue>;

export interface Context {
  readonly rowsPerOutput: number;
  /** The extent; undefined if an output sees the whole sentence. */
  readonly reach: { readonly leftRows: number; readonly rightRows: number } | undefined;
}

/** Numbers of rows for the trials: a graph that sees further than half of the last one counts as seeing everything. */
const trialRows = [240, 960];
const changedRows = 4;
/** Most rows for an output: a graph that takes more is no speech recogniser. */
const mostRowsPerOutput = 16;

/** The context, or an error message. `width`: number of values of a row. */
export async function findContext(run: Trial, width: number): Promise<Context | string> {
  let rowsPerOutput = 0;
  for (const count of trialRows) {
    const rows = madeUpRows(count, width);
    const base = await run(rows, count);
    const outputs = base.shape[1] ?? 0;
    rowsPerOutput = Math.round(count / Math.max(1, outputs));
    if (outputs === 0 || rowsPerOutput < 1 || rowsPerOutput > mostRowsPerOutput) {
      return `${count} rows became ${outputs} outputs: the graph does not make outputs at a steady rate`;
    }
    const reach = await reachIn(run, rows, { count, width, outputs, rowsPerOutput }, base);
    if (typeof reach === 'string') return reach;
    if (reach !== undefined) return { rowsPerOutput, reach };
  }
  return { rowsPerOutput, reach: undefined };
}

interface Sizes {
  readonly count: number;
  readonly width: number;
  readonly outputs: number;
  readonly rowsPerOutput: number;
}

/** The extent; undefined if it reaches an end of the trial. A text is an error message. */
async function reachIn(run: Trial, rows: Float32Array, sizes: Sizes, base: TensorValue) {
  const { count, width, outputs, rowsPerOutput } = sizes;
  const [before, scores] = [base.data as Float32Array, base.data.length / outputs];
  let [leftRows, rightRows, wasSeen] = [0, 0, false];
  for (let change = 0; change < changedRows; change++) {
    const row = Math.floor(count / 2) + change;
    const changed = rows.slice();
    for (let column = 0; column < width; column++) changed[row * width + column] = 4 * madeUp(row * 7 + column + 1);
    const after = (await run(changed, count)).data as Float32Array;
    const differs = (output: number) => {
      for (let at = output * scores; at < (output + 1) * scores; at++) if (before[at] !== after[at]) return true;
      return false;
    };
    const seen = Array.from({ length: outputs }, (_, output) => output).filter(differs);
    const [first, last] = [seen[0], seen.at(-1)];
    if (first === undefined || last === undefined) continue;
    wasSeen = true;
    if (first === 0 || last === outputs - 1) return undefined;
    leftRows = Math.max(leftRows, last * rowsPerOutput - row);
    rightRows = Math.max(rightRows, row - first * rowsPerOutput);
  }
  if (!wasSeen)
    return `no output depends on row ${Math.floor(count / 2)} of ${count}, so rowsPerOutput cannot be ${rowsPerOutput}`;
  return { leftRows: Math.ceil(leftRows / rowsPerOutput) * rowsPerOutput, rightRows };
}

export const madeUpRows = (count: number, width: number): Float32Array =>
  Float32Array.from({ length: count * width }, (_, at) => madeUp(at));

/** A synthetic value between -1 and 1, without a pattern that a network could miss. */
const madeUp = (at: number): number => {
  const value = Math.sin(at * 12.9898 + 4.1414) * 43_758.5453;
  return 2 * (value - Math.floor(value)) - 1;
};
