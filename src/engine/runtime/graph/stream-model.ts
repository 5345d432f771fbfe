// The common part of ctc and vad models: a graph that runs on chunks, a batcher, and streams that take audio and give
// scores.
import { type Normalisation, rowMs, rowWidth } from '../../../models/front-end.js';
import { withOtherCaches } from '../../../models/graph.js';
import type { CtcManifest, TransducerManifest, VadManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import { chunkPlan } from '../../../models/streaming.js';
import { limits } from '../../../protocol/limits.js';
import { Batcher, type Priority } from './batcher.js';
import { BlockGraph } from './block-graph.js';
import { Chunker } from './chunker.js';
import { type AudioRows, openAudioRows } from './feature-frames.js';
import { loadGraph, type ModelOf, normalisation } from './stored-model.js';
import { OrtStreamGraph, type StreamGraph } from './stream-graph.js';
import { TransducerGraph } from './transducer-graph.js';

export const steadyMs = (): number => performance.now();

export interface StreamListener {
  /** Called with `count` outputs of `scoreWidth` values each; valid until the call returns. */
  scores(rows: Float32Array, count: number): void;
  /**
   * Called with a forecast of the next outputs while their look-ahead is incomplete, if AudioStream.partialBetween
   * asked for it.
   */
  looked?(rows: Float32Array, count: number): void;
  /** Called after the last scores of a stream whose audio has ended. */
  finished(): void;
  failed(fault: unknown): void;
}

/** The native encoder, or ONNX Runtime. */
export type Computer = 'encoder' | 'runtime';

const computerOf = ({ manifest }: ModelOf<CtcManifest | VadManifest>): Computer =>
  manifest.family === 'ctc' && manifest.graph.form === 'blocks' ? 'encoder' : 'runtime';

export class StreamModel {
  readonly manifest: CtcManifest | VadManifest;
  /** Interval between two outputs. */
  readonly outputMs: number;
  readonly batcher: Batcher;
  readonly graph: StreamGraph;
  readonly #plan: Exclude<ReturnType<typeof chunkPlan>, string>;
  readonly #cmvn: Normalisation | undefined;

  private constructor(
    manifest: CtcManifest | VadManifest,
    graph: StreamGraph,
    plan: Exclude<ReturnType<typeof chunkPlan>, string>,
    cmvn: Normalisation | undefined,
  ) {
    this.manifest = manifest;
    this.graph = graph;
    this.batcher = new Batcher(graph);
    this.outputMs = rowMs(manifest.frontEnd, manifest.sampleRateHz) * plan.rowsPerOutput;
    this.#plan = plan;
    this.#cmvn = cmvn;
  }

  /** Loads a model and checks it against its manifest. With the runtime it also runs once. */
  static async load(model: ModelOf<CtcManifest | VadManifest>, by = computerOf(model)): Promise<StreamModel> {
    const { manifest } = model;
    const cmvn = normalisation(model);
    if (by === 'encoder') {
      const { graph, plan } = BlockGraph.load(model as ModelOf<CtcManifest>);
      return new StreamModel(manifest, graph, plan, cmvn);
    }
    const { graph, plan } = await StreamModel.#loadByRuntime(model);
    const isTransducer = manifest.family === 'transducer';
    const scorer = isTransducer ? await TransducerGraph.load(model as ModelOf<TransducerManifest>, graph) : graph;
    return new StreamModel(manifest, scorer, plan, cmvn);
  }

  static #loadByRuntime(model: ModelOf<CtcManifest | VadManifest>) {
    const { manifest } = model;
    return loadGraph(model, {
      graphOf: (facts) => withOtherCaches(manifest.graph, facts),
      make: (opened, graph) => {
        const plan = chunkPlan(manifest.streaming, opened.facts.metadata);
        if (typeof plan === 'string') throw new ModelError('bad', `${nameOf(manifest)}: ${plan}`);
        const blank = 'units' in manifest ? manifest.units.blank : 0;
        return { graph: new OrtStreamGraph(opened, graph, plan, rowWidth(manifest.frontEnd), blank), plan };
      },
      warmUp: ({ graph }) => graph.warmUp(),
    });
  }

  /** Audio that the model takes before an output: a whole chunk and its look-ahead. */
  get collectsMs(): number {
    const plan = this.#plan;
    const rows =
      plan.mode === 'recompute'
        ? plan.chunkRows + plan.rightRows
        : plan.windowRows + plan.dropOutputs * plan.rowsPerOutput;
    return rows * rowMs(this.manifest.frontEnd, this.manifest.sampleRateHz);
  }

  get scoreWidth(): number {
    return this.graph.scoreWidth;
  }

  open(listener: StreamListener, priority: Priority = 'live'): AudioStream {
    const { frontEnd, sampleRateHz } = this.manifest;
    const chunker = new Chunker(this.#plan, rowWidth(frontEnd), rowMs(frontEnd, sampleRateHz));
    const audio = openAudioRows(frontEnd, sampleRateHz, this.#cmvn);
    return new AudioStream(this, audio, chunker, listener, priority);
  }

  /** Releases the model. Every stream must be closed before. */
  async release(): Promise<void> {
    await this.graph.release();
  }
}

/** One call's audio on its way through the model. */
export class AudioStream {
  readonly priority: Priority;
  readonly chunker: Chunker;
  readonly caches: ReturnType<StreamGraph['newCaches']>;
  readonly #model: StreamModel;
  readonly #audio: AudioRows;
  readonly #listener: StreamListener;

  constructor(
    model: StreamModel,
    audio: AudioRows,
    chunker: Chunker,
    listener: StreamListener,
    priority: Priority = 'live',
  ) {
    this.priority = priority;
    this.#model = model;
    this.#audio = audio;
    this.#listener = listener;
    this.chunker = chunker;
    this.caches = model.graph.newCaches();
    model.batcher.add(this);
  }

  /**
   * Takes samples at the model's sample rate, in pieces of any length. A caller that pushes files must watch
   * queuedRows.
   */
  push(samples: Int16Array): void {
    this.#rows(this.#audio.push(samples));
  }

  end(): void {
    this.#rows(this.#audio.flush());
    this.chunker.end();
    this.#model.batcher.wake();
  }

  /** Ends the stream when its caller has gone: nothing more is reported. */
  close(): void {
    this.#model.batcher.remove(this);
  }

  /** Asks for outputs with incomplete look-ahead between these times of the stream, if the model has them. */
  partialBetween(fromMs: number, toMs: number): void {
    const { frontEnd, sampleRateHz } = this.#model.manifest;
    const perRowMs = rowMs(frontEnd, sampleRateHz);
    this.chunker.partialBetween(Math.ceil(fromMs / perRowMs), Math.floor(toMs / perRowMs));
  }

  scores(rows: Float32Array, count: number): void {
    this.#listener.scores(rows, count);
  }

  looked(rows: Float32Array, count: number): void {
    this.#listener.looked?.(rows, count);
  }

  finished(): void {
    this.#listener.finished();
  }

  failed(fault: unknown): void {
    this.#listener.failed(fault);
  }

  #rows(rows: Float32Array): void {
    if (rows.length === 0) return;
    this.chunker.push(rows);
    if (this.chunker.queuedRows > limits.model.queuedRows) {
      this.close();
      throw new Error(`${this.chunker.queuedRows} rows wait for the model, must be at most ${limits.model.queuedRows}`);
    }
    this.#model.batcher.wake();
  }
}
