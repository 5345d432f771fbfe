// Memory for recordings: nobody gets what somebody else has, and nothing but its own is taken back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Slabs } from '../../../src/http/body/slabs.js';
import { limits } from '../../../src/protocol/limits.js';

const { slabIdleBytes, slabIdleMs } = limits.shares;
const bytes = 900_000;

describe('memory for recordings', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is used again when it was given back, and by one at a time', () => {
    const slabs = new Slabs();
    const first = slabs.take(bytes);
    expect(first).toHaveLength(bytes);
    expect(slabs.take(bytes).buffer).not.toBe(first.buffer);
    slabs.give(first);
    slabs.give(first);
    const [second, third] = [slabs.take(bytes - 5), slabs.take(bytes)];
    expect(second.buffer).toBe(first.buffer);
    expect(second).toHaveLength(bytes - 5);
    expect(third.buffer).not.toBe(first.buffer);
  });

  it('is not given to who needs much less or more', () => {
    const slabs = new Slabs();
    const first = slabs.take(bytes);
    slabs.give(first);
    expect(slabs.take(bytes / 4).buffer).not.toBe(first.buffer);
    expect(slabs.take(2 * bytes).buffer).not.toBe(first.buffer);
    expect(slabs.take(bytes).buffer).toBe(first.buffer);
  });

  it('is not what somebody else brings', () => {
    const slabs = new Slabs();
    slabs.give(Buffer.from('shared with all short buffers of the process'));
    slabs.give(Buffer.alloc(bytes));
    slabs.give(new Slabs().take(bytes));
    expect(slabs.idleBytes).toBe(0);
  });

  it('is kept up to a limit, and for a time', () => {
    const slabs = new Slabs();
    const many = Array.from({ length: 100 }, () => slabs.take(bytes));
    for (const each of many) slabs.give(each);
    expect(slabs.idleBytes).toBeGreaterThan(slabIdleBytes / 2);
    expect(slabs.idleBytes).toBeLessThanOrEqual(slabIdleBytes);
    vi.advanceTimersByTime(slabIdleMs);
    expect(slabs.idleBytes).toBe(0);
  });
});
