// Models of the family "voiceprint": the rows of a segment of speech in, one vector out. The likeness of two voices is
// the cosine of their vectors.
import { rowWidth } from '../../../models/front-end.js';
import type { VoiceprintManifest } from '../../../models/manifest.js';
import { type AudioRows, openAudioRows } from '../graph/feature-frames.js';
import type { OrtGraph, TensorValue } from '../graph/ort.js';
import { loadGraph, type ModelOf, normalisation } from '../graph/stored-model.js';
import { wholeFeeds } from '../graph/utterance-inputs.js';

export class VoiceprintModel {
  readonly manifest: VoiceprintManifest;
  readonly graph: OrtGraph;
  /** Number of values of a row. */
  readonly rowWidth: number;
  readonly #cmvn: ReturnType<typeof normalisation>;

  private constructor(model: ModelOf<VoiceprintManifest>, graph: OrtGraph) {
    this.manifest = model.manifest;
    this.graph = graph;
    this.rowWidth = rowWidth(model.manifest.frontEnd);
    this.#cmvn = normalisation(model);
  }

  static load(model: ModelOf<VoiceprintManifest>): Promise<VoiceprintModel> {
    return loadGraph(model, {
      make: (graph) => new VoiceprintModel(model, graph),
      warmUp: (loaded) => loaded.#warmUp(),
    });
  }

  /** Opens a row maker for audio at the model's sample rate. */
  openRows(): AudioRows {
    return openAudioRows(this.manifest.frontEnd, this.manifest.sampleRateHz, this.#cmvn);
  }

  /** Vectors of `segments` of equal length, one after another; `rows` holds their rows in the same order. */
  async vectors(rows: Float32Array, segments: number): Promise<Float32Array> {
    const rowsOfEach = rows.length / this.rowWidth / segments;
    if (!Number.isInteger(rowsOfEach)) {
      throw new RangeError(`${rows.length} values are not ${segments} segments of whole rows of ${this.rowWidth}`);
    }
    const { inputs, outputs } = this.manifest.graph;
    const { name } = outputs.find(({ role }) => role === 'vector') as { name: string };
    const found = (await this.graph.run(wholeFeeds(inputs, { rows, segments, rowsOfEach }), [name])).get(name);
    const { data } = found as TensorValue;
    const { size } = this.manifest.voiceprint;
    if (data.length !== segments * size)
      throw new Error(`its vector has ${data.length / segments} numbers, must have ${size}`);
    return data as Float32Array;
  }

  async release(): Promise<void> {
    await this.graph.release();
  }

  async #warmUp(): Promise<void> {
    const { minRows, windowRows } = this.manifest.voiceprint;
    for (const count of [minRows, windowRows]) {
      const vector = await this.vectors(new Float32Array(count * this.rowWidth), 1);
      if (vector.some((value) => !Number.isFinite(value)))
        throw new Error('its vector holds values that are not finite numbers');
    }
  }
}
