// A limit on the time of a call. AbortSignal.any over AbortSignal.timeout is none: Node 20 lets go of the timer's signal when it collects
// garbage, and the call then never ends.

/** The result of `work`. Its signal aborts with the caller's, or after `ms` with a TimeoutError. */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms);
  const stopped = () => limit.abort(signal.reason);
  signal.addEventListener('abort', stopped, { once: true });
  if (signal.aborted) stopped();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stopped);
  }
}
