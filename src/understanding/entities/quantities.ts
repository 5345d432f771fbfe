import type { Entity, Moment } from './entity.js';

export const findQuantities = (_text: string, _moment: Moment): Entity[] => [];
