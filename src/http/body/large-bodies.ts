// Large bodies share the event loop with everything else. Only a few of each client are read at a time; the others wait
// in their sockets, where they take no memory. They are parsed one after another, with time for other work in between.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OneAtATime } from '../../jobs/one-at-a-time.js';
import { Slots } from '../../jobs/slots.js';
import { limits } from '../../protocol/limits.js';
import { type Client, clientKey } from '../../shares/client.js';

const { largeBodiesAtOnce, largeBodyBytesPerMs } = limits.shares;

export class LargeBodies {
  /** Clients whose large bodies are being read. */
  readonly #clients = new Map<string, Slots>();

  /**
   * Runs `read` once fewer than the allowed number of the client's large bodies are being read. The client's
   * connections bound how many wait.
   */
  async read<T>(client: Client, read: () => Promise<T>): Promise<T> {
    const key = clientKey(client);
    const slots = this.#clients.get(key) ?? new Slots(largeBodiesAtOnce, Number.POSITIVE_INFINITY);
    this.#clients.set(key, slots);
    try {
      return await slots.run(read);
    } finally {
      if (slots.isIdle && this.#clients.get(key) === slots) this.#clients.delete(key);
    }
  }
}

const parsing = new OneAtATime();
let nextMs = 0;

/**
 * Resolves when a body of so many bytes may be parsed: one at a time, with a pause as long as the parsing takes before
 * the next.
 */
export const turnOfLarge = (bytes: number): Promise<void> =>
  parsing.run(async () => {
    await nextTurn();
    const earlyMs = nextMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    nextMs = performance.now() + (2 * bytes) / largeBodyBytesPerMs;
  });
