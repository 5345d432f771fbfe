// Models of the family "vad": audio in, speech probabilities and beginnings and ends of speech out.
import type { VadManifest } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { nameOf } from '../../../models/slots.js';
import { probabilityOf } from '../graph/probabilities.js';
import type { ModelOf } from '../graph/stored-model.js';
import { type AudioStream, StreamModel } from '../graph/stream-model.js';
import { type SpeechEvent, SpeechSegments } from './speech-segments.js';

/** Distance of the end threshold below the threshold, for models that state no end threshold. */
const endBelow = 0.15;
const leastThreshold = 0.01;

export interface VadListener {
  /** Called with the probability of the output that begins at `atMs`. */
  probability(value: number, atMs: number): void;
  speech(event: SpeechEvent): void;
  finished(): void;
  failed(fault: unknown): void;
}

export class VadModel {
  readonly manifest: VadManifest;
  readonly stream: StreamModel;

  private constructor(manifest: VadManifest, stream: StreamModel) {
    this.manifest = manifest;
    this.stream = stream;
  }

  static async load(model: ModelOf<VadManifest>): Promise<VadModel> {
    const { manifest } = model;
    const stream = await StreamModel.load(model);
    const { speech } = manifest.vad;
    const columns = 'column' in speech ? [speech.column] : speech.silence;
    if (columns.some((column) => column >= stream.scoreWidth)) {
      await stream.release();
      const message = `vad.speech: the graph has only ${stream.scoreWidth} columns, but ${columns.join(', ')} are named`;
      throw new ModelError('bad', `${nameOf(manifest)}: ${message}`);
    }
    return new VadModel(manifest, stream);
  }

  /** Opens a stream. `threshold` replaces that of the manifest. */
  open(listener: VadListener, threshold: number = this.manifest.vad.threshold): AudioStream {
    const { speech, endThreshold, minSpeechMs, minSilenceMs } = this.manifest.vad;
    const { outputMs, scoreWidth, graph } = this.stream;
    const segments = new SpeechSegments({
      threshold,
      endThreshold: Math.min(threshold, endThreshold ?? Math.max(leastThreshold, threshold - endBelow)),
      minSpeechMs,
      minSilenceMs,
      outputMs,
    });
    const isSpeech = (row: Float32Array) =>
      'column' in speech
        ? probabilityOf(row, [speech.column], graph.values)
        : 1 - probabilityOf(row, speech.silence, graph.values);
    const emit = (event: SpeechEvent) => listener.speech(event);
    let outputs = 0;
    return this.stream.open({
      scores: (rows, count) => {
        for (let index = 0; index < count; index++) {
          const value = isSpeech(rows.subarray(index * scoreWidth, (index + 1) * scoreWidth));
          listener.probability(value, outputs++ * outputMs);
          segments.push(value, emit);
        }
      },
      finished: () => {
        segments.flush(emit);
        listener.finished();
      },
      failed: (fault) => listener.failed(fault),
    });
  }

  release(): Promise<void> {
    return this.stream.release();
  }
}
