// The model store of a data directory, beside the models that ship.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelsParts } from '../cli/models.js';
import { processHolder, realDisk } from '../models/disk.js';
import { ModelStore } from '../models/store.js';

export const shippedModels = fileURLToPath(new URL('../../models', import.meta.url));

export const openModelStore = (dataDir: string, shipped = shippedModels): ModelStore =>
  new ModelStore({ disk: realDisk, directory: join(dataDir, 'models'), shipped, holder: processHolder() });

export const localModels: ModelsParts = {
  store: ({ dataDir, shippedModels: configured }) => openModelStore(dataDir, configured || shippedModels),
  check: async (model) => (await import('../engine/runtime/load.js')).probeModel(model),
};
