// The model store of a data directory, beside the models that ship.
import { join } from 'node:path';
import { openModelStore, shippedModels } from '../../../src/local/models.js';
import type { ModelStore } from '../../../src/models/store.js';

/** `shipped`: directory of the models that ship; those of the program unless given. */
export const modelStoreOf = (dataDir: string, shipped = shippedModels): ModelStore =>
  openModelStore({ store: join(dataDir, 'models'), shipped, signKeys: [] });
