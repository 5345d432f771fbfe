// The limits of the tests themselves: how far they are stretched is measured.
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { measureTimeFactor } from '../../../scripts/check/time-factor.mjs';

const busy: ChildProcess[] = [];
afterEach(() => {
  for (const child of busy.splice(0)) child.kill('SIGKILL');
});

describe('the time factor', () => {
  it('is between 1 and 8', async () => {
    const { factor } = await measureTimeFactor();
    expect(factor).toBeGreaterThanOrEqual(1);
    expect(factor).toBeLessThanOrEqual(8);
  });

  it('is more than 1 where every core has two other programs to run', async () => {
    for (let count = 0; count < 2 * availableParallelism(); count++) {
      busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
    }
    const { factor, share } = await measureTimeFactor();
    expect(share).toBeLessThan(0.9);
    expect(factor).toBeGreaterThan(1);
  });
});
