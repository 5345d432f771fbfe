// Access to the address of recordings or results, with its limits and the faults that it may raise.
import type { HostEntry } from '../../net/credentials.js';
import { Guard } from '../../net/guard.js';
import { asFileFault } from './file-fault.js';
import type { FetchPolicy, RemoteOptions } from './options.js';

export interface Passage {
  readonly guard: Guard;
  readonly hosts: readonly HostEntry[];
  readonly policy: FetchPolicy;
}

/** Runs `work` within the limits. Throws a FileFault, the reason of the signal, or what else `work` throws. */
export async function withPassage<T>(
  { signal, hosts, policy }: RemoteOptions,
  work: (passage: Passage) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const guard = new Guard(signal, policy.limits);
  try {
    return await work({ guard, hosts, policy });
  } catch (fault) {
    // a library's error after an abort is not the reason
    throw asFileFault(guard.signal.aborted ? guard.signal.reason : fault);
  } finally {
    guard.close();
  }
}
