// Recognisers of a few hundred bytes: one convolution over 5 rows, with weights from a formula. The same network is in
// each form that the loader knows, so that all forms must give the same scores.
import type { Draft, Files } from './model-folder.js';
import { type Constant, type Node, onnxFile, type TinyGraph } from './onnx-writer.js';

export const width = 8;
export const unitCount = 6;
const taps = 5;

const weight = (index: number): number => Math.sin(index * 12.9898) * 0.5;
const weights = Float32Array.from({ length: unitCount * width * taps }, (_, index) => weight(index));

/** The network in plain code, centred on the rows first, first + stride, …; rows outside are zeros. */
export function scoresByHand(rows: Float32Array, first: number, stride: number, outputs: number): number[] {
  const scores: number[] = [];
  for (let centre = first; scores.length < outputs * unitCount; centre += stride) {
    for (let unit = 0; unit < unitCount; unit++) {
      let sum = 0;
      for (let tap = 0; tap < taps; tap++) {
        for (let column = 0; column < width; column++) {
          const value = rows[(centre + tap - 2) * width + column] ?? 0;
          sum += value * (weights[(unit * width + column) * taps + tap] as number);
        }
      }
      scores.push(sum);
    }
  }
  return scores;
}

const conv = (from: string, to: string, ints: Node['ints']): Node => ({
  op: 'Conv',
  in: [from, 'weights'],
  out: [to],
  ...(ints && { ints }),
});
const turn = (from: string, to: string, perm: readonly number[] = [0, 2, 1]): Node => ({
  op: 'Transpose',
  in: [from],
  out: [to],
  ints: { perm },
});
const concat = (from: readonly string[], to: string, axis: number): Node => ({
  op: 'Concat',
  in: from,
  out: [to],
  ints: { axis },
});
const constants: Constant[] = [{ name: 'weights', shape: [unitCount, width, taps], data: weights }];
const integers = (name: string, ...values: number[]): Constant => ({
  name,
  shape: [values.length],
  data: BigInt64Array.from(values, BigInt),
});
const scoresOut = { name: 'scores', type: 'float32', shape: ['n', 't', unitCount] } as const;

/** Two rows of context on either side, padded with zeros at the ends. */
const recomputeGraph: TinyGraph = {
  inputs: [{ name: 'x', type: 'float32', shape: ['n', 't', width] }],
  outputs: [scoresOut],
  nodes: [turn('x', 'a'), conv('a', 'b', { pads: [2, 2] }), turn('b', 'scores')],
  constants,
};

/** The same, quantised by the largest value in the run. */
const dynamicGraph: TinyGraph = {
  ...recomputeGraph,
  nodes: [
    { op: 'DynamicQuantizeLinear', in: ['x'], out: ['q', 'scale', 'zero'] },
    { op: 'DequantizeLinear', in: ['q', 'scale', 'zero'], out: ['rounded'] },
    turn('rounded', 'a'),
    conv('a', 'b', { pads: [2, 2] }),
    turn('b', 'scores'),
  ],
};

/** It looks two rows ahead: its first two outputs belong to no row, and two more come after the end. */
const cachesGraph: TinyGraph = {
  inputs: [
    { name: 'x', type: 'float32', shape: ['n', 't', width] },
    { name: 'valid', type: 'float32', shape: ['n', 'v'] },
    { name: 'memory', type: 'float32', shape: ['n', 4, width] },
  ],
  outputs: [scoresOut, { name: 'memory_next', type: 'float32', shape: ['n', 4, width] }],
  nodes: [
    { op: 'Unsqueeze', in: ['valid', 'two'], out: ['mask'] },
    { op: 'Mul', in: ['x', 'mask'], out: ['masked'] },
    concat(['memory', 'masked'], 'all', 1),
    { op: 'Slice', in: ['all', 'minus_four', 'far', 'one'], out: ['memory_next'] },
    turn('all', 'a'),
    conv('a', 'b', {}),
    turn('b', 'scores'),
  ],
  constants: [
    ...constants,
    integers('two', 2),
    integers('minus_four', -4),
    integers('far', 1_000_000),
    integers('one', 1),
  ],
};

/**
 * The form of k2's export of a zipformer: overlapping windows, caches with the batch as the second dimension, counters.
 */
const zipformerGraph: TinyGraph = {
  inputs: [
    { name: 'x', type: 'float32', shape: ['N', 11, width] },
    { name: 'cached_rows', type: 'float32', shape: [2, 'N', width] },
    { name: 'processed_lens', type: 'int64', shape: ['N'] },
  ],
  outputs: [
    { name: 'log_probs', type: 'float32', shape: ['N', 2, unitCount] },
    { name: 'new_cached_rows', type: 'float32', shape: [2, 'N', width] },
    { name: 'new_processed_lens', type: 'int64', shape: ['N'] },
  ],
  nodes: [
    turn('cached_rows', 'cached', [1, 0, 2]),
    concat(['cached', 'x'], 'all', 1),
    { op: 'Slice', in: ['all', 'eight', 'ten', 'one'], out: ['kept'] },
    turn('kept', 'new_cached_rows', [1, 0, 2]),
    { op: 'Add', in: ['processed_lens', 'eight'], out: ['new_processed_lens'] },
    { op: 'Slice', in: ['all', 'zero', 'nine', 'one'], out: ['used'] },
    turn('used', 'a'),
    conv('a', 'b', { strides: [4] }),
    turn('b', 'log_probs'),
  ],
  constants: [
    ...constants,
    integers('zero', 0),
    integers('one', 1),
    integers('eight', 8),
    integers('nine', 9),
    integers('ten', 10),
  ],
  metadata: { model_type: 'zipformer2', T: '11', decode_chunk_len: '8', vocab_size: String(unitCount) },
};

/** The form of WeNet's export: no batch; the scores show the inputs: offset, required size, trues in the mask. */
const wenetGraph: TinyGraph = {
  inputs: [
    { name: 'chunk', type: 'float32', shape: [1, 'T', width] },
    { name: 'offset', type: 'int64', shape: [1] },
    { name: 'required_cache_size', type: 'int64', shape: [1] },
    { name: 'attn_mask', type: 'bool', shape: [1, 1, 6] },
  ],
  outputs: [{ name: 'log_probs', type: 'float32', shape: [1, 2, 4] }],
  nodes: [
    { op: 'Cast', in: ['offset'], out: ['o'], ints: { to: 1 } },
    { op: 'Cast', in: ['required_cache_size'], out: ['r'], ints: { to: 1 } },
    { op: 'Cast', in: ['attn_mask'], out: ['m'], ints: { to: 1 } },
    { op: 'ReduceSum', in: ['m', 'axes'], out: ['trues'], ints: { keepdims: 0 } },
    { op: 'Slice', in: ['chunk', 'start', 'stop'], out: ['firsts'] },
    { op: 'Reshape', in: ['firsts', 'one'], out: ['first'] },
    concat(['o', 'r', 'trues', 'first'], 'row', 0),
    concat(['row', 'row'], 'rows', 0),
    { op: 'Reshape', in: ['rows', 'shape'], out: ['log_probs'] },
  ],
  constants: [
    integers('axes', 1, 2),
    integers('one', 1),
    integers('shape', 1, 2, 4),
    integers('start', 0, 0, 0),
    integers('stop', 1, 1, 1),
  ],
  metadata: { head: '4', num_blocks: '1', right_context: '6', subsampling_factor: '4', vocab_size: '4' },
};

/** The form of NeMo's export: rows as columns, and the length of each stream. */
const nemoGraph: TinyGraph = {
  inputs: [
    { name: 'audio_signal', type: 'float32', shape: ['B', width, 't'] },
    { name: 'length', type: 'int64', shape: ['B'] },
    { name: 'cache_last_channel_len', type: 'int64', shape: ['B'] },
  ],
  outputs: [
    { name: 'logprobs', type: 'float32', shape: ['B', 't', unitCount] },
    { name: 'encoded_lengths', type: 'int64', shape: ['B'] },
    { name: 'cache_last_channel_next_len', type: 'int64', shape: ['B'] },
  ],
  nodes: [
    conv('audio_signal', 'b', { strides: [4] }),
    turn('b', 'logprobs'),
    { op: 'Add', in: ['cache_last_channel_len', 'length'], out: ['cache_last_channel_next_len'] },
    { op: 'Identity', in: ['length'], out: ['encoded_lengths'] },
  ],
  constants,
  metadata: { window_size: '9', chunk_shift: '8', subsampling_factor: '4', vocab_size: String(unitCount - 1) },
};

export interface TinyModel {
  readonly draft: Draft;
  readonly files: Files;
}

function tiny(id: string, graph: TinyGraph, more: Readonly<Record<string, unknown>>, units = unitCount): TinyModel {
  const names = Array.from({ length: units }, (_, id) => (id === 0 ? '<blk> 0' : `▁u${id} ${id}`));
  return {
    draft: {
      id,
      task: 'asr',
      family: 'ctc',
      sampleRateHz: 8_000,
      frontEnd: { kind: 'samples', rowSamples: width },
      units: { kind: 'bpe', file: 'units.txt', form: 'symbol-id', count: units, blank: 0 },
      ...more,
    },
    files: { 'model.onnx': onnxFile(graph), 'units.txt': Buffer.from(`${names.join('\n')}\n`) },
  };
}

const rowsIn = (name: string, shape: readonly (number | string)[]) => ({ name, role: 'rows', type: 'float32', shape });
const scoresAs = (name: string, shape: readonly (number | string)[]) => ({
  name,
  role: 'scores',
  type: 'float32',
  shape,
  values: 'log-probabilities',
});
const perRow = ['batch', 'outputs', unitCount];

export const tinyRecompute = tiny('tiny-recompute', recomputeGraph, {
  streaming: { mode: 'recompute', chunkRows: 7, leftRows: 2, rightRows: 2 },
  graph: {
    file: 'model.onnx',
    inputs: [rowsIn('x', ['batch', 'rows', width])],
    outputs: [scoresAs('scores', perRow)],
  },
});

export const tinyDynamic = tiny('tiny-dynamic', dynamicGraph, {
  streaming: tinyRecompute.draft.streaming,
  graph: tinyRecompute.draft.graph,
});

export const tinyCaches = tiny('tiny-caches', cachesGraph, {
  streaming: { mode: 'caches', windowRows: 5, dropOutputs: 2 },
  graph: {
    file: 'model.onnx',
    inputs: [
      rowsIn('x', ['batch', 'rows', width]),
      { name: 'valid', role: 'valid', type: 'float32', shape: ['batch', 'outputs'] },
      { name: 'memory', role: 'cache', type: 'float32', shape: ['batch', 4, width], next: 'memory_next' },
    ],
    outputs: [
      scoresAs('scores', perRow),
      { name: 'memory_next', role: 'cache', type: 'float32', shape: ['batch', 4, width] },
    ],
  },
});

export const tinyZipformer = tiny('tiny-zipformer', zipformerGraph, {
  streaming: { mode: 'metadata' },
  graph: {
    file: 'model.onnx',
    inputs: [rowsIn('x', ['batch', 11, width])],
    outputs: [scoresAs('log_probs', perRow)],
    otherCaches: 'new_{name}',
  },
});

export const tinyWenet = tiny(
  'tiny-wenet',
  wenetGraph,
  {
    streaming: { mode: 'metadata', chunkOutputs: 2, leftChunks: 2 },
    graph: {
      file: 'model.onnx',
      inputs: [
        rowsIn('chunk', [1, 'rows', width]),
        { name: 'offset', role: 'offset', type: 'int64', shape: [1], start: 4 },
        { name: 'required_cache_size', role: 'constant', type: 'int64', shape: [1], value: 4 },
        { name: 'attn_mask', role: 'attention-mask', type: 'bool', shape: [1, 1, 6] },
      ],
      outputs: [scoresAs('log_probs', [1, 'outputs', 4])],
    },
  },
  4,
);

export const tinyNemo = tiny('tiny-nemo', nemoGraph, {
  streaming: { mode: 'metadata' },
  graph: {
    file: 'model.onnx',
    inputs: [
      rowsIn('audio_signal', ['batch', width, 'rows']),
      { name: 'length', role: 'length', type: 'int64', shape: ['batch'] },
      {
        name: 'cache_last_channel_len',
        role: 'cache',
        type: 'int64',
        shape: ['batch'],
        next: 'cache_last_channel_next_len',
      },
    ],
    outputs: [
      scoresAs('logprobs', perRow),
      { name: 'cache_last_channel_next_len', role: 'cache', type: 'int64', shape: ['batch'] },
    ],
  },
});
