// Graphs over mel bins whose outputs have a known extent of context.
import type { Node, TinyGraph } from './onnx-writer.js';

export const bins = 80;
const taps = 5;
export const units = 6;

const weights = (outputs: number, width: number) => ({
  name: 'weights',
  shape: [outputs, width, taps],
  data: Float32Array.from({ length: outputs * width * taps }, (_, at) => Math.sin(at * 12.9898) * 0.05),
});
export const turn = (from: string, to: string): Node => ({
  op: 'Transpose',
  in: [from],
  out: [to],
  ints: { perm: [0, 2, 1] },
});

/** A convolution that sees 3 rows to the left and 1 to the right, one output for `stride` rows. */
export function near({
  width = bins,
  outputs = units,
  stride = 1,
  metadata = {},
  from = 'x',
  to = 'log_probs',
} = {}): TinyGraph {
  return {
    inputs: [{ name: from, type: 'float32', shape: ['N', 'T', width] }],
    outputs: [{ name: to, type: 'float32', shape: ['N', 'U', outputs] }],
    nodes: [
      turn(from, 'a'),
      { op: 'Conv', in: ['a', 'weights'], out: ['b'], ints: { pads: [3, 1], strides: [stride] } },
      turn('b', to),
    ],
    constants: [weights(outputs, width)],
    metadata,
  };
}
