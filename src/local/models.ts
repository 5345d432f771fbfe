// The model store of a data directory, beside the models that ship.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelsParts } from '../cli/models.js';
import type { Config } from '../config/config.js';
import { wordVectorFile } from '../models/sentence.js';
import { type ModelPlaces, ModelStore } from '../models/store.js';
import { realDisk } from '../storage/disk.js';
import { processHolder } from '../storage/lock.js';
import { readSigningKey } from '../trust/signing-key.js';
import { probeApart } from './probe/apart.js';
import { describeApart } from './probe/describe.js';

export const shippedModels = fileURLToPath(new URL('../../models', import.meta.url));

export type ModelSettings = Pick<Config, 'dataDir' | 'shippedModels' | 'models'>;

export const modelPlaces = ({ dataDir, shippedModels: configured, models }: ModelSettings): ModelPlaces => ({
  store: join(dataDir, 'models'),
  shipped: configured || shippedModels,
  signKeys: models.signKeys,
});

export const openModelStore = ({ store: directory, shipped, signKeys }: ModelPlaces): ModelStore =>
  new ModelStore({ disk: realDisk, directory, shipped, holder: processHolder(), signKeys });

export const localModels: ModelsParts = {
  store: (config) => openModelStore(modelPlaces(config)),
  sign: (store, directory, keyFile) => {
    const key = readSigningKey(keyFile);
    store.sign(directory, (manifest) => key.sign('model manifest', manifest));
    return key.publicKey;
  },
  check: probeApart,
  describe: describeApart,
};

/** The word vectors that serve now; undefined: there are none. */
export const wordVectorsOf = (config: ModelSettings): string | undefined =>
  wordVectorFile(openModelStore(modelPlaces(config)));
