// The speller (spelling-model.ts) in the forms of foreign recognisers: whole sentences, one row for each unit,
// transducer.
import type { Draft } from './model-folder.js';
import { onnxFile } from './onnx-writer.js';
import { blankLogit, gain, type SpellingModel } from './spelling-model.js';

interface GraphPart {
  readonly inputs: Record<string, unknown>[];
  readonly outputs: Record<string, unknown>[];
}
const graphOf = (draft: Draft): GraphPart => draft.graph as GraphPart;

/** The same graph for whole sentences. */
export function whole(model: SpellingModel, maxRows = 500): SpellingModel {
  return { ...model, draft: { ...model.draft, id: 'whole-speller', streaming: { mode: 'whole', maxRows } } };
}

/** Number of rows from which one output is made. */
export const rowsPerToken = 3;

/**
 * The form of Paraformer: as many outputs as there are units, here from every third row, with the length as an input.
 */
export function tokenwise(model: SpellingModel): SpellingModel {
  const { rowSamples, units, draft } = model;
  const count = units.length;
  const integer = (name: string, value: number) => ({ name, shape: [1], data: BigInt64Array.of(BigInt(value)) });
  const bias = new Float32Array(count);
  bias[0] = blankLogit;
  const file = onnxFile({
    inputs: [
      { name: 'speech', type: 'float32', shape: ['n', 't', rowSamples] },
      { name: 'speech_lengths', type: 'int32', shape: ['n'] },
    ],
    outputs: [
      { name: 'logits', type: 'float32', shape: ['n', 'u', count] },
      { name: 'token_num', type: 'int32', shape: ['n'] },
    ],
    nodes: [
      { op: 'Slice', in: ['speech', 'from', 'far', 'time', 'step'], out: ['said'] },
      { op: 'Slice', in: ['said', 'from', 'to', 'axis'], out: ['units'] },
      { op: 'Mul', in: ['units', 'gain'], out: ['loud'] },
      { op: 'Add', in: ['loud', 'bias'], out: ['logits'] },
      { op: 'Identity', in: ['speech_lengths'], out: ['token_num'] },
    ],
    constants: [
      { name: 'gain', shape: [1], data: Float32Array.of(gain) },
      { name: 'bias', shape: [count], data: bias },
      ...[integer('from', 0), integer('far', 1_000_000), integer('time', 1), integer('step', rowsPerToken)],
      ...[integer('to', count), integer('axis', 2)],
    ],
  });
  return {
    ...model,
    draft: {
      ...draft,
      id: 'tokenwise-speller',
      streaming: { mode: 'whole', maxRows: 500, outputs: 'tokens' },
      graph: {
        file: 'model.onnx',
        inputs: [
          { name: 'speech', role: 'rows', type: 'float32', shape: ['batch', 'rows', rowSamples] },
          { name: 'speech_lengths', role: 'length', type: 'int32', shape: ['batch'] },
        ],
        outputs: [
          { name: 'logits', role: 'scores', type: 'float32', shape: ['batch', 'tokens', count], values: 'logits' },
        ],
      },
    },
    files: { ...model.files, 'model.onnx': file },
  };
}

/** A transducer whose decoder excludes the last unit: a unit never occurs twice in a row, however long the distance. */
export function transducer(model: SpellingModel): SpellingModel {
  const count = model.units.length;
  const table = new Float32Array(count * count);
  for (let unit = 1; unit < count; unit++) {
    table[unit * count + unit] = -100;
    table[unit * count] = 5; // an excluded unit counts as blank
  }
  const decoder = onnxFile({
    inputs: [{ name: 'y', type: 'int64', shape: ['N', 2] }],
    outputs: [{ name: 'decoder_out', type: 'float32', shape: ['N', count] }],
    nodes: [
      { op: 'Slice', in: ['y', 'one', 'two', 'one'], out: ['last'] },
      { op: 'Gather', in: ['table', 'last'], out: ['rows'] },
      { op: 'Reshape', in: ['rows', 'shape'], out: ['decoder_out'] },
    ],
    constants: [
      { name: 'table', shape: [count, count], data: table },
      { name: 'one', shape: [1], data: BigInt64Array.of(1n) },
      { name: 'two', shape: [1], data: BigInt64Array.of(2n) },
      { name: 'shape', shape: [2], data: BigInt64Array.of(-1n, BigInt(count)) },
    ],
    metadata: { context_size: '2', vocab_size: String(count) },
  });
  const joiner = onnxFile({
    inputs: [
      { name: 'encoder_out', type: 'float32', shape: ['N', count] },
      { name: 'decoder_out', type: 'float32', shape: ['N', count] },
    ],
    outputs: [{ name: 'logit', type: 'float32', shape: ['N', count] }],
    nodes: [{ op: 'Add', in: ['encoder_out', 'decoder_out'], out: ['logit'] }],
    metadata: { joiner_dim: String(count) },
  });
  const { values: _, ...scores } = graphOf(model.draft).outputs[0] ?? {};
  return {
    ...model,
    draft: {
      ...model.draft,
      id: 'transducer-speller',
      family: 'transducer',
      graph: { ...graphOf(model.draft), outputs: [{ ...scores, role: 'encoding' }] },
      transducer: {
        decoder: { file: 'decoder.onnx', input: 'y', output: 'decoder_out', size: count },
        joiner: {
          file: 'joiner.onnx',
          encoding: 'encoder_out',
          encodingSize: count,
          decoding: 'decoder_out',
          output: 'logit',
        },
        contextUnits: 2,
      },
    },
    files: { ...model.files, 'decoder.onnx': decoder, 'joiner.onnx': joiner },
  };
}
