// What a feature folder hands to the gateway: routes and streams as data, and its part in starting and stopping.
import type { Route } from '../http/route.js';
import type { Capability } from '../system/routes.js';
import type { StreamRoute } from '../ws/stream.js';

export interface Feature {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly streams: readonly StreamRoute[];
  /** May change while the gateway runs: models come and go. */
  readonly capabilities: readonly Capability[];
  /** What it still waits for, in words; empty when it can take calls. */
  waitingFor(): readonly string[];
  /** What this machine lacks, in words: some requests will fail, the others do not notice. */
  missing?(): readonly string[];
  /** After the last request and the last session. */
  stop(): Promise<void>;
}
