// A transducer as a graph for streams: encoder, then decoder and joiner unit by unit. A row of scores is the joiner's
// result for an output after the likeliest units so far, with at most one unit for an output. Code for CTC rows can
// read these rows.
import { graphMismatch } from '../../../models/graph.js';
import type { TransducerManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import { decoderTensors, joinerTensors, type Transducer } from '../../../models/transducer.js';
import type { OrtGraph, TensorData } from './ort.js';
import { toLogProbabilities } from './probabilities.js';
import { type ModelOf, openGraph } from './stored-model.js';
import type { OrtStreamGraph, Scores, StreamCaches, StreamGraph, Turn } from './stream-graph.js';
import { makeData } from './tensors.js';

/** A name that no tensor can have: it is longer than a manifest may give. */
const contextName = 'last units of the stream'.padEnd(201);
const decodingName = 'decoding of the stream'.padEnd(201);

export class TransducerGraph implements StreamGraph {
  readonly values = 'log-probabilities' as const;
  readonly scoreWidth: number;
  readonly #encoder: OrtStreamGraph;
  readonly #decoder: OrtGraph;
  readonly #joiner: OrtGraph;
  readonly #parts: Transducer;
  readonly #blank: number;
  /** The decoder's output before any unit. */
  #first: Float32Array = new Float32Array(0);

  private constructor(encoder: OrtStreamGraph, decoder: OrtGraph, joiner: OrtGraph, manifest: TransducerManifest) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#joiner = joiner;
    this.#parts = manifest.transducer;
    this.#blank = manifest.units.blank;
    this.scoreWidth = manifest.units.count;
  }

  /**
   * Loads and checks a transducer, and runs it once. Throws a ModelError for a graph that does not match the manifest;
   * the encoder is released then.
   */
  static async load(model: ModelOf<TransducerManifest>, encoder: OrtStreamGraph): Promise<TransducerGraph> {
    const { manifest } = model;
    const { transducer, units } = manifest;
    const opened: OrtGraph[] = [];
    const open = async (what: string, file: string, tensors: ReturnType<typeof decoderTensors>) => {
      const graph = await openGraph(model, file);
      opened.push(graph);
      const mismatch = graphMismatch(tensors, graph.facts);
      if (mismatch !== undefined) throw new ModelError('bad', `${nameOf(manifest)}: ${what} ${file}: ${mismatch}`);
      return graph;
    };
    try {
      const { encodingSize } = transducer.joiner;
      if (encoder.scoreWidth !== encodingSize) {
        const said = `the encoder's outputs have ${encoder.scoreWidth} numbers, but transducer.joiner.encodingSize says ${encodingSize}`;
        throw new ModelError('bad', `${nameOf(manifest)}: ${said}`);
      }
      const decoder = await open('decoder', transducer.decoder.file, decoderTensors(transducer));
      const joiner = await open('joiner', transducer.joiner.file, joinerTensors(transducer, units.count));
      const made = new TransducerGraph(encoder, decoder, joiner, manifest);
      await made.#warmUp().catch((fault: unknown) => {
        const reason = (fault as Error).message.split('\n')[0];
        throw new ModelError('bad', `${nameOf(manifest)}: the decoder or the joiner does not run: ${reason}`, {
          cause: fault,
        });
      });
      return made;
    } catch (fault) {
      for (const graph of opened) await graph.release();
      await encoder.release();
      throw fault;
    }
  }

  get canBatch(): boolean {
    return this.#encoder.canBatch;
  }

  newCaches(): StreamCaches {
    const caches = this.#encoder.newCaches();
    caches.set(contextName, this.#noUnits());
    caches.set(decodingName, this.#first.slice());
    return caches;
  }

  async run(turns: readonly Turn[]): Promise<Scores[]> {
    // The runtime may reuse the memory of the encodings in its next run.
    const encodings = (await this.#encoder.run(turns)).map((rows) => rows.slice());
    const scores: Scores[] = [];
    for (const [index, { caches }] of turns.entries()) {
      scores.push(await this.#rowsOf(encodings[index] as Scores, caches));
    }
    return scores;
  }

  async release(): Promise<void> {
    await this.#encoder.release();
    await this.#decoder.release();
    await this.#joiner.release();
  }

  async #warmUp(): Promise<void> {
    this.#first = await this.#decode(this.#noUnits());
    await this.#join(new Float32Array(this.#parts.joiner.encodingSize), this.#first);
  }

  async #rowsOf(encodings: Scores, caches: StreamCaches): Promise<Scores> {
    const { encodingSize } = this.#parts.joiner;
    const outputs = encodings.length / encodingSize;
    const rows = new Float32Array(outputs * this.scoreWidth);
    let decoding = caches.get(decodingName) as Float32Array;
    const context = caches.get(contextName) as BigInt64Array | Int32Array;
    for (let output = 0; output < outputs; output++) {
      const row = rows.subarray(output * this.scoreWidth, (output + 1) * this.scoreWidth);
      row.set(await this.#join(encodings.subarray(output * encodingSize, (output + 1) * encodingSize), decoding));
      toLogProbabilities(row, this.scoreWidth, 'logits');
      const unit = likeliest(row);
      if (unit === this.#blank) continue;
      context.copyWithin(0, 1);
      context.fill((context instanceof BigInt64Array ? BigInt(unit) : unit) as never, context.length - 1);
      decoding = await this.#decode(context);
    }
    caches.set(decodingName, decoding);
    return rows;
  }

  #noUnits(): BigInt64Array | Int32Array {
    return makeData(this.#parts.decoder.type, this.#parts.contextUnits, this.#blank) as BigInt64Array | Int32Array;
  }

  async #decode(context: TensorData): Promise<Float32Array> {
    const { input, type, output, size } = this.#parts.decoder;
    const results = await this.#decoder.run(new Map([[input, { type, shape: [1, context.length], data: context }]]), [
      output,
    ]);
    return Float32Array.from(numbersOf(results, output, size));
  }

  async #join(encoding: Float32Array, decoding: Float32Array): Promise<Float32Array> {
    const { joiner } = this.#parts;
    const tensor = (data: Float32Array) => ({ type: 'float32' as const, shape: [1, data.length], data });
    const inputs = new Map([
      [joiner.encoding, tensor(encoding)],
      [joiner.decoding, tensor(decoding)],
    ]);
    return numbersOf(await this.#joiner.run(inputs, [joiner.output]), joiner.output, this.scoreWidth);
  }
}

function numbersOf(results: Awaited<ReturnType<OrtGraph['run']>>, name: string, count: number): Float32Array {
  const data = results.get(name)?.data as Float32Array;
  if (data.length !== count) throw new ModelError('bad', `output ${name} has ${data.length} values, not ${count}`);
  return data;
}

function likeliest(row: Float32Array): number {
  let best = 0;
  for (let unit = 1; unit < row.length; unit++) if ((row[unit] as number) > (row[best] as number)) best = unit;
  return best;
}
