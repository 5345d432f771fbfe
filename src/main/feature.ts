// A feature is one value: what it serves, its metrics, the limits that clients must know, what its generated tests need, what
// of it gateways keep in step, and how it starts. The gateway and the catalogue (OpenAPI, generated tests) are folds over one
// list of them (features.ts), so that nothing is served that is not described.
import type { Settings } from '../config/schema.js';
import { templated } from '../http/describe/listeners.js';
import type { Example, Interfaces } from '../http/route.js';
import type { Metrics } from '../ops/metrics.js';
import type { ReplicatedKind } from '../replica/kind/kind.js';
import type { ClientLimits, OperationConf } from '../system/conf.js';
import type { Capability } from '../system/routes.js';
import type { StreamRoute } from '../ws/route.js';
import type { FeatureContext, StoredParts } from './context.js';

/** The routes and sockets of a feature. Building them only stores the parts that the handlers work with. */
export type Served = Interfaces<StreamRoute>;

/** A running feature. */
export interface Running {
  /**
   * Properties that its capability serves now; they change with the models. Without any the capability is not listed.
   */
  properties?(): readonly string[];
  /** Names of the parts that it still waits for; empty when it can take calls. */
  waitingFor?(): readonly string[];
  /** Names of what this machine lacks. Requests that need it fail, the others work. */
  missing?(): readonly string[];
  /** Sentences about what works only in part at the moment. */
  degraded?(): readonly string[];
  /** Called after the last request and the last session. */
  stop?(): Promise<void> | void;
}

export interface CapabilityFacts {
  readonly name: string;
  /** Names of `audioFormat` for whole recordings and texts. */
  readonly oneShotFormats: readonly string[];
  /** Names of `audioFormat` on a WebSocket. */
  readonly streamFormats: readonly string[];
}

/**
 * Something that must exist before an example can succeed. Examples name it in braces, and the generated tests make it
 * by a request of its own. In `example`, which may name other fixtures, `{unique}` is a different text each time.
 */
export type Fixture = RouteFixture | SocketFixture;

export interface RouteFixture {
  /** The id of the route that makes it. */
  readonly route: string;
  /** The example of that route unless given. */
  readonly example?: Example;
  /** The field of the reply that names it, such as `created.id`; or the name itself, where it is known before. */
  readonly name: { readonly field: string } | { readonly text: string };
  /** The request is repeated until a field of the reply has this value, to wait for work in the background. */
  readonly until?: { readonly field: string; readonly is: string };
}

/** A fixture that the first text on a WebSocket makes; the socket is closed then. */
export interface SocketFixture {
  /** The id of the socket. */
  readonly socket: string;
  readonly params: Readonly<Record<string, string>>;
  readonly text: string;
  readonly name: { readonly text: string };
}

export type Fixtures = Readonly<Record<string, Fixture>>;

export interface FeatureDefinition<Parts, Counters> {
  readonly name: string;
  /** The entry in list-capabilities; a feature without one is not listed there. */
  readonly capability?: CapabilityFacts;
  /** Limits and times that a client must know, for get-conf. */
  limits?(config: Settings): ClientLimits;
  /** Registers its metrics, which `start` gets. */
  metrics?(registry: Metrics): Counters;
  readonly fixtures?: Fixtures;
  /** Kinds of things that follow an upstream (docs/sync.md). They are needed before any feature starts. */
  replicates?(stored: StoredParts): readonly ReplicatedKind[];
  /** `conf`: the limits of all features together. */
  serves(parts: Parts, config: Settings, conf: OperationConf): Partial<Served>;
  start(context: FeatureContext, counters: Counters): Started<Parts> | Promise<Started<Parts>>;
}

type Started<Parts> = Running & { readonly parts: Parts };

export interface StartedFeature extends Required<Pick<Running, 'waitingFor' | 'missing' | 'degraded' | 'stop'>> {
  readonly served: Served;
  capabilities(): readonly Capability[];
}

export interface Feature {
  readonly name: string;
  readonly fixtures: Fixtures;
  limits(config: Settings): ClientLimits;
  replicates(stored: StoredParts): readonly ReplicatedKind[];
  /** The routes and sockets, with handlers that must not be called. */
  describe(config: Settings, conf: OperationConf): Served;
  start(context: FeatureContext): Promise<StartedFeature>;
}

const whole = ({ routes = [], sockets = [], admin = [], everywhere = [] }: Partial<Served>): Served => ({
  ...{ routes, sockets, admin, everywhere },
});

export function feature<Parts, Counters = undefined>(definition: FeatureDefinition<Parts, Counters>): Feature {
  const { name, capability, fixtures = {}, serves, start } = definition;
  return {
    name,
    fixtures,
    limits: (config) => definition.limits?.(config) ?? {},
    replicates: (stored) => definition.replicates?.(stored) ?? [],
    describe: (config, conf) => whole(serves(absent as Parts, config, conf)),
    start: async (context) => {
      const counters = definition.metrics?.(context.metrics) as Counters;
      const { parts, ...running } = await start(context, counters);
      const served = whole(serves(parts, context.config, context.conf));
      const endpoints = [...new Set([...served.routes, ...served.sockets].map(({ path }) => templated(path)))];
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
        degraded: () => running.degraded?.() ?? [],
        stop: async () => running.stop?.(),
      };
    },
  };
}

/**
 * Stands for the parts that handlers work with when a feature is only described. Every member of it is absent, too, and
 * calling one is a mistake.
 */
const absent: unknown = new Proxy(() => {}, {
  get: (_, name) => (typeof name === 'symbol' ? undefined : absent),
  apply: () => {
    throw new Error('the catalogue only describes features: their handlers cannot be called');
  },
});
