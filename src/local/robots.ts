// `tonegate nlu check`: a robot in a directory, without a gateway.
import type { NluParts } from '../cli/nlu/nlu.js';
import { documentFaults } from '../nlu/exchange/faults.js';

export const localRobots: NluParts = { faults: async (document) => documentFaults(document) };
