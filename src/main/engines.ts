// The engines of a gateway with their models; a fresh set takes over when another model is activated.
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { type Engines, startEngines } from '../engine/client/client.js';
import { modelFolders } from '../local/models.js';
import { watchActive } from '../models/active-watch.js';
import { defaultTables } from '../ring/default-tables.js';

interface EngineParts {
  readonly config: Config;
  readonly log: Logger;
}

export function startSpeechEngines({ config, log }: EngineParts): Engines {
  const models = modelFolders(config);
  const engines = startEngines({
    tables: defaultTables,
    log,
    count: config.engines,
    strictSlices: config.stream.strictSlices,
    models,
  });

  const swap = oneAfterAnother(() => engines.replace());
  const watch = watchActive(models.store, () => {
    log.info({}, 'the active models changed: engines are being replaced');
    swap().catch((fault: unknown) =>
      log.warn(
        { reason: (fault as Error).message },
        'the engines were not replaced; the previous models stay in service',
      ),
    );
  });
  return {
    ...engines,
    get restarts() {
      return engines.restarts;
    },
    stop: async () => {
      watch.close();
      await engines.stop();
    },
  };
}

/** Never runs twice at once; a request that comes meanwhile follows. */
function oneAfterAnother(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.catch(() => {}).then(work);
    return last;
  };
}
