// The models of one engine: the active model for each task and property, loaded once and warm before the first call. An
// engine never changes its set; a swap is a fresh engine.
import type { Task } from '../../../models/manifest.js';
import { ModelError } from '../../../models/model-error.js';
import { joiningOf } from '../../../models/search.js';
import { nameOf } from '../../../models/slots.js';
import type { ModelStore, StoredModel } from '../../../models/store.js';
import { voiceForm } from '../../../models/voices.js';
import { aliasedProperty, otherRate } from '../../../protocol/wire/property.js';
import type { ModelsReport, ServingModel } from '../../channel/messages.js';
import type { ClassifierModel } from '../classifiers/classifier.js';
import type { PunctuationModel } from '../classifiers/punctuation.js';
import { loadSound, type SoundModel } from '../classifiers/sound.js';
import type { VadModel } from '../classifiers/vad.js';
import type { VoiceprintModel } from '../classifiers/voiceprint.js';
import type { Batcher } from '../graph/batcher.js';
import { steadyMs } from '../graph/stream-model.js';
import type { CtcModel } from '../recogniser/ctc.js';
import { type Language, loadLanguage } from '../recogniser/language.js';
import { Recogniser } from '../recogniser/recogniser.js';
import type { VoicesModel } from '../voices/voices.js';
import {
  loadClassifier,
  loadCtc,
  loadFirst,
  loadPunctuation,
  loadVad,
  loadVoiceprint,
  loadVoices,
  type Refused,
} from './load.js';

/** The type of each task's model once it is loaded. */
interface Loaded {
  readonly asr: CtcModel;
  readonly lm: Language;
  readonly vad: VadModel | SoundModel;
  readonly punctuation: PunctuationModel;
  readonly gender: ClassifierModel;
  readonly music: SoundModel | ClassifierModel;
  readonly speaker: VoiceprintModel;
  readonly tts: VoicesModel;
}
export type RuntimeTask = keyof Loaded & Task;

/** The tasks in the order of loading; the growth of the process is measured for each. */
export const runtimeTasks: readonly RuntimeTask[] = [
  'lm',
  'asr',
  'vad',
  'punctuation',
  'gender',
  'music',
  'speaker',
  'tts',
];

const loaders: { [T in RuntimeTask]: (model: StoredModel) => Promise<Loaded[T]> } = {
  asr: loadCtc,
  lm: async (model) => loadLanguage(model),
  vad: async (model) => (model.manifest.family === 'native' ? loadSound(model) : loadVad(model)),
  punctuation: loadPunctuation,
  gender: loadClassifier,
  music: async (model) => (model.manifest.family === 'native' ? loadSound(model) : loadClassifier(model)),
  speaker: loadVoiceprint,
  tts: loadVoices,
};

/** Tasks whose audio is resampled: a model of the other rate serves a property that has none of its own. */
const hearsAudio: Record<RuntimeTask, boolean> = {
  asr: true,
  lm: false,
  vad: true,
  punctuation: false,
  gender: true,
  music: true,
  speaker: true,
  tts: false,
};

/** The steps that a caller adds to the loading. */
export interface LoadSteps {
  readonly begins?: (model: string) => void;
  /** Awaited after each model; the next one is loaded afterwards. */
  readonly loaded?: (tookMs: number) => Promise<void>;
}

type MutableServing = { -readonly [K in keyof ServingModel]: ServingModel[K] } & { properties: string[] };

export class ModelSet {
  readonly #served = new Map<string, Loaded[RuntimeTask]>();
  readonly #recognisers = new Map<string, Recogniser>();
  readonly #batchers = new Set<Batcher>();
  /** Loaded models by id and version, because several properties may share a model. */
  readonly #models = new Map<string, Promise<Loaded[RuntimeTask]>>();
  readonly #figures = new Map<string, MutableServing>();
  readonly #refused = new Map<string, string>();

  readonly #steps: LoadSteps;

  constructor(steps: LoadSteps = {}) {
    this.#steps = steps;
  }

  /** Loads one model after the other, so that the growth of the process can be measured for each. Never throws. */
  static async open(
    store: Pick<ModelStore, 'candidates'>,
    tasks: readonly RuntimeTask[],
    properties: readonly string[],
    refused: (refusal: Refused) => void = () => {},
    steps: LoadSteps = {},
  ): Promise<ModelSet> {
    const set = new ModelSet(steps);
    for (const task of tasks) {
      for (const property of properties) await set.#open(store, task, property, refused);
    }
    return set;
  }

  /** Records why an active model does not serve. */
  refuse(name: string, reason: string): void {
    this.#refused.set(name, reason);
  }

  /** Serves everything that `other` serves, from one moment to the next. */
  adopt(other: ModelSet): void {
    for (const [key, model] of other.#served) this.#served.set(key, model);
    for (const [property, recogniser] of other.#recognisers) this.#recognisers.set(property, recogniser);
    for (const batcher of other.#batchers) this.#batchers.add(batcher);
    for (const [name, loading] of other.#models) this.#models.set(name, loading);
    for (const [name, figures] of other.#figures) this.#figures.set(name, figures);
    for (const [name, reason] of other.#refused) this.#refused.set(name, reason);
  }

  /** The model for the property; undefined if none serves it. */
  get<T extends RuntimeTask>(task: T, property: string): Loaded[T] | undefined {
    return this.#served.get(`${task} ${property}`) as Loaded[T] | undefined;
  }

  /** The property's model with its search; undefined if no model serves the property. */
  recogniser(property: string): Recogniser | undefined {
    return this.#recognisers.get(property);
  }

  /** True if a live call waits for a recogniser's run. */
  get hasLiveWork(): boolean {
    for (const { hasLiveWork } of this.#batchers) if (hasLiveWork) return true;
    return false;
  }

  get figures(): readonly ServingModel[] {
    return [...this.#figures.values()];
  }

  /** The report for the gateway's log. */
  get report(): ModelsReport {
    const refused = [...this.#refused].map(([name, reason]) => ({ name, reason }));
    return { serving: this.figures, refused };
  }

  async release(): Promise<void> {
    for (const loading of this.#models.values()) {
      const loaded = await loading.catch(() => undefined);
      if (loaded !== undefined && 'release' in loaded) await loaded.release();
    }
  }

  async #open(
    store: Pick<ModelStore, 'candidates'>,
    task: RuntimeTask,
    property: string,
    refused: (refusal: Refused) => void,
  ): Promise<void> {
    if ((task === 'tts') !== voiceForm.test(property)) return; // voices have properties of their own
    const near = [property, aliasedProperty(property)].filter((each) => each !== undefined);
    const far = hearsAudio[task] ? near.map(otherRate).filter((each) => each !== undefined) : [];
    const candidates = [...new Set([...near, ...far])].flatMap((each) => store.candidates(task, each));
    const first = await loadFirst(
      candidates,
      async (model) => {
        const loaded = await this.#load(task, model);
        if (task === 'asr') {
          const recogniser = this.#recogniserOf(loaded as CtcModel, property);
          this.#recognisers.set(property, recogniser);
          this.#batchers.add(recogniser.model.stream.batcher);
        }
        return loaded;
      },
      (refusal) => {
        this.#refused.set(nameOf(refusal.model.manifest), (refusal.fault as Error).message);
        refused(refusal);
      },
    );
    if (first === undefined) return;
    this.#served.set(`${task} ${property}`, first.loaded);
    this.#figures.get(nameOf(first.model.manifest))?.properties.push(property);
  }

  /** The recogniser; properties that share a model and a language model share it. */
  #recogniserOf(model: CtcModel, property: string): Recogniser {
    const language = this.get('lm', property);
    const known = [...this.#recognisers.values()].find((each) => each.model === model && each.language === language);
    if (known !== undefined) return known;
    const joining = joiningOf(model.units.kind, model.manifest.search);
    if (language === undefined && joining !== 'none') {
      const heard = model.units.kind === 'phones' ? 'hears phones' : `has search.joining ${joining}`;
      const reason = `${heard}; it needs a language model (task lm) for ${property} to give words`;
      throw new ModelError('bad', `${nameOf(model.manifest)}: ${reason}`);
    }
    return Recogniser.open(model, language);
  }

  #load(task: RuntimeTask, model: StoredModel): Promise<Loaded[RuntimeTask]> {
    const name = nameOf(model.manifest);
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    const [startMs, startRss] = [steadyMs(), process.memoryUsage.rss()];
    this.#steps.begins?.(name);
    const loading = loaders[task](model).then(async (loaded) => {
      this.#figures.set(name, {
        task,
        name,
        source: model.source,
        properties: [],
        bytes: model.manifest.files.reduce((sum, file) => sum + file.bytes, 0),
        loadMs: Math.round(steadyMs() - startMs),
        rssGrowthBytes: process.memoryUsage.rss() - startRss,
      });
      await this.#steps.loaded?.(steadyMs() - startMs);
      return loaded;
    });
    this.#models.set(name, loading);
    return loading;
  }
}
