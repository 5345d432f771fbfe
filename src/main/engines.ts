// The engines of a gateway with their models. A fresh set takes over when another model is activated. Inputs that ended
// engines are kept away from them.
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { type Engines, startEngines } from '../engine/client/client.js';
import { ClipLost } from '../engine/client/clip-lost.js';
import { clipInput } from '../engine/client/deadly-inputs.js';
import { OneAtATime } from '../jobs/one-at-a-time.js';
import { modelPlaces, openModelStore } from '../local/models.js';
import { watchActive } from '../models/active-watch.js';
import { ServiceError } from '../protocol/errors.js';
import { defaultTables } from '../ring/default-tables.js';
import type { OnRefused } from '../shares/shares.js';
import { madeReady } from '../storage/made-ready.js';
import type { DataKey } from '../trust/data-key.js';
import { StoredFiles } from '../trust/stored-files.js';
import { ModelQuarantine } from './recovery/model-quarantine.js';
import { fileInput, openDeadlyInputs } from './recovery/refused-inputs.js';

interface EngineParts {
  readonly config: Config;
  /** The key of the recordings; they are plain unless it is given. */
  readonly dataKey?: DataKey | undefined;
  readonly log: Logger;
  /** ms UTC */
  readonly now: () => number;
  readonly onRefused: OnRefused;
  /** Program of an engine; the built one unless given. */
  readonly entry?: string;
}

export interface SpeechEngines extends Engines {
  /** Sentences for the operator about what works only in part, with the reasons. */
  degraded(): string[];
}

/** Number of tries to swap engines whose fresh engine dies. After the last one its model goes into quarantine. */
const swapTries = 3;

export function startSpeechEngines({ config, dataKey, log, now, onRefused, entry }: EngineParts): SpeechEngines {
  const models = modelPlaces(config);
  const recordings = new StoredFiles(dataKey);
  const inputs = openDeadlyInputs(config.dataDir, log);
  const quarantine = new ModelQuarantine({
    store: openModelStore(models),
    log,
    now,
    onQuarantine: () => inputs.forget(),
  });
  let deaths = 0;
  const engines = startEngines({
    tables: defaultTables,
    ...{ log, onRefused },
    count: config.engines,
    strictSlices: config.stream.strictSlices,
    models,
    reads: madeReady([models.store, join(config.dataDir, 'olm'), join(config.dataDir, 'trans')]),
    ...{ spare: config.spareEngine, admission: config.admission },
    ...(entry !== undefined && { entry }),
    onDeath: (death) => {
      deaths++;
      quarantine.died(death);
    },
  });

  const swap = async () => {
    for (let tries = 1; ; tries++) {
      const before = deaths;
      try {
        await engines.replace();
        return;
      } catch (fault) {
        if (deaths === before || tries === swapTries) throw fault;
      }
    }
  };
  const swaps = new OneAtATime();
  const watch = watchActive(models.store, () => {
    log.info({}, 'the active models changed: engines are being replaced');
    quarantine.activated();
    swaps
      .run(swap)
      .catch((fault: unknown) =>
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
    hear: (params, bytes, origin) =>
      inputs.guarded(
        clipInput(bytes),
        () => engines.hear(params, bytes, origin),
        (fault) => (fault instanceof ClipLost ? fault.engine : undefined),
      ),
    transcribe: (pcm, ...rest) =>
      inputs.guarded(
        fileInput(pcm.path, recordings),
        () => engines.transcribe(pcm, ...rest),
        (fault) => (fault instanceof ServiceError && fault.code === 'ENGINE_LOST' ? fault : undefined),
      ),
    degraded: () => [...quarantine.degraded(), ...refusedModels(engines)],
    stop: async () => {
      watch.close();
      await engines.stop();
    },
  };
}

/** Models that the engines would use but must not or cannot, each with the reason, once. */
function refusedModels(engines: Engines): string[] {
  const refused = engines.status().flatMap(({ models }) => models?.refused ?? []);
  const reasons = new Map(refused.map(({ name, reason }) => [name, reason]));
  return [...reasons].map(([name, reason]) => {
    const why = reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason;
    return `model ${name} is not in service: ${why}`;
  });
}
