// The engines that ring screening, recognition, synthesis and transcription share. A gateway waits for the first of them.
import type { Metrics } from '../../ops/metrics.js';
import { limits } from '../../protocol/limits.js';
import { feature } from '../feature.js';
import { serviceManager } from '../recovery/service-manager.js';
import { feedWatchdog } from '../recovery/watchdog.js';

export const enginesFeature = feature<undefined, ReturnType<typeof engineMetrics>>({
  name: 'engines',
  metrics: engineMetrics,
  serves: () => ({}),
  start: async ({ engines, metrics, log }, measured) => {
    metrics.collect(() => {
      measured.restarts.reset();
      measured.restarts.inc(engines.restarts);
      measured.bytes.reset();
      measured.sessions.reset();
      measured.models.reset();
      measured.processes.reset();
      for (const [index, { rssBytes, models, sessions, role, pid, state }] of engines.status().entries()) {
        measured.bytes.set({ process: index, role }, rssBytes);
        measured.sessions.set({ process: index, role }, sessions);
        if (pid !== undefined) measured.processes.set({ pid, role }, state === 'ready' ? 1 : 0);
        if (role === 'spare') continue;
        for (const { task, name, properties } of models.serving) {
          for (const property of properties) measured.models.set({ task, property, model: name }, 1);
        }
      }
    });
    let isReady = false;
    engines.ready().then(
      () => {
        isReady = true;
      },
      () => {}, // the supervisor logs it and goes on trying
    );
    const manager = await serviceManager();
    const watchdog = feedWatchdog({ manager, engines, log, startMs: limits.engine.startMs });
    return {
      parts: undefined,
      degraded: () => engines.degraded(),
      stop: () => watchdog?.close(),
      waitingFor: () => (isReady || engines.status().some(({ state }) => state === 'ready') ? [] : ['engine']),
    };
  },
});

function engineMetrics(registry: Metrics) {
  return {
    restarts: registry.counter({
      name: 'tonegate_engine_restarts_total',
      help: 'Engines started again after a crash',
    }),
    bytes: registry.gauge({
      name: 'tonegate_engine_resident_bytes',
      help: 'Memory of the engine processes, those that drain and the spare among them',
      labelNames: ['process', 'role'],
    }),
    sessions: registry.gauge({
      name: 'tonegate_engine_sessions',
      help: 'Sessions that the engine processes hold',
      labelNames: ['process', 'role'],
    }),
    processes: registry.gauge({
      name: 'tonegate_engine_process',
      help: 'Engine processes by role (serving, draining, spare): 1 with all models loaded',
      labelNames: ['pid', 'role'],
    }),
    models: registry.gauge({
      name: 'tonegate_model',
      help: 'Models that serve: 1 for each task and property',
      labelNames: ['task', 'property', 'model'],
    }),
  };
}
