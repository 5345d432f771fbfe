// The model store of a data directory, beside the shipped models.
import { join } from 'node:path';
import { openModelStore, shippedModels } from '../../../src/local/models.js';
import type { ModelStore } from '../../../src/models/store.js';

/** `shipped`: directory of the shipped models; by default the program's own. */
export const modelStoreOf = (dataDir: string, shipped = shippedModels): ModelStore =>
  openModelStore({ store: join(dataDir, 'models'), shipped, signKeys: [] });
