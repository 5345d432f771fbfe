// The two graphs that scripts/train/tts/tts_export.py writes: the encoder takes a whole sentence, and the frames come
// in chunks with caches. The widths come from the tensors of the files; this class requires the tensors.
import { ModelError } from '../../../models/model-error.js';
import type { OrtGraph, TensorData, TensorValue } from '../graph/ort.js';
import { makeData, sizeOf } from '../graph/tensors.js';
import { placeNumbers } from './voice-timing.js';
import { unitColumns } from './voice-units.js';

const caches = ['valid', 'wait', 'pitch', 'memory', 'tune'] as const;
const envelopeWidth = 64;
export const noiseWidth = 5;
export const tuneWidth = 2;

const inputsOf = {
  encoder: ['tokens', 'manner'],
  frames: ['frames', 'valid', 'manner', 'timbre', ...caches.map((name) => `${name}_cache`)],
};
const outputsOf = {
  encoder: ['hidden', 'ln_frames', 'loudness'],
  frames: ['envelope', 'aperiodicity', 'tune', ...caches.map((name) => `${name}_next`)],
};

/** Number of parameters of a small network, for which a call of the runtime costs as much as some 40 frames. */
const smallWeights = 1_000_000;
const smallChunkFrames = 128;
const largeChunkFrames = 32;

/** The encoder's output for the units of a sentence. */
export interface Encoded {
  /** hiddenWidth values for each unit. */
  readonly hidden: Float32Array;
  readonly lnFrames: Float32Array;
  readonly loudness: Float32Array;
}

export interface FrameChunk {
  readonly envelope: Float32Array;
  readonly aperiodicity: Float32Array;
  /** Log pitch in deviations from the speaker's mean, and a value above 0 in voiced frames. */
  readonly tune: Float32Array;
}

export type FrameCaches = Map<string, TensorData>;

export class VoiceNetwork {
  readonly mannerWidth: number;
  readonly timbreWidth: number;
  readonly hiddenWidth: number;
  /** Number of values of a frame: hidden, places, loudness. */
  readonly frameWidth: number;
  /** Delay of an output frame behind its input, in frames. */
  readonly lateFrames: number;
  /** Output frames of a chunk: about 5 ms of work, but no fewer than a call of the runtime costs. */
  readonly chunkFrames: number;
  readonly #shapes: ReadonlyMap<string, readonly number[]>;

  /** Checks the graphs; throws a ModelError if they do not fit. `shown` names the model. */
  constructor(
    readonly encoder: OrtGraph,
    readonly frames: OrtGraph,
    shown: string,
  ) {
    const wrong = (message: string) => new ModelError('bad', `${shown}: ${message}`);
    for (const [name, graph] of [
      ['encoder', encoder],
      ['frames', frames],
    ] as const) {
      const has = new Set([...graph.facts.inputs, ...graph.facts.outputs].map((tensor) => tensor.name));
      const missing = [...inputsOf[name], ...outputsOf[name]].filter((each) => !has.has(each));
      if (missing.length > 0) {
        throw wrong(`network.${name}: the graph lacks ${missing.join(', ')}; it has only ${[...has].join(', ')}`);
      }
      const unknown = graph.facts.inputs.map((input) => input.name).filter((each) => !inputsOf[name].includes(each));
      if (unknown.length > 0) throw wrong(`network.${name}: the graph has unknown inputs: ${unknown.join(', ')}`);
    }
    const width = (graph: OrtGraph, name: string, axis: number): number => {
      const tensor = [...graph.facts.inputs, ...graph.facts.outputs].find((each) => each.name === name);
      const size = tensor?.shape.at(axis);
      if (typeof size === 'number' && size > 0) return size;
      throw wrong(`${name}: dimension ${axis} must be fixed, but the graph has [${tensor?.shape.join(', ')}]`);
    };
    this.mannerWidth = width(encoder, 'manner', -1);
    this.timbreWidth = width(frames, 'timbre', -1);
    this.hiddenWidth = width(encoder, 'hidden', -1);
    this.frameWidth = width(frames, 'frames', -1);
    this.lateFrames = width(frames, 'valid_cache', 1);
    this.#shapes = new Map(
      caches.map((name) => {
        const input = `${name}_cache`;
        const rank = frames.facts.inputs.find((each) => each.name === input)?.shape.length ?? 0;
        return [input, Array.from({ length: rank }, (_, axis) => width(frames, input, axis))];
      }),
    );
    this.chunkFrames = frames.weights < smallWeights ? smallChunkFrames : largeChunkFrames;
    const expected: readonly [string, number, number][] = [
      ['tokens', width(encoder, 'tokens', -1), unitColumns],
      ['frames', this.frameWidth, this.hiddenWidth + placeNumbers + 1],
      ['manner of frames', width(frames, 'manner', -1), this.mannerWidth],
      ['envelope', width(frames, 'envelope', -1), envelopeWidth],
      ['aperiodicity', width(frames, 'aperiodicity', -1), noiseWidth],
      ['tune', width(frames, 'tune', -1), tuneWidth],
    ];
    for (const [name, found, wanted] of expected) {
      if (found !== wanted) throw wrong(`${name}: is ${found} wide, must be ${wanted}`);
    }
  }

  newCaches(): FrameCaches {
    return new Map([...this.#shapes].map(([name, shape]) => [name, makeData('float32', sizeOf(shape))]));
  }

  /** Runs the encoder. `columns`: unitColumns numbers for each unit. Blocks the process. */
  async encode(columns: BigInt64Array, manner: Float32Array): Promise<Encoded> {
    const units = columns.length / unitColumns;
    const found = await this.encoder.run(
      new Map<string, TensorValue>([
        ['tokens', { type: 'int64', shape: [1, units, unitColumns], data: columns }],
        ['manner', { type: 'float32', shape: [1, this.mannerWidth], data: manner }],
      ]),
      outputsOf.encoder,
    );
    const [hidden, lnFrames, loudness] = outputsOf.encoder.map((name) => found.get(name)?.data as Float32Array);
    return { hidden, lnFrames, loudness } as Encoded;
  }

  /**
   * Runs a chunk. `rows`: frameWidth values each; `valid`: 0 for rows after the end. Replaces the caches. Blocks the
   * process.
   */
  async paint(
    rows: Float32Array,
    valid: Float32Array,
    manner: Float32Array,
    timbre: Float32Array,
    kept: FrameCaches,
  ): Promise<FrameChunk> {
    const count = valid.length;
    const feeds = new Map<string, TensorValue>([
      ['frames', { type: 'float32', shape: [1, count, this.frameWidth], data: rows }],
      ['valid', { type: 'float32', shape: [1, count, 1], data: valid }],
      ['manner', { type: 'float32', shape: [1, this.mannerWidth], data: manner }],
      ['timbre', { type: 'float32', shape: [1, this.timbreWidth], data: timbre }],
    ]);
    for (const [name, shape] of this.#shapes) {
      feeds.set(name, { type: 'float32', shape, data: kept.get(name) as TensorData });
    }
    const found = await this.frames.run(feeds, outputsOf.frames);
    for (const name of caches) kept.set(`${name}_cache`, (found.get(`${name}_next`) as TensorValue).data);
    const [envelope, aperiodicity, tune] = outputsOf.frames.map((name) => found.get(name)?.data as Float32Array);
    return { envelope, aperiodicity, tune } as FrameChunk;
  }
}
