// The sync feature: requests of boxes to their upstream, and of the sync process to its own gateway (docs/sync.md).
import type { Metrics } from '../../ops/metrics.js';
import { syncAdminRoutes } from '../../replica/admin-routes.js';
import { syncRoutes } from '../../replica/routes.js';
import type { FeatureContext } from '../context.js';
import { feature } from '../feature.js';

export const syncFeature = feature<Pick<FeatureContext, 'replica' | 'group'>, ReturnType<typeof syncMetrics>>({
  name: 'sync',
  metrics: syncMetrics,
  serves: ({ replica, group }) => ({ routes: syncRoutes(replica, group), admin: syncAdminRoutes(replica, group) }),
  start: ({ config, replica, group, metrics }, gauges) => {
    metrics.collect(() => {
      const { outbox, conflicts, redo, report, applied } = replica.status();
      gauges.outbox.set(outbox.waiting);
      gauges.conflicts.set(conflicts);
      gauges.redo.set(redo);
      gauges.failures.set(report?.failuresInARow ?? 0);
      gauges.success.set((report?.lastSuccessAtMs ?? 0) / 1_000);
      gauges.applied.set((applied?.atMs ?? 0) / 1_000);
    });
    const unsigned =
      'states need no signature, because sync.signKeys is empty: whoever holds the TLS key of the upstream controls this box';
    const isPinned = config.upstream === '' || config.sync.signKeys.length > 0;
    return { parts: { replica, group }, missing: () => (isPinned ? [] : [unsigned]) };
  },
});

function syncMetrics(registry: Metrics) {
  const gauge = (name: string, help: string) => registry.gauge({ name: `tonegate_sync_${name}`, help });
  return {
    outbox: gauge('outbox', 'Changes to user resources that wait to go upstream'),
    conflicts: gauge('conflicts', 'Versions that lost a conflict and are kept'),
    redo: gauge('redo', 'Files of an applied state that are not in place yet'),
    failures: gauge('failures_in_a_row', 'Failed polls of the upstream since the last successful one'),
    success: gauge(
      'last_success_timestamp_seconds',
      'Time of the last successful poll of the upstream; 0: none since the gateway started',
    ),
    applied: gauge('applied_timestamp_seconds', 'Time when a state of the upstream was last applied; 0: never'),
  };
}
