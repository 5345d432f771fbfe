// Every route and socket without a running gateway: for the documents and for the tests that are generated from the routes.
import { defaultConfig } from '../config/config.js';
import { documentsOf, type Interfaces, together } from './documents.js';
import { features } from './features.js';

export function catalogue(): Interfaces {
  const config = defaultConfig();
  return together(features.map((feature) => feature.describe(config)));
}

/** The documents of a gateway with every feature, on the ports that it has unless configured otherwise. */
export const describeInterfaces = () => documentsOf(catalogue, defaultConfig());
