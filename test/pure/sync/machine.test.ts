// The agent's states: every event in every phase, and how long it waits. No clock, no chance, no network.
import { describe, expect, it } from 'vitest';
import { afterRetryAfterMs, firstPollMs, nextPollMs, readRetryAfter, retryMs } from '../../../src/jobs/backoff.js';
import { limits } from '../../../src/protocol/limits.js';
import type { FaultKind } from '../../../src/sync/fault.js';
import {
  type AgentEvent,
  type AgentState,
  atStart,
  type Failure,
  next,
  type Phase,
} from '../../../src/sync/machine.js';

const intervalMs = 300_000;
const nowMs = 1_000_000;
const at = (chance: number) => ({ nowMs, intervalMs, chance: () => chance });
const almostOne = 1 - Number.EPSILON;

const inPhase = (phase: Phase, more: Partial<AgentState> = {}): AgentState => ({
  ...{ phase, untilMs: 0, failures: 0, lies: 0, fault: null },
  ...more,
});
const failed = (kind: FaultKind, more: Partial<Failure> = {}): AgentEvent => ({
  type: 'failed',
  failure: { kind, message: `it was ${kind}`, ...more },
});

const phases: Phase[] = ['waiting', 'stopped', 'draining', 'polling', 'fetching', 'applying'];
const events: AgentEvent[] = [
  { type: 'due' },
  { type: 'wanted' },
  { type: 'drained' },
  { type: 'unchanged' },
  { type: 'changed' },
  { type: 'fetched' },
  { type: 'applied' },
  failed('away'),
  failed('refused'),
];

// Rows: phases; columns: events, in the order above. `.` changes nothing.
const table = `
  waiting   draining draining .       .       .        .        .       .       .
  stopped   draining draining .       .       .        .        .       .       .
  draining  .        .        polling .       .        .        .       waiting stopped
  polling   .        .        .       waiting fetching .        .       waiting stopped
  fetching  .        .        .       .       .        applying .       waiting stopped
  applying  .        .        .       .       .        .        waiting waiting stopped
`;
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

describe('the phases', () => {
  it.each(rows)('from %s', (...row) => {
    const [phase, ...following] = row as [Phase, ...string[]];
    expect(phases).toContain(phase);
    events.forEach((event, index) => {
      const before = inPhase(phase);
      const after = next(before, event, at(0.5));
      const wanted = following[index] as string;
      const title = `${phase} + ${event.type}`;
      if (wanted === '.') expect(after, title).toEqual(before);
      else expect(after.phase, title).toBe(wanted);
    });
  });

  it('a round that ends well forgets failures and fault', () => {
    const after = next(inPhase('applying', { failures: 3, lies: 2, fault: 'old' }), { type: 'applied' }, at(0.5));
    expect(after).toEqual(inPhase('waiting', { untilMs: nowMs + intervalMs }));
  });

  it('a failure is said in words', () => {
    expect(next(inPhase('polling'), failed('away'), at(0)).fault).toBe('it was away');
  });
});

describe('the waits', () => {
  it('the first poll comes at 10 to 90 % of the interval', () => {
    expect(atStart(at(0)).untilMs).toBe(nowMs + 0.1 * intervalMs);
    expect(atStart(at(almostOne)).untilMs).toBe(nowMs + 0.9 * intervalMs);
    expect(firstPollMs(intervalMs, () => 0.5)).toBe(intervalMs / 2);
  });

  it('later polls come at 90 to 110 % of it', () => {
    expect(nextPollMs(intervalMs, () => 0)).toBe(0.9 * intervalMs);
    expect(nextPollMs(intervalMs, () => almostOne)).toBe(1.1 * intervalMs);
  });

  it('failures in a row double the longest wait up to 15 minutes, with full jitter', () => {
    let state = inPhase('polling');
    const longest: number[] = [];
    for (let failure = 0; failure < 12; failure++) {
      const after = next(state, failed('away'), at(almostOne));
      expect(next(state, failed('away'), at(0)).untilMs).toBe(nowMs);
      longest.push(after.untilMs - nowMs);
      state = { ...after, phase: 'polling' };
    }
    const doubled = [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900].map((s) => s * 1_000);
    expect(longest).toEqual(doubled);
    expect(retryMs(1_000, () => almostOne)).toBe(900_000); // 2 ** 1000 overflows nothing
  });

  it('a download that broke after some way is no failure in a row', () => {
    const state = inPhase('fetching', { failures: 9 });
    const after = next(state, failed('away', { hasProgressed: true }), at(almostOne));
    expect(after.failures).toBe(1);
    expect(after.untilMs - nowMs).toBe(2_000);
  });

  it('Retry-After wins over the backoff and over a refusal; nobody comes earlier, and not all at once', () => {
    for (const kind of ['busy', 'refused', 'away'] as const) {
      const state = inPhase('polling', { failures: 9 });
      const answered = (chance: number) => next(state, failed(kind, { retryAfterMs: 40_000 }), at(chance));
      expect(answered(0)).toMatchObject({ phase: 'waiting', untilMs: nowMs + 40_000 });
      expect(answered(almostOne).untilMs).toBe(nowMs + 44_000);
    }
    expect(afterRetryAfterMs(Number.MAX_SAFE_INTEGER, () => 0)).toBe(limits.sync.retryAfterMaxMs);
  });

  it('a refusal is tried again after about an hour', () => {
    const wait = (chance: number) => next(inPhase('polling'), failed('refused'), at(chance)).untilMs - nowMs;
    expect([wait(0), wait(almostOne)]).toEqual([1_800_000, 5_400_000]);
  });

  it('content that is not what its name says is fetched again twice, then counts as a refusal', () => {
    let state = inPhase('fetching');
    const seen: Phase[] = [];
    for (let lie = 0; lie < 3; lie++) {
      state = next(state, failed('lying'), at(0.5));
      seen.push(state.phase);
      state = { ...state, phase: 'fetching' };
    }
    expect(seen).toEqual(['waiting', 'waiting', 'stopped']);
  });

  it('a gateway that does not answer is asked again within 15 seconds', () => {
    const state = inPhase('draining', { failures: 20 });
    expect(next(state, failed('noGateway'), at(almostOne)).untilMs - nowMs).toBe(15_000);
  });
});

describe('Retry-After', () => {
  const date = 'Thu, 01 Jan 1970 00:10:00 GMT'; // the upstream's clock may be anything
  it.each([
    ['seconds', '120', date, 120_000],
    ['a date, by the upstream’s own clock', 'Thu, 01 Jan 1970 00:11:30 GMT', date, 90_000],
    ['a date that is over', 'Thu, 01 Jan 1970 00:00:00 GMT', date, 0],
    ['a date without a Date header', 'Thu, 01 Jan 1970 00:11:30 GMT', undefined, undefined],
    ['nothing', undefined, date, undefined],
    ['anything else', 'soon', date, undefined],
    ['a negative number', '-5', undefined, undefined],
  ])('%s', (_, header, itsDate, wanted) => {
    expect(readRetryAfter(header, itsDate)).toBe(wanted);
  });
});
