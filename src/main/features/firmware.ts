// Rollouts of firmware to boxes, and the gateway's part on a box (docs/board.md).

import { type FirmwareRouteParts, firmwareAdminRoutes } from '../../firmware/admin-routes.js';
import { Drain } from '../../firmware/drain.js';
import { replicatedFirmware } from '../../firmware/replicated.js';
import { firmwareRoutes } from '../../firmware/routes.js';
import { Periodic } from '../../jobs/periodic.js';
import type { Metrics } from '../../ops/metrics.js';
import { limits } from '../../protocol/limits.js';
import { feature } from '../feature.js';

export const firmwareFeature = feature<FirmwareRouteParts, ReturnType<typeof firmwareMetrics>>({
  name: 'firmware',
  metrics: firmwareMetrics,
  fixtures: {
    bundle: { route: 'admin.firmware.upload', name: { field: 'sha256' } },
    release: { route: 'admin.firmware.publish', name: { field: 'product' } },
  },
  replicates: ({ firmware: { rollouts, bundles } }) => [replicatedFirmware(rollouts, bundles)],
  serves: (parts) => ({ routes: firmwareRoutes(parts.rollouts), admin: firmwareAdminRoutes(parts) }),
  start: ({ firmware: { rollouts, bundles }, sessions, metrics, log }, gauges) => {
    rollouts.sweep();
    const looks = new Periodic({
      everyMs: limits.firmware.lookMs,
      work: () => rollouts.look(),
      onFault: (err) => log.error({ err }, 'the firmware rollouts could not be checked'),
    });
    looks.start();
    metrics.collect(() => {
      for (const gauge of Object.values(gauges)) gauge.reset();
      for (const { product, version, good, bad, isHeld, boxes } of rollouts.list()) {
        gauges.good.set({ product, version }, good);
        gauges.bad.set({ product, version }, bad);
        gauges.held.set({ product, version }, isHeld ? 1 : 0);
        for (const [state, count] of Object.entries(boxes)) gauges.boxes.set({ product, state }, count);
      }
    });
    const drain = new Drain(sessions);
    const held = (): string[] =>
      rollouts
        .list()
        .filter(({ isHeld }) => isHeld)
        .map(
          ({ product, version }) => `the rollout of ${version} for ${product} is held back (tonegate firmware boxes)`,
        );
    return { parts: { rollouts, bundles, drain }, degraded: held, stop: () => looks.stop() };
  },
});

function firmwareMetrics(registry: Metrics) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    registry.gauge({ name: `tonegate_firmware_${name}`, help, labelNames: [...labelNames] });
  return {
    good: gauge('good', 'Boxes that updated successfully', ['product', 'version']),
    bad: gauge('bad', 'Boxes on which the update failed', ['product', 'version']),
    held: gauge('held', '1: the rollout is held back', ['product', 'version']),
    boxes: gauge('boxes', 'Boxes by firmware state', ['product', 'state']),
  };
}
