// The training course of a BIG model. It has a head over grams and the sentence vectors that ship, trained on
// paraphrases as well, and an adapter of these vectors. The adapter's places of the questions become a part of the
// head.
import { type HeadSample, HeadTraining, type HeadWeights } from '../../matching/head/training.js';
import { plainText } from '../../matching/plain-text.js';
import { AdapterTraining } from './adapter-training.js';
import type { Paraphrase } from './course.js';
import { type Course, type CourseParts, labelCount, labelsIn } from './course.js';
import { mostGramsOf, type TrainMaterial } from './material.js';

const adapterOptions = { dims: 128, sharpness: 8, leftOut: 0.3 };
/** The weight of the places relative to the rest of the head. */
const placeShare = 0.6;
const headEpochs = 4;
/** The maximum number of paraphrases per text. */
const mostParaphrases = 5;
/**
 * The maximum number of texts per question that are paraphrased: with more examples, paraphrases are less necessary.
 */
const paraphrasedTexts = 20;

/** Trains the head, then the adapter step by step. */
export function* largeCourse({ material, config, vectors, base, paraphrase }: CourseParts): Course {
  const { questions, rejects, samples } = material;
  const labels = labelCount(material);
  const start = base && { weights: base.head, labels: labelsIn(base, material) };
  const heard = paraphrase === undefined ? samples : [...samples, ...paraphrases(material, paraphrase)];
  const ofGrams = new HeadTraining(heard, labels, vectors, { mostGrams: mostGramsOf(material) }, start);
  for (let epoch = 0; epoch < headEpochs && ofGrams.epoch(); epoch++);
  const head = ofGrams.weights();
  const { learningRate, batchSize, maxEpochs, saveModelStep } = config;
  const isSame = base?.adapter?.dims === adapterOptions.dims;
  const options = { ...adapterOptions, learningRate, batchSize };
  const training = new AdapterTraining(samples, labels, vectors, options, isSame ? base.adapter : undefined);
  const model = () => ({
    ...{ type: 'BIG' as const, vectors: vectors.fingerprint, questions, rejects },
    head: withPlaces(head, training.places, adapterOptions.dims),
    adapter: { dims: adapterOptions.dims, weights: training.adapter.weights.slice() },
  });
  const last = maxEpochs * training.stepsPerEpoch;
  for (let steps = 1; steps <= last; steps++) {
    training.step();
    const epoch = Math.floor(steps / training.stepsPerEpoch);
    const endsEpoch = steps % training.stepsPerEpoch === 0;
    yield { epoch, steps, endsEpoch, isKept: steps % saveModelStep === 0 || steps === last, model };
  }
}

/** Samples from paraphrases. Samples to refuse or to push apart have none. */
function paraphrases({ questions, samples }: TrainMaterial, paraphrase: Paraphrase): HeadSample[] {
  const counts = new Uint32Array(questions.length);
  return samples.flatMap(({ label, line }) => {
    if (label < 0 || label >= questions.length) return [];
    const count = (counts[label] as number) + 1;
    counts[label] = count;
    if (count > paraphrasedTexts) return [];
    return paraphrase(line, mostParaphrases).map((text) => {
      const { text: said } = plainText(text).core;
      return { label, line: said, spoken: said };
    });
  });
}

/** Appends the weights of the places to those of the head, because the adapted vector follows the one that ships. */
function withPlaces(head: HeadWeights, places: Float32Array, dims: number): HeadWeights {
  const { labels, vectorShare } = head;
  const share = vectorShare === 0 ? 0 : placeShare / vectorShare;
  const weights = new Int8Array(head.weights.length + dims * labels);
  const steps = head.steps.slice();
  // a label without weights of its own has no step yet
  for (let label = 0; label < labels; label++) {
    let largest = (steps[label] as number) * 127;
    for (let dim = 0; dim < dims; dim++)
      largest = Math.max(largest, Math.abs((places[label * dims + dim] as number) * share));
    steps[label] = largest / 127;
    const factor = largest === 0 ? 0 : ((head.steps[label] as number) * 127) / largest;
    for (let at = label; at < head.weights.length; at += labels) {
      weights[at] = Math.round((head.weights[at] as number) * factor);
    }
    for (let dim = 0; dim < dims && largest > 0; dim++) {
      const weight = ((places[label * dims + dim] as number) * share * 127) / largest;
      weights[head.weights.length + dim * labels + label] = Math.round(weight);
    }
  }
  return { ...head, weights, steps };
}
