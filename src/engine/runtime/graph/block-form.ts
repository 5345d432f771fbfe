// Graphs of the form "blocks": the encoder of scripts/train/asr/model.py as scripts/train/asr/export_onnx.py and
// quantise.py write it. The engine computes such a graph itself, from the numbers in the file, which it finds by name.
import { ModelError } from '../../../models/model-error.js';
import { type OnnxTensor, onnxMetadata, onnxTensors, onnxTypes } from '../../../models/onnx-file.js';
import type { LearnedBlocks } from '../../../native/encoder.js';

/** Number of rows that make an output, and number of rows from one output to the next. */
const stackRows = 5;
export const skipRows = 3;

/** Reads the encoder. Throws a ModelError that names a missing tensor or a wrong shape. `shown` names the file. */
export function learnedBlocks(file: Uint8Array, shown: string): LearnedBlocks {
  const reader = new TensorReader(onnxTensors(file), shown);
  const bins = reader.shapeOf('model.mean')[0] ?? 0;
  const [width = 0, units = 0] = reader.shapeOf('/output/MatMul/weights');
  const hidden = reader.shapeOf('/up/MatMul/weights')[1] ?? 0;
  const blocks = reader.countOf((block) => `model.blocks.${block}.memory.bias`);
  const taps = reader.countOf((tap) => `/memory/Conv/exact/weight${tap}`);

  reader.floats('model.mean', [bins]);
  reader.floats('model.scale', [bins]);
  reader.matrix('input', 'model.input.bias', stackRows * bins, width);
  reader.norm('model.input_norm', width);
  for (let block = 0; block < blocks; block++) {
    const own = `model.blocks.${block}`;
    const suffix = block === 0 ? '' : `_${block}`;
    for (let tap = 0; tap < taps; tap++) reader.floats(`/memory${suffix}/Conv/exact/weight${tap}`, [width]);
    reader.floats(`${own}.memory.bias`, [width]);
    reader.norm(`${own}.norm`, width);
    reader.matrix(`up${suffix}`, `${own}.up.bias`, width, hidden);
    reader.matrix(`down${suffix}`, `${own}.down.bias`, hidden, width);
    reader.floats(`${own}.scale`, [width]);
  }
  reader.norm('model.output_norm', width);
  reader.matrix('output', 'model.output.bias', width, units);
  return {
    ...{ bins, width, hidden, units, taps },
    looks: looksIn(onnxMetadata(file).get(looksKey), blocks, taps, shown),
    epsilon: reader.double('/input_norm/LayerNormalization/exact/epsilon'),
    ...reader.learned(),
  };
}

/** The key of the metadata that holds the number of outputs that each block looks ahead. */
const looksKey = 'looks';

/** The looks of the blocks, which are separated by spaces. Each is 1 in a graph that does not name them. */
function looksIn(given: string | undefined, blocks: number, taps: number, shown: string): number[] {
  const looks = given === undefined ? Array<number>(blocks).fill(1) : given.split(' ').map(Number);
  if (looks.length === blocks && looks.every((look) => Number.isInteger(look) && look >= 0 && look < taps))
    return looks;
  const wanted = `expected ${blocks} whole numbers from 0 to ${taps - 1} with a space between them`;
  throw formFault(shown, `the metadata ${looksKey} is "${given}", ${wanted}`);
}

const formFault = (shown: string, what: string): ModelError =>
  new ModelError('bad', `${shown}: graph.form is blocks, but ${what}`);

/** Takes tensors by name, in the order in which the encoder needs their numbers. */
class TensorReader {
  readonly #tensors: ReadonlyMap<string, OnnxTensor>;
  readonly #shown: string;
  readonly #floats: Float32Array[] = [];
  readonly #bytes: Int8Array[] = [];

  constructor(tensors: ReadonlyMap<string, OnnxTensor>, shown: string) {
    this.#tensors = tensors;
    this.#shown = shown;
  }

  shapeOf(name: string): readonly number[] {
    return this.#tensor(name).shape;
  }

  /** Number of names that exist, counted from number 0. */
  countOf(nameOf: (number: number) => string): number {
    let count = 0;
    while (this.#tensors.has(nameOf(count))) count++;
    return count;
  }

  floats(name: string, shape: readonly number[]): void {
    this.#floats.push(new Float32Array(aligned(this.#data(name, onnxTypes.float32, shape, 4))));
  }

  norm(name: string, width: number): void {
    this.floats(`${name}.weight`, [width]);
    this.floats(`${name}.bias`, [width]);
  }

  matrix(name: string, bias: string, inputs: number, outputs: number): void {
    this.floats(`/${name}/MatMul/scale`, []);
    const offset = this.#data(`/${name}/MatMul/offset`, onnxTypes.uint8, [], 1)[0] ?? 0;
    this.#floats.push(Float32Array.of(offset));
    this.floats(`/${name}/MatMul/widths`, [outputs]);
    this.floats(bias, [outputs]);
    const weights = this.#data(`/${name}/MatMul/weights`, onnxTypes.int8, [inputs, outputs], 1);
    this.#bytes.push(new Int8Array(weights.buffer, weights.byteOffset, weights.length));
  }

  double(name: string): number {
    return new Float64Array(aligned(this.#data(name, onnxTypes.float64, [], 8)))[0] ?? 0;
  }

  learned(): Pick<LearnedBlocks, 'floats' | 'bytes'> {
    return { floats: joined(this.#floats, Float32Array), bytes: joined(this.#bytes, Int8Array) };
  }

  #tensor(name: string): OnnxTensor {
    const found = this.#tensors.get(name);
    if (found === undefined) throw this.#fault(`the graph has no ${name}`);
    return found;
  }

  #data(name: string, dataType: number, shape: readonly number[], elementBytes: number): Uint8Array {
    const found = this.#tensor(name);
    const bytes = shape.reduce((size, dimension) => size * dimension, elementBytes);
    const fits = found.shape.length === shape.length && found.shape.every((size, at) => size === shape[at]);
    if (!fits || found.dataType !== dataType || found.data.length !== bytes) {
      const is = `${name} is [${found.shape.join(', ')}] of data type ${found.dataType}`;
      throw this.#fault(`${is}, expected [${shape.join(', ')}] of data type ${dataType}`);
    }
    return found.data;
  }

  #fault(what: string): ModelError {
    return formFault(this.#shown, what);
  }
}

const aligned = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

function joined<T extends Float32Array | Int8Array>(parts: readonly T[], Make: new (length: number) => T): T {
  const all = new Make(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part as never, at);
    at += part.length;
  }
  return all;
}
