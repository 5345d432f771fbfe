import type { SplitOrder } from '../../../understanding/learning/order.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<SplitOrder> = ({ kind }) => {
  throw new Error(`${kind} is missing`);
};
