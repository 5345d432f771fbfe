// A feature is one value: what it serves, and how it starts. The gateway and the catalogue (OpenAPI, generated tests) are
// folds over one list of them (features.ts), so that nothing is served that is not described.
import type { Settings } from '../config/schema.js';
import type { Route } from '../http/route.js';
import type { Capability } from '../system/routes.js';
import type { StreamRoute } from '../ws/route.js';
import type { FeatureContext } from './context.js';

/** The routes and sockets of a feature. Building them only keeps the parts that its handlers work with. */
export interface Served {
  /** On the http and https listeners. */
  readonly routes?: readonly Route[];
  readonly sockets?: readonly StreamRoute[];
  /** On the admin listener. */
  readonly admin?: readonly Route[];
  /** On all three listeners. */
  readonly everywhere?: readonly Route[];
}

/** The state and the end of a running feature. */
export interface Running {
  /** Properties that its capability serves now: models come and go. Without any it is not listed. */
  properties?(): readonly string[];
  /** What it still waits for, in words; empty when it can take calls. */
  waitingFor?(): readonly string[];
  /** What this machine lacks, in words: some requests will fail, the others do not notice. */
  missing?(): readonly string[];
  /** After the last request and the last session. */
  stop?(): Promise<void> | void;
}

export interface CapabilityFacts {
  readonly name: string;
  /** Names of `audioFormat` for whole recordings and texts. */
  readonly oneShotFormats: readonly string[];
  /** Names of `audioFormat` on a WebSocket. */
  readonly streamFormats: readonly string[];
}

export interface FeatureDefinition<Parts> {
  readonly name: string;
  /** How list-capabilities names it; a feature without one is not listed there. */
  readonly capability?: CapabilityFacts;
  serves(parts: Parts, config: Settings): Served;
  start(context: FeatureContext): Promise<Running & { readonly parts: Parts }> | (Running & { readonly parts: Parts });
}

export interface StartedFeature extends Required<Pick<Running, 'waitingFor' | 'missing' | 'stop'>> {
  readonly served: Required<Served>;
  capabilities(): readonly Capability[];
}

export interface Feature {
  readonly name: string;
  /** Its routes and sockets, with handlers that must not be called. */
  describe(config: Settings): Required<Served>;
  start(context: FeatureContext): Promise<StartedFeature>;
}

const whole = ({ routes = [], sockets = [], admin = [], everywhere = [] }: Served): Required<Served> => ({
  ...{ routes, sockets, admin, everywhere },
});

export function feature<Parts>({ name, capability, serves, start }: FeatureDefinition<Parts>): Feature {
  return {
    name,
    describe: (config) => whole(serves(absent as Parts, config)),
    start: async (context) => {
      const { parts, ...running } = await start(context);
      const served = whole(serves(parts, context.config));
      const endpoints = [...served.routes, ...served.sockets].map(({ path }) =>
        path.replace(':property', '{property}'),
      );
      return {
        served,
        capabilities: () => {
          const properties = [...(running.properties?.() ?? [])];
          if (capability === undefined || properties.length === 0) return [];
          const { name: named, oneShotFormats, streamFormats } = capability;
          const formats = { oneShotFormats: [...oneShotFormats], streamFormats: [...streamFormats] };
          const audioFormats = [...new Set([...oneShotFormats, ...streamFormats])];
          return [{ capability: named, properties, endpoints, audioFormats, ...formats }];
        },
        waitingFor: () => running.waitingFor?.() ?? [],
        missing: () => running.missing?.() ?? [],
        stop: async () => running.stop?.(),
      };
    },
  };
}

/** Stands for the parts that handlers work with where a feature is only described: whatever is asked of it is absent too,
 * and using it is a mistake. */
const absent: unknown = new Proxy(() => {}, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : absent),
  apply: () => {
    throw new Error('the catalogue only describes: no handler can be called');
  },
});
