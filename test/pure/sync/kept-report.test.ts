// The last report of the sync process, across a setting of the clock.
import { beforeEach, expect, it } from 'vitest';
import { statusText } from '../../../src/cli/sync.js';
import { KeptReport } from '../../../src/replica/kept-report.js';

const minuteMs = 60_000;
let wallMs: number;
let elapsedMs: number;
let kept: KeptReport;
beforeEach(() => {
  wallMs = minuteMs; // a box without a battery has just started
  elapsedMs = 0;
  kept = new KeptReport({ wallMs: () => wallMs, elapsedMs: () => elapsedMs });
});

const pass = (ms: number) => {
  wallMs += ms;
  elapsedMs += ms;
};
const put = (lastSuccessAtMs: number | null) =>
  kept.put({
    ...{ upstream: 'https://up', state: 'waiting', lastSuccessAtMs, nextPollAtMs: wallMs + 5 * minuteMs },
    ...{ failuresInARow: 0, lastFault: null, fetching: null },
  });
const shown = () =>
  statusText(
    {
      ...{ origin: 'o', revision: 1, hasUpstream: true, needsSignature: true, report: kept.get(), applied: null },
      ...{ outbox: { waiting: 0, oldestMs: null }, conflicts: 0, redo: 0 },
    },
    wallMs,
  );

it('there is none before the sync process reports', () => {
  expect(kept.get()).toBeNull();
});

it('the next poll stays the same time away when the clock is set', () => {
  put(wallMs);
  pass(2 * minuteMs);
  expect(shown()).toContain('waiting, next poll in 3 min\nlast success  2 min ago\n');
  wallMs = Date.UTC(2026, 10, 26); // the time comes from the network
  expect(shown()).toContain('waiting, next poll in 3 min\nlast success  2 min ago\n');
  wallMs = 0; // and is lost again
  pass(minuteMs);
  expect(shown()).toContain('waiting, next poll in 2 min\nlast success  ');
});

it('a report that is really late is still called late', () => {
  put(null);
  wallMs = Date.UTC(2026, 10, 26);
  pass(10 * minuteMs);
  expect(shown()).toContain('no report for 5 min; is the sync process running?');
});

it('a clock that runs evenly moves nothing', () => {
  put(wallMs);
  const report = kept.get();
  pass(minuteMs);
  wallMs += 900;
  expect(kept.get()).toBe(report);
});
