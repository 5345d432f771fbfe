// Everything that this gateway serves, in the order in which it is started and described.
import type { Feature } from './feature.js';
import { asrFeature } from './features/asr.js';
import { dialogFeature } from './features/dialog.js';
import { enginesFeature } from './features/engines.js';
import { firmwareFeature } from './features/firmware.js';
import { modelsFeature } from './features/models.js';
import { nluFeature } from './features/nlu.js';
import { resourcesFeature } from './features/resources.js';
import { ringFeature, ringTablesFeature } from './features/ring.js';
import { syncFeature } from './features/sync.js';
import { systemFeature } from './features/system.js';
import { trainingFeature } from './features/training.js';
import { transFeature } from './features/trans.js';
import { ttsFeature } from './features/tts.js';

/** Features of a gateway without engines. */
export const coreFeatures: readonly Feature[] = [
  systemFeature,
  resourcesFeature,
  ringTablesFeature,
  modelsFeature,
  nluFeature,
  dialogFeature,
  trainingFeature,
  syncFeature,
  firmwareFeature,
];

export const features: readonly Feature[] = [
  ...coreFeatures,
  enginesFeature,
  ringFeature,
  asrFeature,
  ttsFeature,
  transFeature,
];
