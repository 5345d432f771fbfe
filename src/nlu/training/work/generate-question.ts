// Makes extended questions for the questions of a request.
import { InputFault } from '../../../understanding/learning/fault.js';
import type { ParaphraseOrder } from '../../../understanding/learning/order.js';
import { paraphrase } from '../../../understanding/learning/paraphrasing/paraphrase.js';
import { writeResult } from './files.js';
import { sentenceVectorsOf } from './models.js';
import type { CarryOut } from './parts.js';
import { paraphraseParts } from './phrases.js';

export const carryOut: CarryOut<ParaphraseOrder> = (order, { files, onProgress }) => {
  const { questions, topBeams, modelPath, assets, resultPath } = order;
  const parts = paraphraseParts(assets, sentenceVectorsOf(files, assets.vectors, modelPath, 'modelPath'));
  if (parts === undefined) {
    throw new InputFault('the phrases of the service are missing: install its model phrases-zh');
  }
  const result = paraphrase(questions, { topBeams }, parts, (progress) => onProgress({ progress }));
  writeResult(files, resultPath, result);
  return undefined;
};
