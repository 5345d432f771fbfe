// Opens the models of an engine: those that serve any property which a model of the store names.
import { nameOf, propertiesIn } from '../../../models/slots.js';
import type { ModelStore, StoredModel } from '../../../models/store.js';
import { ringProperties } from '../../../protocol/wire/property.js';
import { type LoadSteps, ModelSet, runtimeTasks } from './model-set.js';

/** Opens all active and shipped models, warm. The report of the set lists those that do not load. */
export async function openModels(store: ModelStore, steps: LoadSteps = {}): Promise<ModelSet> {
  const { models: all, damaged } = store.list();
  const models = all.filter(({ manifest }) => manifest.task === 'asr');
  const active = Object.keys(store.active().slots).map((slot) => slot.split(' ')[1] ?? '');
  const patterns = [...models.flatMap(({ manifest }) => manifest.serves), ...active];
  const properties = new Set([...ringProperties, ...patterns.flatMap(propertiesIn), ...voicesOf(all)]);
  const set = await ModelSet.open(store, runtimeTasks, [...properties], () => {}, steps);
  for (const { fault, unsigned } of damaged) {
    if (unsigned !== undefined && store.isActive(unsigned)) set.refuse(nameOf(unsigned), fault);
  }
  return set;
}

const voicesOf = (models: readonly StoredModel[]): string[] =>
  models.flatMap(({ manifest }) => (manifest.family === 'voices' ? manifest.serves : []));
