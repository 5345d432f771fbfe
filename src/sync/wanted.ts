// Waits for a reason to poll early: `tonegate sync now`, or a new row in the outbox.

import type { Chance } from '../jobs/backoff.js';
import { limits } from '../protocol/limits.js';
import { SyncFault } from './fault.js';
import type { LocalGateway } from './local-gateway.js';
import type { Time } from './time.js';

export interface Seen {
  now: number;
  /** Undefined at the start: after a power cut, rows that waited before must not bring a whole fleet at once. */
  outboxSeq: number | undefined;
}

export interface Watching {
  readonly gateway: Pick<LocalGateway, 'wanted'>;
  readonly time: Time;
  readonly chance: Chance;
  /** The last answer, kept from one wait to the next. */
  readonly seen: Seen;
  readonly mindsOutbox: boolean;
}

export async function untilWanted(watching: Watching, signal: AbortSignal): Promise<'wanted'> {
  const { gateway, time, chance, seen, mindsOutbox } = watching;
  for (;;) {
    signal.throwIfAborted();
    try {
      seen.outboxSeq ??= (await gateway.wanted({ now: 0, outboxSeq: 0 }, 0, signal)).outboxSeq;
      const before = { now: seen.now, outboxSeq: seen.outboxSeq };
      // An ignored outbox must not be asked about: the answer would come at once, again and again.
      const asked = mindsOutbox ? before : { ...before, outboxSeq: Number.MAX_SAFE_INTEGER };
      const { now, outboxSeq } = await gateway.wanted(asked, limits.sync.holdMs, signal);
      seen.now = now;
      if (now > before.now) return 'wanted';
      if (!mindsOutbox) continue;
      seen.outboxSeq = outboxSeq;
      if (outboxSeq > before.outboxSeq) {
        await time.sleep(limits.sync.gatherMs * (0.5 + chance()), signal);
        return 'wanted';
      }
    } catch (fault) {
      if (!(fault instanceof SyncFault)) throw fault;
      seen.now = 0; // a restarted gateway counts from zero
      await time.sleep(limits.sync.noGatewayMinMs, signal);
    }
  }
}
