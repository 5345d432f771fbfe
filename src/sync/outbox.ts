// Sends the changes made on the box upstream, in order. A row leaves when the upstream has given its verdict; until
// then the row is sent again, and the upstream knows it by its idempotency key.
import type { OutboxEntry, OutboxVerdict } from '../protocol/wire/sync-messages.js';
import { excerpt, SyncFault } from './fault.js';
import type { LocalGateway } from './local-gateway.js';
import type { Transport } from './transport.js';

type Send = NonNullable<Transport['send']>;

export async function drainOutbox(
  gateway: Pick<LocalGateway, 'outbox' | 'settle'>,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const { entries } = await gateway.outbox(signal);
    if (entries.length === 0) return;
    const settled = inOrder(entries, await send(entries, signal));
    await gateway.settle(settled, signal);
    if (settled.length < entries.length) {
      const { seq } = entries[settled.length] as OutboxEntry;
      throw new SyncFault('lying', `the upstream did not say what became of row ${seq} of the outbox`);
    }
  }
}

/** The verdicts in the order of the entries, up to the first entry without one. */
function inOrder(entries: readonly OutboxEntry[], verdicts: readonly OutboxVerdict[]): OutboxVerdict[] {
  const byKey = new Map(verdicts.map((verdict) => [verdict.idempotencyKey, verdict]));
  const settled: OutboxVerdict[] = [];
  for (const { idempotencyKey } of entries) {
    const verdict = byKey.get(idempotencyKey);
    if (verdict === undefined) break;
    const { why, ...rest } = verdict;
    settled.push(why === undefined ? rest : { ...rest, why: excerpt(why) }); // the text is stored and shown
  }
  return settled;
}
