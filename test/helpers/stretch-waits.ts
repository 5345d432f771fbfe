// Waits are upper bounds, not measurements: every vi.waitFor gets time enough for a busy machine, and TEST_TIME_FACTOR
// times that under an emulator. A test that would hang still ends.
import { vi } from 'vitest';
import { timeFactor } from './time-factor.js';

const DEFAULT_WAIT_MS = 20_000; // vitest's own second is short when every core is taken, or an engine starts with all models

function stretched<Options extends { timeout?: number; interval?: number }>(options: number | Options | undefined) {
  const given = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return { ...given, timeout: (given.timeout ?? DEFAULT_WAIT_MS) * timeFactor };
}

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, stretched(options));
vi.waitUntil = (callback, options) => waitUntil(callback, stretched(options));
