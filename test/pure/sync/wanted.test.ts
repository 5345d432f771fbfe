// The events that make the agent poll before its time, and those that do not.
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/protocol/limits.js';
import { SyncFault } from '../../../src/sync/fault.js';
import { type Seen, untilWanted } from '../../../src/sync/wanted.js';

type Facts = { now: number; outboxSeq: number };
type Asked = Facts & { holdMs: number };

/** Answers what is on the list; after its end it says nothing any more. */
function watch(answers: (Facts | 'away')[], mindsOutbox: boolean, seen: Seen) {
  const asked: Asked[] = [];
  const slept: number[] = [];
  const ended = new AbortController();
  const gateway = {
    async wanted(facts: Facts, holdMs: number): Promise<Facts> {
      asked.push({ ...facts, holdMs });
      const answer = answers.shift();
      if (answer === undefined) {
        ended.abort();
        throw ended.signal.reason;
      }
      if (answer === 'away') throw new SyncFault('noGateway', 'away');
      return answer;
    },
  };
  const time = { steadyMs: () => 0, wallMs: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const outcome = untilWanted({ gateway, time, chance: () => 0.5, seen, mindsOutbox }, ended.signal).catch(() => 'not');
  return { outcome, asked, slept, seen };
}

const atStart = (): Seen => ({ now: 0, outboxSeq: undefined });

describe('a poll is wanted', () => {
  it('by sync now, also when it came before the agent', async () => {
    const { outcome, slept } = watch(
      [
        { now: 1, outboxSeq: 0 },
        { now: 1, outboxSeq: 0 },
      ],
      true,
      atStart(),
    );
    expect(await outcome).toBe('wanted');
    expect(slept).toEqual([]);
  });

  it('by a new row of the outbox, a little later, so that others go with it', async () => {
    const { outcome, slept, seen } = watch([{ now: 0, outboxSeq: 8 }], true, { now: 0, outboxSeq: 7 });
    expect(await outcome).toBe('wanted');
    expect(slept).toEqual([limits.sync.gatherMs]);
    expect(seen).toEqual({ now: 0, outboxSeq: 8 });
  });

  it('by a later sync now, after the gateway was started again and counts from anew', async () => {
    const { outcome, slept } = watch(['away', { now: 1, outboxSeq: 0 }], true, { now: 5, outboxSeq: 0 });
    expect(await outcome).toBe('wanted');
    expect(slept).toEqual([limits.sync.noGatewayMinMs]);
  });
});

describe('no poll is wanted', () => {
  it('by what waited in the outbox before the start', async () => {
    const rows = { now: 0, outboxSeq: 7 };
    const { outcome, asked } = watch([rows, rows, rows], true, atStart());
    expect(await outcome).toBe('not');
    expect(asked[0]).toMatchObject({ holdMs: 0 });
    expect(asked.slice(1)).toEqual(Array(3).fill({ now: 0, outboxSeq: 7, holdMs: limits.sync.holdMs }));
  });

  it('by the outbox while the upstream fails: the gateway is not even asked', async () => {
    const { outcome, asked } = watch([{ now: 0, outboxSeq: 9 }], false, { now: 0, outboxSeq: 7 });
    expect(await outcome).toBe('not');
    expect(asked[0]).toMatchObject({ outboxSeq: Number.MAX_SAFE_INTEGER });
  });
});
