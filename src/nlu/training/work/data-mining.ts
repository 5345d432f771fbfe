import type { MineOrder } from '../../../understanding/learning/order.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<MineOrder> = ({ kind }) => {
  throw new Error(`${kind} is missing`);
};
