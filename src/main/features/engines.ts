// The engines that ring screening, recognition, synthesis and transcription share. A gateway waits for the first of them.
import { liveKinds } from '../../engine/client/work-costs.js';
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
      measured.demand.reset();
      measured.late.reset();
      const costs = engines.costs();
      for (const kind of liveKinds) measured.cost.set({ kind }, costs[kind]);
      for (const [index, { rssBytes, models, sessions, role, pid, state, demand, lateMs }] of engines
        .status()
        .entries()) {
        measured.bytes.set({ process: index, role }, rssBytes);
        measured.sessions.set({ process: index, role }, sessions);
        if (pid !== undefined) measured.processes.set({ pid, role }, state === 'ready' ? 1 : 0);
        if (role === 'spare') continue;
        measured.demand.set({ process: index, role }, demand);
        measured.late.set({ process: index, role }, lateMs / 1_000);
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
      () => {}, // the supervisor logs the failure and tries again
    );
    const manager = serviceManager();
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
      help: 'Engine restarts after a crash',
    }),
    bytes: registry.gauge({
      name: 'tonegate_engine_resident_bytes',
      help: 'Resident memory of the engine processes, including draining ones and the spare',
      labelNames: ['process', 'role'],
    }),
    sessions: registry.gauge({
      name: 'tonegate_engine_sessions',
      help: 'Sessions in each engine process',
      labelNames: ['process', 'role'],
    }),
    demand: registry.gauge({
      name: 'tonegate_engine_demand',
      help: 'Share of the time of an engine that its live sessions take, estimated from their cost; new sessions are refused from 0.8 on',
      labelNames: ['process', 'role'],
    }),
    late: registry.gauge({
      name: 'tonegate_engine_late_seconds',
      help: 'Lag of an engine behind its live sessions at the last pings; new sessions are refused from 0.4 on',
      labelNames: ['process', 'role'],
    }),
    cost: registry.gauge({
      name: 'tonegate_engine_session_cost',
      help: 'Share of the time of an engine that one session of each kind takes: measured at the start, then updated',
      labelNames: ['kind'],
    }),
    processes: registry.gauge({
      name: 'tonegate_engine_process',
      help: 'Engine processes by role (serving, draining, spare): 1 with all models loaded',
      labelNames: ['pid', 'role'],
    }),
    models: registry.gauge({
      name: 'tonegate_model',
      help: 'Models in service: 1 for each task and property',
      labelNames: ['task', 'property', 'model'],
    }),
  };
}
