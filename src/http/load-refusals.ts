// Clients whose large body was refused because of load. Until the time of their Retry-After is over, their next large
// bodies for the same route are refused unread. Reading and parsing one takes the event loop some ms, and the bodies of
// a client that never waits would take most of its time.
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

  /** `nowMs` is a monotonic clock. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Records that a request with a body of so many bytes was refused. */
  refused(routeId: string, client: Client, bodyBytes: number, { code, row, message }: ServiceError): void {
    if (code !== 'OVERLOADED' || bodyBytes < largeBodyBytes) return;
    const key = keyOf(routeId, client);
    if (this.#waitingFor(key) !== undefined) return; // asking again does not lengthen the wait
    this.#refused.set(key, { message, untilMs: this.#nowMs() + (row.retryAfterS ?? 0) * 1_000 });
  }

  /** Throws OVERLOADED, with the text of the refusal, if a body of so many bytes comes too early. */
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
