import type { ParaphraseOrder } from '../../../understanding/learning/order.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<ParaphraseOrder> = ({ kind }) => {
  throw new Error(`${kind} is missing`);
};
