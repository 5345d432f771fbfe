// Models of the family "classifier": all rows of a segment of speech in, one probability for each class out.
import { rowWidth } from '../../../models/front-end.js';
import type { ClassifierManifest } from '../../../models/manifest.js';
import { openAudioRows } from '../graph/feature-frames.js';
import type { OrtGraph, TensorValue } from '../graph/ort.js';
import { probabilityOf, type ScoreValues } from '../graph/probabilities.js';
import { loadGraph, type ModelOf, normalisation } from '../graph/stored-model.js';
import { sizeOf } from '../graph/tensors.js';
import { wholeFeeds } from '../graph/utterance-inputs.js';

export interface Verdict {
  /** A class of the manifest. */
  readonly name: string;
  /** Probability, 0-1. */
  readonly confidence: number;
}

export class ClassifierModel {
  readonly manifest: ClassifierManifest;
  readonly graph: OrtGraph;
  readonly #width: number;
  readonly #cmvn: ReturnType<typeof normalisation>;

  private constructor(model: ModelOf<ClassifierManifest>, graph: OrtGraph) {
    this.manifest = model.manifest;
    this.graph = graph;
    this.#width = rowWidth(model.manifest.frontEnd);
    this.#cmvn = normalisation(model);
  }

  static load(model: ModelOf<ClassifierManifest>): Promise<ClassifierModel> {
    return loadGraph(model, {
      make: (graph) => new ClassifierModel(model, graph),
      warmUp: (loaded) => loaded.#warmUp(),
    });
  }

  /** All rows of the samples, at the model's sample rate. */
  rowsOf(samples: Int16Array): Float32Array {
    const { frontEnd, sampleRateHz } = this.manifest;
    const audio = openAudioRows(frontEnd, sampleRateHz, this.#cmvn);
    const first = audio.push(samples).slice();
    const last = audio.flush();
    const rows = new Float32Array(first.length + last.length);
    rows.set(first);
    rows.set(last, first.length);
    return rows;
  }

  /** `rows`: rows of the model's front end, one after another. Undefined if there are too few for a verdict. */
  async classify(rows: Float32Array): Promise<Verdict | undefined> {
    const { classes, minRows, maxRows } = this.manifest.classifier;
    const count = rows.length / this.#width;
    if (!Number.isInteger(count)) throw new RangeError(`${rows.length} values are not whole rows of ${this.#width}`);
    if (count < minRows) return undefined;
    const used = Math.min(count, maxRows);
    const first = Math.floor((count - used) / 2);
    const probabilities = await this.#probabilities(rows.subarray(first * this.#width, (first + used) * this.#width));
    const best = probabilities.reduce(
      (winner, value, at) => (value > (probabilities[winner] as number) ? at : winner),
      0,
    );
    return { name: classes[best] as string, confidence: probabilities[best] as number };
  }

  async release(): Promise<void> {
    await this.graph.release();
  }

  async #warmUp(): Promise<void> {
    const { classes, minRows } = this.manifest.classifier;
    const probabilities = await this.#probabilities(new Float32Array(minRows * this.#width));
    if (probabilities.some(Number.isNaN)) throw new Error(`its output must be ${classes.length} scores`);
  }

  async #probabilities(rows: Float32Array): Promise<number[]> {
    const { inputs, outputs } = this.manifest.graph;
    const feeds = wholeFeeds(inputs, { rows, segments: 1, rowsOfEach: rows.length / this.#width });
    const scores = outputs.find((output) => output.role === 'scores') as { name: string; values: ScoreValues };
    const { data, shape } = (await this.graph.run(feeds, [scores.name])).get(scores.name) as TensorValue;
    const { classes } = this.manifest.classifier;
    if (sizeOf(shape) !== classes.length)
      throw new Error(`its output has ${sizeOf(shape)} scores, must have ${classes.length}`);
    return classes.map((_, at) => probabilityOf(data as Float32Array, [at], scores.values));
  }
}
