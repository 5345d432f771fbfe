// The line of the self-test about the files of the models.
import { type Check, failed, passed } from '../../cli/selftest/check.js';
import { ModelError } from '../../models/model-error.js';
import type { ModelStore, StoredModel } from '../../models/store.js';

/** All models that ship or were installed, whether they serve or not. */
export const modelCheck = (store: ModelStore): Check => ({
  name: 'models',
  run: () => {
    const { models, damaged } = store.list();
    const faults = [...damaged.map(({ fault }) => fault), ...models.flatMap((model) => faultOf(store, model))];
    const [first, ...others] = faults;
    if (first !== undefined) return failed(others.length === 0 ? first : `${first}; and ${others.length} more`);
    if (models.length === 0) return failed('there are no models');
    const files = models.flatMap(({ manifest }) => manifest.files);
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const what = `${files.length} files of ${models.length} models (${megabytes.toFixed(1)} MB)`;
    return passed(`${what} have the SHA-256 in their manifests`);
  },
});

function faultOf(store: ModelStore, model: StoredModel): string[] {
  try {
    store.verifyFiles(model);
    return [];
  } catch (fault) {
    if (!(fault instanceof ModelError)) throw fault;
    return [fault.message];
  }
}
