// One engine for a command that needs no gateway, with the models that are active in a data directory.
import { loadConfig } from '../config/config.js';
import { type Engines, startEngines } from '../engine/client/client.js';
import { defaultTables } from '../ring/default-tables.js';
import { modelPlaces } from './models.js';

const silent = { info: () => {}, warn: () => {} };

export async function startLocalEngine(dataDir: string | undefined): Promise<Engines> {
  const { config } = loadConfig({ dataDir, env: process.env });
  const engines = startEngines({ tables: defaultTables, log: silent, count: 1, models: modelPlaces(config) });
  try {
    await engines.ready();
    return engines;
  } catch (fault) {
    await engines.stop();
    throw fault;
  }
}

/** Properties for which it has loaded a model. */
export function loadedFor(engines: Engines, task: 'asr' | 'tts'): ReadonlySet<string> {
  const serving = engines.status().flatMap((engine) => engine.models.serving);
  return new Set(serving.filter((model) => model.task === task).flatMap(({ properties }) => properties));
}
