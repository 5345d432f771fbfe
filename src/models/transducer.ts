// Family transducer: beside the encoder, a decoder that knows the last units and a joiner that scores the next one.
import { z } from 'zod';
import type { TensorFacts } from './graph.js';

const TensorName = z.string().min(1).max(200);

export const Transducer = z.strictObject({
  decoder: z
    .strictObject({
      file: z.string(),
      input: TensorName.describe('Input: the last units, [batch, contextUnits].'),
      type: z.enum(['int64', 'int32']).default('int64'),
      output: TensorName.describe('Output: a vector, [batch, size].'),
      size: z.int().min(1).max(65_536),
    })
    .describe('A stateless graph that turns the last units into a vector.'),
  joiner: z
    .strictObject({
      file: z.string(),
      encoding: TensorName.describe('Input: an output of the encoder, [batch, encodingSize].'),
      encodingSize: z.int().min(1).max(65_536),
      decoding: TensorName.describe('Input: the output of the decoder.'),
      output: TensorName.describe('Output: the logits of the units, [batch, units.count].'),
    })
    .describe('A graph that turns the outputs of encoder and decoder into scores of the next unit.'),
  contextUnits: z
    .int()
    .min(1)
    .max(8)
    .describe('Number of preceding units that the decoder reads; at the start they are blanks.'),
});
export type Transducer = z.output<typeof Transducer>;

export function* transducerFiles({ decoder, joiner }: Transducer): Generator<[string, string]> {
  yield ['transducer.decoder.file', decoder.file];
  yield ['transducer.joiner.file', joiner.file];
}

interface Tensors {
  readonly inputs: readonly TensorFacts[];
  readonly outputs: readonly TensorFacts[];
}

export const decoderTensors = ({ decoder, contextUnits }: Transducer): Tensors => ({
  inputs: [{ name: decoder.input, type: decoder.type, shape: ['batch', contextUnits] }],
  outputs: [{ name: decoder.output, type: 'float32', shape: ['batch', decoder.size] }],
});

export const joinerTensors = ({ decoder, joiner }: Transducer, units: number): Tensors => ({
  inputs: [
    { name: joiner.encoding, type: 'float32', shape: ['batch', joiner.encodingSize] },
    { name: joiner.decoding, type: 'float32', shape: ['batch', decoder.size] },
  ],
  outputs: [{ name: joiner.output, type: 'float32', shape: ['batch', units] }],
});
