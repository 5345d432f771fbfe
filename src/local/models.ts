// The model store of a data directory, beside the models that ship.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelsParts } from '../cli/models.js';
import type { Config } from '../config/config.js';
import { wordVectorFile } from '../models/sentence.js';
import { ModelStore } from '../models/store.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';
import { readSigningKey } from '../trust/signing-key.js';
import { probeApart } from './probe/apart.js';

export const shippedModels = fileURLToPath(new URL('../../models', import.meta.url));

type Places = Pick<Config, 'dataDir' | 'shippedModels'>;

export const modelFolders = ({ dataDir, shippedModels: configured }: Places) => ({
  store: join(dataDir, 'models'),
  shipped: configured || shippedModels,
});

export const openModelStore = (dataDir: string, shipped = shippedModels): ModelStore =>
  new ModelStore({ disk: realDisk, directory: join(dataDir, 'models'), shipped, holder: processHolder() });

export const localModels: ModelsParts = {
  store: (config) => openModelStore(config.dataDir, modelFolders(config).shipped),
  sign: (store, directory, keyFile) => {
    const key = readSigningKey(keyFile);
    store.sign(directory, (manifest) => key.sign('model manifest', manifest));
    return key.publicKey;
  },
  check: probeApart,
};

/** The word vectors that serve now; undefined: there are none. */
export const wordVectorsOf = (config: Places): string | undefined =>
  wordVectorFile(openModelStore(config.dataDir, modelFolders(config).shipped));
