// The way to an address of recordings or results: its limits, and the faults that may come out of it.
import type { HostEntry } from '../../net/credentials.js';
import { Guard } from '../../net/guard.js';
import { asFileFault } from './file-fault.js';
import type { FetchPolicy, RemoteOptions } from './options.js';

export interface Passage {
  readonly guard: Guard;
  readonly hosts: readonly HostEntry[];
  readonly policy: FetchPolicy;
}

/** Throws FileFault, the reason of the signal, and what else `work` throws. */
export async function withPassage<T>(
  { signal, hosts, policy }: RemoteOptions,
  work: (passage: Passage) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const guard = new Guard(signal, policy.limits);
  try {
    return await work({ guard, hosts, policy });
  } catch (fault) {
    // what a library says when it is cut off is not the reason
    throw asFileFault(guard.signal.aborted ? guard.signal.reason : fault);
  } finally {
    guard.close();
  }
}
