// The two times of a gateway on a machine whose clock starts anywhere and jumps.
import { describe, expect, it } from 'vitest';
import { Clock, type SavedTime } from '../../../src/clock/clock.js';
import { limits } from '../../../src/protocol/limits.js';

const { nearMs, evenMs, behindMs, unbelievedSweepMs } = limits.clock;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const in1970 = 5_000;
const in2000 = Date.UTC(2000, 0, 1);
const today = Date.UTC(2026, 10, 25, 12);

const never: SavedTime = { utcMs: null, wasBelieved: false, elapsedMs: 0 };

/** A machine whose clock can be set; time passes by `pass` alone. */
function machine(wallAtStartMs: number) {
  let steadyMs = 77;
  let offsetMs = wallAtStartMs - steadyMs;
  return {
    pass: (ms: number) => {
      steadyMs += ms;
    },
    set: (wallMs: number) => {
      offsetMs = wallMs - steadyMs;
    },
    wallMs: () => steadyMs + offsetMs,
    steadyMs: () => steadyMs,
  };
}

describe('a clock', () => {
  it('is believed at the first start if it is past the date of the software', () => {
    expect(new Clock(never, machine(today)).isBelieved).toBe(true);
    expect(new Clock(never, machine(in1970)).isBelieved).toBe(false);
    expect(new Clock(never, machine(limits.clock.builtAtMs - 1)).isBelieved).toBe(false);
  });

  it.each([
    ['the last known time', 0, true],
    ['a correction behind it', -behindMs, true],
    ['more than a correction behind it', -behindMs - 1, false],
    ['near it', nearMs, true],
    ['far from it', nearMs + 1, false],
  ])('at the next start is believed or not at %s', (_, byMs, isBelieved) => {
    const saved = { utcMs: today, wasBelieved: true, elapsedMs: today };
    expect(new Clock(saved, machine(today + byMs)).isBelieved).toBe(isBelieved);
  });

  it('far from the last known time is believed once it has gone on evenly for an hour', () => {
    const time = machine(today + 3 * nearMs);
    const clock = new Clock({ utcMs: today, wasBelieved: true, elapsedMs: today }, time);
    time.pass(evenMs - 1);
    expect(clock.isBelieved).toBe(false);
    expect(clock.utcMs()).toBe(today + evenMs - 1);
    time.pass(1);
    expect(clock.utcMs()).toBe(today + 3 * nearMs + evenMs);
    expect(clock.isBelieved).toBe(true);
  });

  it('that is set again meanwhile waits anew', () => {
    const time = machine(today + 3 * nearMs);
    const clock = new Clock({ utcMs: today, wasBelieved: true, elapsedMs: today }, time);
    time.pass(evenMs - 1);
    time.set(today + 9 * nearMs);
    expect(clock.isBelieved).toBe(false);
    time.pass(evenMs - 1);
    expect(clock.isBelieved).toBe(false);
  });

  it('goes by the last known time while the machine says 1970 or 2000, and follows it again in 2026', () => {
    const time = machine(in1970);
    const clock = new Clock({ utcMs: today, wasBelieved: true, elapsedMs: today }, time);
    time.pass(hourMs);
    expect(clock.utcMs()).toBe(today + hourMs);
    time.set(today + dayMs);
    expect(clock.utcMs()).toBe(today + dayMs);
    time.set(in2000);
    time.pass(hourMs);
    expect(clock.utcMs()).toBe(today + dayMs + hourMs);
    time.set(today + 2 * dayMs);
    expect(clock.utcMs()).toBe(today + 2 * dayMs);
  });

  it('tells of jumps of more than an hour, and of no others', () => {
    const time = machine(in1970);
    const clock = new Clock(never, time);
    const jumps: number[] = [];
    clock.onJump((byMs) => jumps.push(byMs));
    time.pass(10 * dayMs);
    clock.look();
    time.set(today);
    clock.look();
    time.set(today + hourMs);
    clock.look();
    time.set(in2000);
    clock.look();
    time.set(today + 5 * hourMs);
    clock.look();
    expect(jumps).toHaveLength(2);
    expect(jumps[1]).toBe(4 * hourMs);
  });
});

describe('elapsed time', () => {
  it('takes part in no jump of the clock', () => {
    const time = machine(in1970);
    const clock = new Clock(never, time);
    const startMs = clock.elapsedMs();
    for (const wallMs of [today, in2000, today + dayMs, in1970, today + 2 * dayMs]) {
      time.pass(1_000);
      time.set(wallMs);
      clock.look();
    }
    expect(clock.elapsedMs() - startMs).toBe(5_000);
  });

  it('begins near the time of day, and never before what is stored', () => {
    expect(new Clock(never, machine(today)).elapsedMs()).toBe(today);
    expect(new Clock({ ...never, elapsedMs: today + dayMs }, machine(today)).elapsedMs()).toBe(today + dayMs);
    expect(new Clock(never, machine(in1970)).elapsedMs()).toBe(limits.clock.builtAtMs);
  });

  it('counts the time that the gateway was off if both its ends are known', () => {
    const saved = { utcMs: today, wasBelieved: true, elapsedMs: 1_000 };
    expect(new Clock(saved, machine(today + dayMs)).elapsedMs()).toBe(1_000 + dayMs);
    expect(new Clock(saved, machine(today - hourMs)).elapsedMs()).toBe(1_000);
    expect(new Clock(saved, machine(in1970)).elapsedMs()).toBe(1_000);
    expect(new Clock(saved, machine(today + nearMs + 1)).elapsedMs()).toBe(1_000);
    expect(new Clock({ ...saved, wasBelieved: false }, machine(today + dayMs)).elapsedMs()).toBe(1_000);
  });

  it('does not begin anew when a gateway starts in 1970, in 2026, in 2000 and in 2026', () => {
    let saved = never;
    let lastMs = 0;
    for (const wallMs of [in1970, today, in2000, today + hourMs]) {
      const time = machine(wallMs);
      const clock = new Clock(saved, time);
      time.pass(60_000);
      expect(clock.elapsedMs()).toBeGreaterThanOrEqual(lastMs + 60_000);
      expect(clock.elapsedMs()).toBeLessThan(limits.clock.builtAtMs + dayMs);
      lastMs = clock.elapsedMs();
      saved = clock.toSave();
    }
  });

  it('is enough to remove what has expired once a day of it has passed without a clock', () => {
    const time = machine(in1970);
    const clock = new Clock(never, time);
    time.pass(unbelievedSweepMs - 1);
    expect(clock.maySweep()).toBe(false);
    time.pass(1);
    expect(clock.maySweep()).toBe(true);
    expect(new Clock(never, machine(today)).maySweep()).toBe(true);
  });
});
