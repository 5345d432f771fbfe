// Retries after 503 as Retry-After says, within a bound, with waits that an AbortSignal ends.
import { UnavailableError } from './errors.js';

export interface RetryOptions {
  /** Most times that a request is sent, including the first. Default 5. */
  readonly mostTries?: number;
  /** Longest sum of all waits of a request, in ms. Default 30,000. */
  readonly longestWaitMs?: number;
}

const firstBackoffMs = 250;

export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Waits for a promise that others wait for too: an abort ends only the wait of its own caller. */
export async function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return value;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export async function withRetries<Value>(
  attempt: () => Promise<Value>,
  { mostTries = 5, longestWaitMs = 30_000 }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Value> {
  let leftMs = longestWaitMs;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (fault) {
      if (!(fault instanceof UnavailableError) || tries >= mostTries) throw fault;
      const backoffMs = firstBackoffMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
      const waitMs = fault.retryAfterMs ?? backoffMs;
      if (waitMs > leftMs) throw fault;
      leftMs -= waitMs;
      await wait(waitMs, signal);
    }
  }
}
