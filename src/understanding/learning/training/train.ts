// Trains models and measures them as a robot would use them. It takes material and returns the best models as named
// bytes.
import { Head } from '../../matching/head.js';
import { plainText } from '../../matching/plain-text.js';
import { type TrainedModel, vectorsOf } from '../../matching/trained/model.js';
import type { SentenceVectors } from '../../matching/word-vectors.js';
import type { ModelFacts } from '../../trained/manifest.js';
import { modelBytes } from '../../trained/model.js';
import { InputFault } from '../fault.js';
import type { LearningProgress, ModelType, TrainConfig } from '../order.js';
import type { Course, CourseStep, Paraphrase, TrainableModel } from './course.js';
import { largeCourse } from './large.js';
import { type AskedText, materialOf, type TrainMaterial, type TrainTexts } from './material.js';
import { measureOf } from './measure.js';
import { smallCourse } from './small.js';

export interface TrainInput extends TrainTexts {
  readonly type: ModelType;
  readonly config: TrainConfig;
  readonly vectors: SentenceVectors;
  /** A model to start from. */
  readonly base: TrainedModel | undefined;
  /** for BIG models; undefined: training uses no paraphrases */
  readonly paraphrase?: Paraphrase | undefined;
}

export interface TrainReports {
  readonly onProgress: (progress: Omit<LearningProgress, 'type'>) => void;
}

export interface MadeModel extends Omit<ModelFacts, 'trainedTime'> {
  readonly type: ModelType;
  readonly model: TrainableModel;
}

export interface MadeModels {
  /** The total number of epochs. */
  readonly epochFinished: number;
  /** The models, best first. */
  readonly models: readonly MadeModel[];
  /** Sentences about material that was left out. */
  readonly warnings: readonly string[];
}

/** The number of epochs without a better accuracy on the validation set after which training ends. */
const patience: Readonly<Record<ModelType, number>> = { SMALL: 3, BIG: 30 };
/** The progress at which training ends and measuring begins. */
const measuring = 0.9;

/** Trains and measures models. @throws InputFault */
export function trainModel(input: TrainInput, { onProgress }: TrainReports): MadeModels {
  const { type, config, vectors, base, paraphrase } = input;
  if (base !== undefined && base.vectors !== vectors.fingerprint) {
    throw new InputFault(
      'the base model was trained with other word vectors than those of this service; train it again',
    );
  }
  const material = materialOf(input);
  const course = (type === 'SMALL' ? smallCourse : largeCourse)({ material, config, vectors, base, paraphrase });
  const { kept, epoch } = keptOf(course, input, material, (share, epochFinished) =>
    onProgress({ progress: measuring * share, training: { status: 'TRAIN', epochFinished } }),
  );
  const measure = measureOf(material, vectors, material.test);
  const models = kept.map(({ model, steps, ...of }, at): MadeModel & { accuracy: number } => {
    const progress = measuring + ((1 - measuring) * at) / kept.length;
    onProgress({ progress, training: { status: 'EVAL', epochFinished: epoch } });
    const rate = measure({ ...model, fingerprint: '' });
    return { ...of, ...(steps !== undefined && { steps }), type, model, eval: { rate } };
  });
  onProgress({ progress: 1, training: { status: 'EVAL', epochFinished: epoch } });
  models.sort((a, b) => compared(b.eval.rate, a.eval.rate) || b.accuracy - a.accuracy || b.epoch - a.epoch);
  return {
    epochFinished: epoch,
    models: models.map(({ accuracy: _, ...made }) => made),
    warnings: material.warnings,
  };
}

/** The files of a model's directory, by name. */
export const filesOf = (
  { model, type: _, ...facts }: MadeModel,
  trainedTime: number,
): ReadonlyMap<string, Uint8Array> => modelBytes(model, { ...facts, trainedTime });

interface Kept extends Pick<CourseStep, 'epoch' | 'steps'> {
  readonly model: TrainableModel;
  /** The accuracy on the validation set; 0 without one. */
  readonly accuracy: number;
}

/** The models that are best on the validation set, or the last ones if there is none. */
function keptOf(
  course: Course,
  { type, config, vectors }: TrainInput,
  { verify }: TrainMaterial,
  onShare: (share: number, epoch: number) => void,
): { kept: Kept[]; epoch: number } {
  const most = config.keepModels === 0 ? Number.POSITIVE_INFINITY : config.keepModels;
  let kept: Kept[] = [];
  let [epoch, best, bestEpoch] = [0, -1, 0];
  for (const step of course) {
    if (!step.endsEpoch && !step.isKept) continue;
    epoch = step.epoch;
    onShare(epoch / config.maxEpochs, epoch);
    if (verify === undefined && !step.isKept) continue;
    const model = step.model();
    const accuracy = verify === undefined ? 0 : accuracyOf(model, vectors, verify);
    const isBest = verify !== undefined && step.endsEpoch && accuracy > best;
    if (isBest) [best, bestEpoch] = [accuracy, epoch];
    if (step.isKept || isBest) {
      const { steps } = step;
      kept.push({ epoch, ...(steps !== undefined && { steps }), model, accuracy });
      kept = kept.sort((a, b) => b.accuracy - a.accuracy || b.epoch - a.epoch).slice(0, most);
    }
    if (verify !== undefined && epoch - bestEpoch >= patience[type]) break;
  }
  return { kept, epoch };
}

/** The share of texts for which the head alone is right. */
function accuracyOf(model: TrainableModel, vectors: SentenceVectors, asked: readonly AskedText[]): number {
  const head = new Head(model.head);
  const adapted = vectorsOf({ ...model, fingerprint: '' }, vectors);
  let right = 0;
  for (const { text, label } of asked) {
    const { text: line } = plainText(text).core;
    const scores = head.scores(line, line, adapted).subarray(0, model.questions.length);
    if (scores.every((score, other) => other === label || score < (scores[label] as number))) right += 1;
  }
  return right / asked.length;
}

/** Compares by the first rate that differs. */
function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rate, place) => rate !== other[place]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}
