// The models of one engine: what is active for each task and property, loaded once and warm before the first call. An
// engine never changes its set; a swap is a fresh engine.
import type { Task } from '../../models/manifest.js';
import { nameOf } from '../../models/slots.js';
import type { ModelStore, StoredModel } from '../../models/store.js';
import type { CtcModel } from './ctc.js';
import { loadCtc, loadFirst, loadPunctuation, loadVad, type Refused } from './load.js';
import type { LoadFigures } from './ort.js';
import type { PunctuationModel } from './punctuation.js';
import type { VadModel } from './vad.js';

/** Tasks whose models run in the runtime; what the addon reads is its own affair. */
interface Loaded {
  readonly asr: CtcModel;
  readonly vad: VadModel;
  readonly punctuation: PunctuationModel;
}
export type RuntimeTask = keyof Loaded & Task;

const families = { asr: 'ctc', vad: 'vad', punctuation: 'punctuation' } as const satisfies Record<RuntimeTask, string>;
const loaders: { [T in RuntimeTask]: (model: StoredModel) => Promise<Loaded[T]> } = {
  asr: loadCtc,
  vad: loadVad,
  punctuation: loadPunctuation,
};

export interface ModelFigures extends LoadFigures {
  readonly name: string;
  readonly task: RuntimeTask;
}

export class ModelSet {
  readonly #served = new Map<string, Loaded[RuntimeTask]>();
  /** By id and version: several properties may share a model. */
  readonly #models = new Map<string, Promise<Loaded[RuntimeTask]>>();
  readonly #figures: ModelFigures[] = [];

  /** One model after the other, so that the growth of the process can be told apart. */
  static async open(
    store: Pick<ModelStore, 'candidates'>,
    tasks: readonly RuntimeTask[],
    properties: readonly string[],
    refused: (refusal: Refused) => void,
  ): Promise<ModelSet> {
    const set = new ModelSet();
    for (const task of tasks) {
      for (const property of properties) {
        const candidates = store
          .candidates(task, property)
          .filter(({ manifest }) => manifest.family === families[task]);
        const first = await loadFirst(candidates, (model) => set.#load(task, model), refused);
        if (first !== undefined) set.#served.set(`${task} ${property}`, first.loaded);
      }
    }
    return set;
  }

  /** Undefined when no model serves the property. */
  get<T extends RuntimeTask>(task: T, property: string): Loaded[T] | undefined {
    return this.#served.get(`${task} ${property}`) as Loaded[T] | undefined;
  }

  get figures(): readonly ModelFigures[] {
    return this.#figures;
  }

  async release(): Promise<void> {
    for (const loading of this.#models.values()) await (await loading.catch(() => undefined))?.release();
  }

  #load(task: RuntimeTask, model: StoredModel): Promise<Loaded[RuntimeTask]> {
    const name = nameOf(model.manifest);
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    const loading = loaders[task](model).then((loaded) => {
      this.#figures.push({ name, task, ...loadFigures(loaded) });
      return loaded;
    });
    this.#models.set(name, loading);
    return loading;
  }
}

function loadFigures(loaded: Loaded[RuntimeTask]): LoadFigures {
  return 'stream' in loaded ? loaded.stream.graph.figures : loaded.graph.figures;
}
