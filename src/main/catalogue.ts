// Every route, socket and fixture without a running gateway: for the documents and for the tests that are generated from the
// routes.
import { defaultConfig } from '../config/config.js';
import { operationConf } from '../system/conf.js';
import { documentsOf, together } from './documents.js';
import type { Feature, Fixtures, Served } from './feature.js';
import { features } from './features.js';

export function catalogue(of: readonly Feature[] = features): Served & { readonly fixtures: Fixtures } {
  const config = defaultConfig();
  const conf = operationConf(of.map((feature) => feature.limits(config)));
  return {
    ...together(of.map((feature) => feature.describe(config, conf))),
    fixtures: Object.fromEntries(of.flatMap(({ fixtures }) => Object.entries(fixtures))),
  };
}

/** The documents of a gateway with every feature, on the default ports. */
export const describeInterfaces = () => documentsOf(catalogue, defaultConfig());
