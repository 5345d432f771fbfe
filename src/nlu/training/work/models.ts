// The models that an order names, their sentence vectors, and the directories of new models.
import { join } from 'node:path';
import type { KeyedFiles } from '../../../trust/keyed-files.js';
import { InputFault } from '../../../understanding/learning/fault.js';
import { type TrainedModel, vectorsOf } from '../../../understanding/matching/trained/model.js';
import type { SentenceVectors } from '../../../understanding/matching/word-vectors.js';
import { openModelDirectory } from '../../../understanding/trained/directory.js';
import { ModelFault } from '../../../understanding/trained/fault.js';
import { shippedVectors } from './files.js';
import type { WorkParts } from './parts.js';

/** `field`: the field of the order, for messages. @throws InputFault */
export function trainedModelIn(files: KeyedFiles, path: string, field: string): TrainedModel {
  try {
    return openModelDirectory(path, files).model;
  } catch (fault) {
    if (fault instanceof ModelFault) throw new InputFault(`${field}: ${fault.message}`, { cause: fault });
    throw fault;
  }
}

/** The shipped sentence vectors, adapted by the model in the directory if one is given. @throws InputFault */
export function sentenceVectorsOf(
  files: KeyedFiles,
  shipped: string | undefined,
  modelPath: string | undefined,
  field: string,
): SentenceVectors {
  const vectors = shippedVectors(shipped);
  if (modelPath === undefined) return vectors;
  const model = trainedModelIn(files, modelPath, field);
  if (model.vectors === vectors.fingerprint) return vectorsOf(model, vectors);
  throw new InputFault(
    `${field}: the model was trained with other word vectors than those of this service; train it again`,
  );
}

/** Writes a model. Its manifest comes last: a directory without a manifest is no model. */
export function writeModel(
  { disk, files }: Pick<WorkParts, 'disk' | 'files'>,
  directory: string,
  model: ReadonlyMap<string, Uint8Array>,
): void {
  disk.makeDirectory(directory);
  for (const [name, bytes] of model) files.write(join(directory, name), [bytes]);
}
