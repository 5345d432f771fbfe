// The sync process and odd answers: words for people, and nothing unbounded in what is stored and shown.
import { describe, expect, it } from 'vitest';
import type { OutboxEntry, OutboxVerdict } from '../../../src/protocol/wire/sync-messages.js';
import { drainOutbox } from '../../../src/sync/outbox.js';
import { statusFault } from '../../../src/sync/status-fault.js';

describe('a status that is no answer', () => {
  it('304 that nobody asked for is no redirect', () => {
    const fault = statusFault({ status: 304, headers: {} }, Buffer.alloc(0), '/v10/sync/state');
    expect([fault.kind, fault.message]).toEqual([
      'lying',
      'the upstream answered 304 for /v10/sync/state to an unconditional request',
    ]);
  });
});

describe('a reason for a refusal', () => {
  it('is one line, and not a long one, whatever the upstream sends', async () => {
    const entries = [{ seq: 1, idempotencyKey: 'key' }] as OutboxEntry[];
    const settled: OutboxVerdict[] = [];
    const gateway = {
      outbox: async () => ({ waiting: 1, entries: settled.length === 0 ? entries : [] }),
      settle: async (verdicts: readonly OutboxVerdict[]) => void settled.push(...verdicts),
    };
    const why = `too\u001b[2J\nlong ${'x'.repeat(1_000_000)}`;
    const verdict: OutboxVerdict = { idempotencyKey: 'key', verdict: 'refused', why };
    await drainOutbox(gateway, async () => [verdict], new AbortController().signal);
    expect(settled[0]?.why).toMatch(/^too \[2J long x{100,200}…$/);
  });
});
