// Clients whose large body was refused for load. Until the time that their Retry-After named is over, their next large bodies for
// the same route are refused unread: reading and parsing one takes the event loop ms, and those of a client that never waits would
// add up to most of its time.
import { ServiceError } from '../protocol/errors.js';
import { limits } from '../protocol/limits.js';
import { type Client, clientKey } from '../shares/client.js';
import { Lru } from '../storage/lru.js';

interface Refused {
  readonly message: string;
  readonly untilMs: number;
}

const { largeBodyBytes, loadRefusals } = limits.shares;

export class LoadRefusals {
  readonly #refused = new Lru<string, Refused>({ entries: loadRefusals });
  readonly #nowMs: () => number;

  /** `nowMs`: a clock that never goes back. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** A request with a body of so many bytes was refused. */
  refused(routeId: string, client: Client, bodyBytes: number, { code, row, message }: ServiceError): void {
    if (code !== 'OVERLOADED' || bodyBytes < largeBodyBytes) return;
    const key = keyOf(routeId, client);
    if (this.#waitingFor(key) !== undefined) return; // a client that asks all the time waits no longer than it was told
    this.#refused.set(key, { message, untilMs: this.#nowMs() + (row.retryAfterS ?? 0) * 1_000 });
  }

  /** Throws OVERLOADED, in the words of the refusal, when a body of so many bytes comes before its time. */
  need(routeId: string, client: Client, bodyBytes: number): void {
    if (bodyBytes < largeBodyBytes) return;
    const refused = this.#waitingFor(keyOf(routeId, client));
    if (refused !== undefined) throw new ServiceError('OVERLOADED', refused.message);
  }

  #waitingFor(key: string): Refused | undefined {
    const refused = this.#refused.get(key);
    return refused !== undefined && this.#nowMs() < refused.untilMs ? refused : undefined;
  }
}

const keyOf = (routeId: string, client: Client): string => `${routeId} ${clientKey(client)}`;
