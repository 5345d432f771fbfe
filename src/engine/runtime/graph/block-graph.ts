// A graph of the form "blocks" for streams, without the runtime: native/core/encoder computes it several times as fast
// on one core, with the same bytes between its layers.
import { readSmall } from '../../../models/files.js';
import { rowWidth } from '../../../models/front-end.js';
import type { GraphOutput } from '../../../models/graph.js';
import type { CtcManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import { type ChunkPlan, chunkPlan } from '../../../models/streaming.js';
import { makeBlockEncoder, type NativeBlockEncoder } from '../../../native/encoder.js';
import { limits } from '../../../protocol/limits.js';
import { realDisk } from '../../../storage/disk.js';
import { learnedBlocks, skipRows } from './block-form.js';
import { checkFiles, type ModelOf } from './stored-model.js';
import type { Scores, StreamCaches, StreamGraph, Turn } from './stream-graph.js';
import { Scratch } from './tensors.js';

const stateName = 'state';

export class BlockGraph implements StreamGraph {
  readonly canBatch = true;
  readonly values: Extract<GraphOutput, { role: 'scores' }>['values'] = 'log-probabilities';
  readonly scoreWidth: number;
  readonly #encoder: NativeBlockEncoder;
  readonly #scores = new Scratch('float32');

  private constructor(encoder: NativeBlockEncoder, units: number) {
    this.#encoder = encoder;
    this.scoreWidth = units;
  }

  /** Loads the graph. Throws a ModelError if the file does not have the form that its manifest names. */
  static load(model: ModelOf<CtcManifest>): { graph: BlockGraph; plan: ChunkPlan } {
    const { manifest, path } = model;
    checkFiles(model);
    const shown = `${nameOf(manifest)} ${manifest.graph.file}`;
    const learned = learnedBlocks(readSmall(realDisk, path(manifest.graph.file), limits.model.fileBytes), shown);
    const plan = chunkPlan(manifest.streaming, new Map());
    if (typeof plan === 'string') throw new ModelError('bad', `${nameOf(manifest)}: ${plan}`);
    const complaint = planComplaint(plan, learned.looks) ?? widthComplaint(rowWidth(manifest.frontEnd), learned.bins);
    if (complaint !== undefined) throw new ModelError('bad', `${nameOf(manifest)}: ${complaint}`);
    let encoder: NativeBlockEncoder;
    try {
      encoder = makeBlockEncoder(learned);
    } catch (fault) {
      throw new ModelError('bad', `${shown}: ${(fault as Error).message}`, { cause: fault });
    }
    return { graph: new BlockGraph(encoder, learned.units), plan };
  }

  newCaches(): StreamCaches {
    return new Map([[stateName, new Float32Array(this.#encoder.stateFloats)]]);
  }

  async run(turns: readonly Turn[]): Promise<Scores[]> {
    const { outputs, isLook } = (turns[0] as Turn).piece;
    const states = turns.map(({ caches }) => caches.get(stateName) as Float32Array);
    const rows = turns.map(({ piece }) => piece.rows);
    const valid = Uint32Array.from(turns, ({ piece }) => piece.validOutputs);
    const scores = this.#scores.take(turns.length * outputs * this.scoreWidth) as Float32Array;
    this.#encoder.run(states, rows, valid, outputs, !isLook, scores);
    return turns.map(({ piece: { skip, keep } }, index) => {
      const from = index * outputs + skip;
      return scores.subarray(from * this.scoreWidth, (from + keep) * this.scoreWidth);
    });
  }

  async release(): Promise<void> {}
}

const widthComplaint = (width: number, bins: number): string | undefined =>
  width === bins ? undefined : `frontEnd: makes rows of ${width} values, but the graph takes ${bins}`;

function planComplaint(plan: ChunkPlan, looks: readonly number[]): string | undefined {
  if (plan.mode !== 'caches' || plan.windowRows !== plan.stepRows || plan.rowsPerOutput !== skipRows) {
    return `streaming: graph.form blocks needs mode caches, windows that do not overlap and rowsPerOutput ${skipRows}`;
  }
  if (plan.windowRows % skipRows !== 0) return `streaming: windowRows must be a multiple of ${skipRows}`;
  const ahead = looks.reduce((sum, look) => sum + look, 0);
  return plan.dropOutputs === ahead
    ? undefined
    : `streaming: dropOutputs is ${plan.dropOutputs}, but the blocks of the graph look ${ahead} outputs ahead together`;
}
