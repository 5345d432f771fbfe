// The custom LMs of a gateway: texts from its store, words from the language model that is active.
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { type OlmLexicon, OlmModels } from '../custom-lm/models.js';
import { modelPlaces, openModelStore } from '../local/models.js';
import { watchActive } from '../models/active-watch.js';
import type { ModelStore } from '../models/store.js';
import { commonProperties } from '../protocol/wire/property.js';
import type { ResourceTable } from '../resources/table.js';
import { realDisk } from '../storage/disk.js';
import type { DataKey } from '../trust/data-key.js';

interface StoredTexts {
  readonly table: ResourceTable;
  /** The key of the data directory. */
  readonly dataKey: DataKey | undefined;
}

export function startOlm(
  config: Config,
  log: Logger,
  { table, dataKey }: StoredTexts,
): { olm: OlmModels; stop(): Promise<void> } {
  const places = modelPlaces(config);
  const models = openModelStore(places);
  const olm = new OlmModels({
    disk: realDisk,
    directory: join(config.dataDir, 'olm'),
    dataKey,
    texts: () => table.ofType('asr', 'olm'),
    content: (id) => table.content(id),
    changes: () => table.changes(),
    lexicon: () => activeLexicon(models),
    log,
  });
  const watch = watchActive(places.store, () => olm.followLexicon());
  const stop = () => {
    watch.close();
    return olm.stop();
  };
  return { olm, stop };
}

/** All properties that have a language model share it; an engine refuses a model of other words. */
function activeLexicon(models: ModelStore): OlmLexicon | undefined {
  for (const property of commonProperties) {
    for (const model of models.candidates('lm', property)) {
      const entry = model.manifest.files.find(({ name }) => name === 'lexicon.bin');
      if (entry !== undefined) return { file: model.path(entry.name), sha256: entry.sha256 };
    }
  }
  return undefined;
}
