// Large bodies share the event loop with everything else. Of each client a few are read at a time, and what it sends beside them
// waits in its sockets, where it costs no memory; they are parsed one after another, with time for other work in between.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { OneAtATime } from '../../jobs/one-at-a-time.js';
import { Slots } from '../../jobs/slots.js';
import { limits } from '../../protocol/limits.js';
import { type Client, clientKey } from '../../shares/client.js';

const { largeBodiesAtOnce, largeBodyBytesPerMs } = limits.shares;

export class LargeBodies {
  /** Clients whose large bodies are being read. */
  readonly #clients = new Map<string, Slots>();

  /** Runs `read` when fewer than so many of the client's others are being read. The number of its connections bounds what waits. */
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

/** Resolves when a body of so many bytes may be parsed: one at a time, and as much time as it takes passes before the next. */
export const turnOfLarge = (bytes: number): Promise<void> =>
  parsing.run(async () => {
    await nextTurn();
    const earlyMs = nextMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    nextMs = performance.now() + (2 * bytes) / largeBodyBytesPerMs;
  });
