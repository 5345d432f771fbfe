// The kinds of learning, each loaded when it is needed.
import type { LearningKind, LearningOrder, TrainOutcome } from '../../../understanding/learning/order.js';
import type { CarryOut, WorkParts } from './parts.js';

type Work<K extends LearningKind> = { readonly carryOut: CarryOut<Extract<LearningOrder, { kind: K }>> };

const works: { readonly [K in LearningKind]: () => Promise<Work<K>> } = {
  model_train: () => import('./model-train.js'),
  data_mining: () => import('./data-mining.js'),
  doc_to_qa: () => import('./doc-to-qa.js'),
  generate_question: () => import('./generate-question.js'),
};

/** @throws InputFault */
export async function carriedOut<K extends LearningKind>(
  order: Extract<LearningOrder, { kind: K }>,
  parts: WorkParts,
): Promise<TrainOutcome | undefined> {
  const { carryOut } = (await works[order.kind as K]()) as Work<K>;
  return carryOut(order, parts);
}
