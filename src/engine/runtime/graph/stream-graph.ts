// Graphs that process streams. A graph of the runtime takes the pieces of several streams, builds the inputs of a run
// by the roles that the manifest gives, and returns scores and caches to each stream.
import type { CacheInput, Graph, GraphInput, GraphOutput } from '../../../models/graph.js';
import { ModelError } from '../../../models/model-error.js';
import type { ChunkPlan, RecomputeStreaming } from '../../../models/streaming.js';
import { unreachable } from '../../../protocol/unreachable.js';
import type { Piece } from './chunker.js';
import type { OrtGraph, TensorData, TensorType, TensorValue } from './ort.js';
import { copyPart, join, makeData, Scratch, sizeOf } from './tensors.js';
import { spreadTokens } from './token-rows.js';

/** The tensors that one stream passes from run to run, by the name of the input. */
export type StreamCaches = Map<string, TensorData>;

export interface Turn {
  readonly piece: Piece;
  /** Caches of the stream, which the run overwrites. */
  readonly caches: StreamCaches;
}

/** The outputs that count, row by row. Valid until the next run. */
export type Scores = Float32Array;

/** A graph that processes streams, whatever computes it. */
export interface StreamGraph {
  /** False if an input has no batch dimension, or if the scores of a stream would depend on the others in the batch. */
  readonly canBatch: boolean;
  /** The kind of the scores. */
  readonly values: Extract<GraphOutput, { role: 'scores' }>['values'];
  readonly scoreWidth: number;
  newCaches(): StreamCaches;
  /**
   * Runs one turn of each stream. REQUIRES: equal rowCount, all looks or none, and a single turn if canBatch is false.
   */
  run(turns: readonly Turn[]): Promise<Scores[]>;
  release(): Promise<void>;
}

/** A graph that the runtime computes. */
export class OrtStreamGraph implements StreamGraph {
  readonly #ort: OrtGraph;
  readonly #graph: Graph;
  readonly #plan: ChunkPlan;
  readonly #width: number;
  readonly #scores: Extract<GraphOutput, { role: 'scores' | 'encoding' }>;
  /** Number of the blank unit, for graphs with an output for each token instead of each time. */
  readonly #blank: number;
  readonly #caches: readonly CacheInput[];
  readonly #wanted: readonly string[];
  /** Inputs and outputs of all runs, by name: a stream produces no garbage. */
  readonly #scratches = new Map<string, Scratch>();
  /** True if the outputs of the last run had the shapes of the manifest. */
  #shapesFit = false;
  #hasKnownShapes = false;
  readonly canBatch: boolean;
  /** Width of the scores; known after warm-up. */
  scoreWidth = 0;

  constructor(ort: OrtGraph, graph: Graph, plan: ChunkPlan, width: number, blank = 0) {
    this.#blank = blank;
    this.#ort = ort;
    this.#graph = graph;
    this.#plan = plan;
    this.#width = width;
    this.#scores = graph.outputs.find(isResult) as Extract<GraphOutput, { role: 'scores' | 'encoding' }>;
    this.#caches = graph.inputs.filter((input): input is CacheInput => input.role === 'cache');
    this.#wanted = [this.#scores.name, ...this.#caches.map(({ next }) => next)];
    const isShared = ({ role }: GraphInput) => role === 'constant' || role === 'length';
    this.canBatch =
      !ort.facts.isDynamicallyQuantised &&
      !this.#areTokens &&
      this.#scores.shape.includes('batch') &&
      graph.inputs.every((input) => isShared(input) || input.shape.includes('batch'));
  }

  get values(): Extract<GraphOutput, { role: 'scores' }>['values'] {
    return this.#scores.role === 'scores' ? this.#scores.values : 'log-probabilities';
  }

  /** True if its outputs depend on all rows of a run. */
  get isDynamicallyQuantised(): boolean {
    return this.#ort.facts.isDynamicallyQuantised;
  }

  newCaches(): StreamCaches {
    return new Map(
      this.#caches.map(({ name, type, shape, fill }) => [name, makeData(type, sizeOf(ofOne(shape)), fill)]),
    );
  }

  /** Runs once: memory is allocated and the width of the scores is known before the first call comes. */
  async warmUp(): Promise<void> {
    const plan = this.#plan;
    const rowCount = plan.mode === 'caches' ? plan.windowRows : trialRows(plan);
    const outputs = (plan.mode === 'caches' ? plan.stepRows : rowCount) / plan.rowsPerOutput;
    await this.#runOnce(rowCount, Math.ceil(outputs));
    this.#hasKnownShapes = plan.mode === 'caches' && this.#shapesFit;
    const takesLooks = plan.mode === 'caches' && plan.earlyOutputs !== undefined;
    if (takesLooks) await this.#runOnce(rowCount + plan.rowsPerOutput, Math.ceil(outputs) + 1);
  }

  async #runOnce(rowCount: number, outputs: number): Promise<void> {
    const rows = new Float32Array(rowCount * this.#width);
    const counts = { outputs, skip: 0, keep: outputs, outputsBefore: 0, validOutputs: outputs };
    await this.run([{ piece: { rows, rowCount, ...counts, isLook: false }, caches: this.newCaches() }]);
  }

  async run(turns: readonly Turn[]): Promise<Scores[]> {
    const feeds = new Map<string, TensorValue>();
    for (const input of this.#graph.inputs) feeds.set(input.name, this.#feed(input, turns));
    const isLook = turns[0]?.piece.isLook ?? false;
    const results = await this.#ort.run(feeds, isLook ? [this.#scores.name] : this.#wanted, this.#memory(turns));
    for (const { name, next, shape } of isLook ? [] : this.#caches) {
      const value = results.get(next) as TensorValue;
      const expected = sizeOf(ofOne(shape)) * turns.length;
      if (value.data.length !== expected) {
        throw new ModelError(
          'bad',
          `output ${next} has ${value.data.length} values, but its cache ${name} has ${expected}`,
        );
      }
      for (const [index, { caches }] of turns.entries()) {
        copyPart(caches.get(name) as TensorData, value.data, value.shape, shape.indexOf('batch'), index);
      }
    }
    if (!this.#hasKnownShapes) this.#shapesFit = this.#haveShapes(results, sizesOf(turns));
    return this.#scoresOf(results.get(this.#scores.name) as TensorValue, turns);
  }

  async release(): Promise<void> {
    await this.#ort.release();
  }

  /** The memory into which the outputs of a run are written. */
  #memory(turns: readonly Turn[]): Map<string, TensorValue> | undefined {
    if (!this.#hasKnownShapes) return undefined;
    const sizes = sizesOf(turns);
    return new Map(
      this.#outputs().map(({ name, type, shape: dimensions }) => {
        const shape = fixed(dimensions, sizes);
        return [name, { type, shape, data: this.#scratch(name, type).take(sizeOf(shape)) }];
      }),
    );
  }

  #haveShapes(results: ReadonlyMap<string, TensorValue>, sizes: Record<string, number>): boolean {
    return this.#outputs().every(({ name, shape }) => {
      const found = results.get(name)?.shape ?? [];
      const expected = fixed(shape, sizes);
      return found.length === expected.length && expected.every((dimension, at) => dimension === found[at]);
    });
  }

  #outputs(): Pick<CacheInput, 'name' | 'type' | 'shape'>[] {
    return [this.#scores, ...this.#caches.map(({ next, type, shape }) => ({ name: next, type, shape }))];
  }

  #scratch(name: string, type: TensorType): Scratch {
    const known = this.#scratches.get(name) ?? new Scratch(type);
    this.#scratches.set(name, known);
    return known;
  }

  #scoresOf({ data, shape }: TensorValue, turns: readonly Turn[]): Scores[] {
    const width = shape.at(-1) ?? 1;
    this.scoreWidth = width;
    if (this.#areTokens) return [this.#tokensOf(data as Float32Array, width, turns[0] as Turn)];
    const streamOutputs = data.length / width / turns.length;
    return turns.map(({ piece: { skip, keep } }, index) => {
      if (skip + keep > streamOutputs) {
        const wanted = `${skip + keep} outputs were expected, but the graph made ${streamOutputs}`;
        throw new ModelError('bad', `output ${this.#scores.name}: ${wanted}; see streaming in the manifest`);
      }
      const from = index * streamOutputs + skip;
      return (data as Float32Array).subarray(from * width, (from + keep) * width);
    });
  }

  get #areTokens(): boolean {
    return this.#plan.mode === 'recompute' && this.#plan.areTokens === true;
  }

  #tokensOf(tokens: Float32Array, width: number, { piece: { keep } }: Turn): Scores {
    const rows = spreadTokens(tokens, width, keep, this.#blank, this.values);
    if (rows !== undefined) return rows;
    const made = `${tokens.length / width} units from ${keep} rows`;
    throw new ModelError('bad', `output ${this.#scores.name}: the graph made ${made}; see streaming in the manifest`);
  }

  #feed(input: GraphInput, turns: readonly Turn[]): TensorValue {
    const { type } = input;
    const { rowCount, outputs } = (turns[0] as Turn).piece;
    const shape = fixed(input.shape, sizesOf(turns));
    const axis = Math.max(0, input.shape.indexOf('batch'));
    const own = ofOne(shape, axis, input.shape.includes('batch'));
    const each = (make: (turn: Turn) => TensorData) =>
      join(this.#scratch(input.name, type), turns.map(make), own, axis);
    const filled = (value: number) => makeData(type, sizeOf(shape), value);
    switch (input.role) {
      case 'rows':
        return { type, shape, data: each((turn) => this.#rows(turn.piece, input.shape)) };
      case 'valid':
        return {
          type,
          shape,
          data: each(({ piece }) => makeData(type, outputs).fill(1 as never, 0, piece.validOutputs)),
        };
      case 'cache':
        return { type, shape, data: each(({ caches }) => caches.get(input.name) as TensorData) };
      case 'constant':
        return { type, shape, data: filled(input.value) };
      case 'length':
        return { type, shape, data: filled(rowCount) };
      case 'offset':
        return { type, shape, data: each(({ piece }) => makeData(type, 1, input.start + piece.outputsBefore)) };
      case 'attention-mask':
        return { type, shape, data: each(({ piece }) => this.#attentionMask(piece, sizeOf(own))) };
      case 'ids':
      case 'padding-mask':
      case 'positions':
        throw new ModelError('bad', `graph.inputs: ${input.name}: the role ${input.role} is not possible for a stream`);
      default:
        return unreachable(input);
    }
  }

  #rows({ rows, rowCount }: Piece, shape: Graph['inputs'][number]['shape']): Float32Array {
    const isTransposed = shape.at(-1) === 'rows';
    if (!isTransposed) return rows;
    const turned = new Float32Array(rows.length);
    for (let row = 0; row < rowCount; row++) {
      for (let column = 0; column < this.#width; column++) {
        turned[column * rowCount + row] = rows[row * this.#width + column] as number;
      }
    }
    return turned;
  }

  #attentionMask({ outputsBefore }: Piece, length: number): Uint8Array {
    const leftOutputs = this.#plan.mode === 'caches' ? this.#plan.leftOutputs : 0;
    return new Uint8Array(length).fill(1).fill(0, 0, Math.max(0, leftOutputs - outputsBefore));
  }
}

const isResult = ({ role }: GraphOutput): boolean => role === 'scores' || role === 'encoding';

/** Length of the sentence with which a graph for sentences of any length is tried. */
const trialSentenceRows = 50;

const trialRows = ({ leftRows, chunkRows, rightRows, isWhole }: RecomputeStreaming): number =>
  isWhole ? Math.min(chunkRows, trialSentenceRows) : leftRows + chunkRows + rightRows;

const sizesOf = (turns: readonly Turn[]): Record<string, number> => {
  const { rowCount, outputs } = (turns[0] as Turn).piece;
  return { batch: turns.length, rows: rowCount, outputs };
};

const fixed = (shape: GraphInput['shape'], sizes: Record<string, number>): number[] =>
  shape.map((dimension) => (typeof dimension === 'number' ? dimension : (sizes[dimension] ?? 1)));

/** The shape for one stream. */
function ofOne(shape: readonly (number | string)[], axis = shape.indexOf('batch'), hasBatch = axis >= 0): number[] {
  return shape.map((dimension, at) => (hasBatch && at === axis ? 1 : Number(dimension)));
}
