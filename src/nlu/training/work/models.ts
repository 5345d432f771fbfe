// Models that an order names, and the vectors of sentences that come of them.
import { InputFault } from '../../../understanding/learning/fault.js';
import { type TrainedModel, vectorsOf } from '../../../understanding/matching/trained/model.js';
import type { SentenceVectors } from '../../../understanding/matching/word-vectors.js';
import { openModelDirectory } from '../../../understanding/trained/directory.js';
import { ModelFault } from '../../../understanding/trained/fault.js';
import { shippedVectors } from './files.js';

/** `field`: of the order, for messages. @throws InputFault */
export function trainedModelIn(path: string, field: string): TrainedModel {
  try {
    return openModelDirectory(path).model;
  } catch (fault) {
    if (fault instanceof ModelFault) throw new InputFault(`${field}: ${fault.message}`, { cause: fault });
    throw fault;
  }
}

/** Those that ship, as the model in the directory adapts them; undefined: as they are. @throws InputFault */
export function sentenceVectorsOf(
  shipped: string | undefined,
  modelPath: string | undefined,
  field: string,
): SentenceVectors {
  const vectors = shippedVectors(shipped);
  if (modelPath === undefined) return vectors;
  const model = trainedModelIn(modelPath, field);
  if (model.vectors === vectors.fingerprint) return vectorsOf(model, vectors);
  throw new InputFault(
    `${field}: the model was trained with other word vectors than those of this service; train anew`,
  );
}
