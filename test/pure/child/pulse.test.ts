// A child that hangs is told from one that is busy by its pings and by what the kernel says about it.
import { describe, expect, it } from 'vitest';
import { Pulse, type Vitals, vitalsOf } from '../../../src/child/pulse.js';

const limits = { missedPings: 4, busyPings: 24 };

/** Pings without an answer until it must go: how many were sent before, and why. */
function untilKilled(look: (beat: number) => Vitals | undefined, isLoading = false, most = 100) {
  let beat = 0;
  const pulse = new Pulse(limits, () => look(beat));
  for (beat = 0; beat < most; beat++) {
    const why = pulse.beat(isLoading);
    if (why !== undefined) return { pings: beat, why };
  }
  return undefined;
}

describe('a child that answers no pings', () => {
  it('is killed after four of them when it is stopped', () => {
    expect(untilKilled(() => ({ state: 'T', cpuTicks: 70 }))).toEqual({ pings: 4, why: 'it was stopped' });
  });

  it('is killed when it sleeps without using any CPU, once that is known', () => {
    expect(untilKilled(() => ({ state: 'S', cpuTicks: 70 }))).toEqual({ pings: 5, why: 'it hung' });
  });

  it.each([
    ['computes', (beat: number) => ({ state: 'R', cpuTicks: beat })],
    ['waits while another of its threads computes', (beat: number) => ({ state: 'S', cpuTicks: beat })],
    ['waits for a CPU', () => ({ state: 'R', cpuTicks: 70 })],
    ['waits for the disk', () => ({ state: 'D', cpuTicks: 70 })],
  ])('may take its time when it %s, but not for ever', (_, look) => {
    expect(untilKilled(look)).toEqual({ pings: 24, why: 'it was busy for too long' });
  });

  it('may sleep for as long as its start may take while it loads its models, but not be stopped', () => {
    expect(untilKilled(() => ({ state: 'S', cpuTicks: 70 }), true)).toBeUndefined();
    expect(untilKilled(() => ({ state: 'T', cpuTicks: 70 }), true)?.why).toBe('it was stopped');
  });

  it('is killed by its pings alone where the kernel does not tell', () => {
    expect(untilKilled(() => undefined)).toEqual({ pings: 4, why: 'it hung' });
  });
});

it('an answer forgives everything', () => {
  const pulse = new Pulse(limits, () => ({ state: 'T', cpuTicks: 1 }));
  for (let beat = 0; beat < 4; beat++) expect(pulse.beat(false)).toBeUndefined();
  pulse.answered();
  for (let beat = 0; beat < 4; beat++) expect(pulse.beat(false)).toBeUndefined();
  expect(pulse.beat(false)).toBe('it was stopped');
});

// An emulator answers for the process itself, and the kernel for any other.
it('the kernel tells about another process', () => {
  expect(vitalsOf(process.ppid)).toMatchObject({
    state: expect.stringMatching(/^[RSD]$/),
    cpuTicks: expect.any(Number),
  });
  expect(vitalsOf(undefined)).toBeUndefined();
});
