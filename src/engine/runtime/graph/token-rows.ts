// Graphs such as Paraformer's give a row of scores for each unit of a sentence, and none for the time between. These
// rows are spread evenly over the outputs of the sentence, with blanks between, so that code for CTC rows can read
// them.
import { unreachable } from '../../../protocol/unreachable.js';
import type { ScoreValues } from './probabilities.js';

/** Score of a certain blank, and least probability of other units. */
const sure = { logit: 100, least: 1e-20 } as const;

/**
 * `tokens` holds rows of `width` scores; `outputs` is the number of rows to make. Undefined if there are more tokens.
 */
export function spreadTokens(
  tokens: Float32Array,
  width: number,
  outputs: number,
  blank: number,
  values: ScoreValues,
): Float32Array | undefined {
  const count = tokens.length / width;
  if (count > outputs) return undefined;
  const rows = new Float32Array(outputs * width);
  const [certain, impossible] = levels(values);
  for (let row = 0; row < outputs; row++) {
    rows.fill(impossible, row * width, (row + 1) * width);
    rows[row * width + blank] = certain;
  }
  for (let token = 0; token < count; token++) {
    const row = Math.floor(((token + 0.5) * outputs) / count);
    rows.set(tokens.subarray(token * width, (token + 1) * width), row * width);
  }
  return rows;
}

function levels(values: ScoreValues): [certain: number, impossible: number] {
  switch (values) {
    case 'logits':
    case 'sigmoid-logits':
      return [sure.logit, -sure.logit];
    case 'log-probabilities':
      return [0, Math.log(sure.least)];
    case 'probabilities':
      return [1, 0];
    default:
      return unreachable(values);
  }
}
