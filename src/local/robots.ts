// `tonegate nlu`: robots without a gateway. What a dialog needs is loaded when there is one.
import type { NluParts } from '../cli/nlu/nlu.js';
import { documentFaults } from '../nlu/exchange/faults.js';

export const localRobots: NluParts = {
  faults: async (document) => documentFaults(document),
  dialog: async () => (await import('./dialog.js')).localDialog,
  hotwords: async (path, weight) => (await import('./robot-hotwords.js')).hotwordsAt(path, weight),
  learning: async () => (await import('./learning/learning.js')).localLearning,
};
