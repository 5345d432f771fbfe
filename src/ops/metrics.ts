// The registry of metrics. Each feature registers its own (src/main/feature.ts), the gateway those of its listeners
// (src/main/gateway-metrics.ts). Labels are closed sets (route ids, statuses, verdicts), so that no client can grow the table.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface MetricFacts<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly Label[];
}

/** The name of a metric is unique: registering it twice throws. */
export interface Metrics {
  counter<Label extends string = never>(facts: MetricFacts<Label>): Counter<Label>;
  gauge<Label extends string = never>(facts: MetricFacts<Label>): Gauge<Label>;
  histogram<Label extends string = never>(
    facts: MetricFacts<Label> & { readonly buckets: readonly number[] },
  ): Histogram<Label>;
  /** Registers what must be looked up when someone reads. */
  collect(collector: () => void): void;
  text(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry }); // RSS, heap, CPU, event loop delay
  const collectors: (() => void)[] = [];
  return {
    counter: ({ labelNames = [], ...facts }) => new Counter({ ...facts, labelNames: [...labelNames], registers }),
    gauge: ({ labelNames = [], ...facts }) => new Gauge({ ...facts, labelNames: [...labelNames], registers }),
    histogram: ({ labelNames = [], buckets, ...facts }) =>
      new Histogram({ ...facts, labelNames: [...labelNames], buckets: [...buckets], registers }),
    collect: (collector) => void collectors.push(collector),
    async text() {
      for (const collector of collectors) collector();
      return await registry.metrics();
    },
  };
}
