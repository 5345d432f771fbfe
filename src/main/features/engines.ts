// The engines that ring screening, recognition, synthesis and transcription share. A gateway waits for the first of them.
import type { Metrics } from '../../ops/metrics.js';
import { feature } from '../feature.js';

export const enginesFeature = feature<undefined, ReturnType<typeof engineMetrics>>({
  name: 'engines',
  metrics: engineMetrics,
  serves: () => ({}),
  start: ({ engines, metrics }, measured) => {
    metrics.collect(() => {
      measured.restarts.reset();
      measured.restarts.inc(engines.restarts);
      measured.bytes.reset();
      measured.sessions.reset();
      measured.models.reset();
      for (const [index, { rssBytes, models, sessions }] of engines.status().entries()) {
        measured.bytes.set({ process: index }, rssBytes);
        measured.sessions.set({ process: index }, sessions);
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
    return {
      parts: undefined,
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
      help: 'Memory of the engine processes, those that drain among them',
      labelNames: ['process'],
    }),
    sessions: registry.gauge({
      name: 'tonegate_engine_sessions',
      help: 'Sessions that the engine processes hold',
      labelNames: ['process'],
    }),
    models: registry.gauge({
      name: 'tonegate_model',
      help: 'Models that serve: 1 for each task and property',
      labelNames: ['task', 'property', 'model'],
    }),
  };
}
