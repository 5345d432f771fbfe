// The training course of a SMALL model: a head over character grams and sentence vectors.
import { HeadTraining } from '../../matching/head/training.js';
import { type Course, type CourseParts, labelCount, labelsIn } from './course.js';
import { mostGramsOf } from './material.js';

/** Trains the head. */
export function* smallCourse({ material, config, vectors, base }: CourseParts): Course {
  const { batchSize, numBatchs, maxEpochs } = config;
  const options = {
    mostGrams: mostGramsOf(material),
    samplesPerEpoch: numBatchs === undefined ? undefined : batchSize * numBatchs,
  };
  const start = base && { weights: base.head, labels: labelsIn(base, material) };
  const training = new HeadTraining(material.samples, labelCount(material), vectors, options, start);
  const { questions, rejects } = material;
  for (let epoch = 1; epoch <= maxEpochs; epoch++) {
    const hasMoved = training.epoch();
    const model = () => ({
      ...{ type: 'SMALL' as const, vectors: vectors.fingerprint, questions, rejects },
      ...{ head: training.weights(), adapter: undefined },
    });
    yield { epoch, endsEpoch: true, isKept: true, model };
    if (!hasMoved) return;
  }
}
