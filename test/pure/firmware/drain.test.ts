// Calls end before a box restarts into an update: nothing new is let in, and what runs has its time.
import { describe, expect, it } from 'vitest';
import { Drain } from '../../../src/firmware/drain.js';

/** Calls as the sessions of a gateway show them. */
const callsOf = (running: number) => ({
  running,
  reasons: [] as string[],
  isOpen: true,
  pause(reason: string) {
    this.reasons.push(reason);
    this.isOpen = false;
  },
  resume() {
    this.isOpen = true;
  },
});
const never = new AbortController().signal;

describe('a drain', () => {
  it('lets nothing new in, and waits until the last call has ended', async () => {
    const calls = callsOf(2);
    const drained = new Drain(calls).begin(60_000, never);
    expect(calls.isOpen).toBe(false);
    expect(calls.reasons[0]).toContain('about to restart for an update');
    setTimeout(() => {
      calls.running = 0;
    }, 30);
    expect(await drained).toBe(0);
    expect(calls.isOpen).toBe(false);
  });

  it('waits no longer than it may, and tells how many still run', async () => {
    expect(await new Drain(callsOf(3)).begin(1, never)).toBe(3);
  });

  it('ends at once when whoever asked has gone', async () => {
    const gone = new AbortController();
    gone.abort();
    expect(await new Drain(callsOf(1)).begin(600_000, gone.signal)).toBe(1);
  });

  it('lets calls in again when the box does not restart', async () => {
    const calls = callsOf(0);
    const drain = new Drain(calls);
    await drain.begin(0, never);
    drain.end();
    expect(calls.isOpen).toBe(true);
  });
});
