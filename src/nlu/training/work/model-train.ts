import type { TrainOrder } from '../../../understanding/learning/order.js';
import type { CarryOut } from './parts.js';

export const carryOut: CarryOut<TrainOrder> = ({ kind }) => {
  throw new Error(`${kind} is missing`);
};
