import { limits } from '../../../protocol/limits.js';
import { type SplitDocument, splitDocument } from '../../../understanding/learning/documents/split.js';
import type { SplitOrder } from '../../../understanding/learning/order.js';
import { readDocuments } from './documents.js';
import { writeResult } from './files.js';
import type { CarryOut } from './parts.js';

/** Splits documents. The result holds the question-answer pairs of each document. */
export const carryOut: CarryOut<SplitOrder> = ({ type, path, resultPath }, { files, onProgress }) => {
  const documents = readDocuments(files, { type, path }, limits.documents.split);
  const result: SplitDocument[] = [];
  for (const { doc, text } of documents) {
    result.push(splitDocument(doc, text));
    onProgress({ progress: result.length / documents.length });
  }
  writeResult(files, resultPath, result);
  return undefined;
};
