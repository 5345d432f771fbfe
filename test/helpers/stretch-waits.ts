// Waits are upper bounds, not measurements: every vi.waitFor has enough time for a busy machine, and TEST_TIME_FACTOR
// times that under an emulator. A test that would hang still ends.
import { vi } from 'vitest';
import { timeFactor } from './time-factor.js';

const DEFAULT_WAIT_MS = 20_000; // vitest's own second is too short when every core is busy

function stretched<Options extends { timeout?: number; interval?: number }>(options: number | Options | undefined) {
  const given = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return { ...given, timeout: (given.timeout ?? DEFAULT_WAIT_MS) * timeFactor };
}

// A worker that takes several files loads this for each of them; stretching a wait again and again would overflow.
const done = Symbol.for('tonegate waits are stretched');
if (!Object.hasOwn(vi, done)) {
  const { waitFor, waitUntil } = vi;
  Object.assign(vi, {
    [done]: true,
    waitFor: ((callback, options) => waitFor(callback, stretched(options))) satisfies typeof vi.waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, stretched(options))) satisfies typeof vi.waitUntil,
  });
}
