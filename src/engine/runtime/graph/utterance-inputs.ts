// Inputs of graphs that read all rows of a segment at once.
import type { GraphInput } from '../../../models/graph.js';
import { ModelError } from '../../../models/model-error.js';
import type { TensorValue } from './ort.js';
import { makeData, sizeOf } from './tensors.js';

export interface WholeRows {
  /** Rows of segments of equal length, one after another. */
  readonly rows: Float32Array;
  readonly segments: number;
  readonly rowsOfEach: number;
}

export function wholeFeeds(inputs: readonly GraphInput[], given: WholeRows): Map<string, TensorValue> {
  return new Map(inputs.map((input) => [input.name, feed(input, given)]));
}

function feed(input: GraphInput, { rows, segments, rowsOfEach }: WholeRows): TensorValue {
  const { type, role } = input;
  const shape = input.shape.map((d) => (typeof d === 'number' ? d : d === 'batch' ? segments : rowsOfEach));
  switch (role) {
    case 'rows':
      return { type, shape, data: rows };
    case 'length':
      return { type, shape, data: makeData(type, sizeOf(shape), rowsOfEach) };
    case 'constant':
      return { type, shape, data: makeData(type, sizeOf(shape), input.value) };
    case 'valid':
    case 'cache':
    case 'offset':
    case 'attention-mask':
    case 'ids':
    case 'padding-mask':
    case 'positions':
      throw new ModelError('bad', `graph.inputs: ${input.name}: the role ${role} is not possible for such a model`);
  }
}
