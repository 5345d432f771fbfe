// Models of the family "ctc": audio in, log probabilities of units out. The search over them is in native/core/search.
import type { CtcManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import type { Priority } from '../graph/batcher.js';
import { toLogProbabilities } from '../graph/probabilities.js';
import { type ModelOf, modelText } from '../graph/stored-model.js';
import { type AudioStream, type Computer, StreamModel } from '../graph/stream-model.js';
import { parseUnits, type Units } from './units.js';

export interface CtcListener {
  /** Called with `count` rows of `units.names.length` log probabilities; valid until the call returns. */
  logProbabilities(rows: Float32Array, count: number): void;
  /** Called with a forecast of the next rows while their look-ahead is incomplete; see AudioStream.partialBetween. */
  looked?(rows: Float32Array, count: number): void;
  finished(): void;
  failed(fault: unknown): void;
}

export class CtcModel {
  readonly manifest: CtcManifest;
  readonly units: Units;
  readonly stream: StreamModel;

  private constructor(manifest: CtcManifest, units: Units, stream: StreamModel) {
    this.manifest = manifest;
    this.units = units;
    this.stream = stream;
  }

  /** Loads a model. `by`: the computer of the graph; by default the one of the manifest. */
  static async load(model: ModelOf<CtcManifest>, by?: Computer): Promise<CtcModel> {
    const { manifest } = model;
    const { file, count } = manifest.units;
    const stream = await StreamModel.load(model, by);
    try {
      const units = parseUnits(modelText(model, file), manifest.units);
      if (typeof units === 'string') throw new ModelError('bad', `${nameOf(manifest)} ${file}: ${units}`);
      if (stream.scoreWidth !== count) {
        const message = `the graph scores ${stream.scoreWidth} units, but units.count says ${count}`;
        throw new ModelError('bad', `${nameOf(manifest)}: ${message}`);
      }
      return new CtcModel(manifest, units, stream);
    } catch (fault) {
      await stream.release();
      throw fault;
    }
  }

  /** Interval between two outputs. */
  get outputMs(): number {
    return this.stream.outputMs;
  }

  get collectsMs(): number {
    return this.stream.collectsMs;
  }

  open(listener: CtcListener, priority: Priority = 'live'): AudioStream {
    const { scoreWidth, graph } = this.stream;
    const own = {
      scores: (rows: Float32Array, count: number) =>
        listener.logProbabilities(toLogProbabilities(rows, scoreWidth, graph.values), count),
      looked: (rows: Float32Array, count: number) =>
        listener.looked?.(toLogProbabilities(rows, scoreWidth, graph.values), count),
      finished: () => listener.finished(),
      failed: (fault: unknown) => listener.failed(fault),
    };
    return this.stream.open(own, priority);
  }

  release(): Promise<void> {
    return this.stream.release();
  }
}
