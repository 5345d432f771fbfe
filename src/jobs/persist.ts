// Outcomes that must be written though the disk may be full at the moment: the database answers with an error then, and
// the outcome waits until there is room.
import type { Logger } from 'pino';
import { limits } from '../protocol/limits.js';

export interface Persistence {
  readonly log: Logger;
  readonly isStopped: () => boolean;
}

/**
 * Resolves when `write` did not throw, or at the stop: then the next start finds the lease, and begins the stage again.
 */
export async function persist(write: () => void, { log, isStopped }: Persistence): Promise<void> {
  while (!isStopped()) {
    try {
      write();
      return;
    } catch (err) {
      log.error({ err }, 'transcription: the database cannot be written; an outcome is held until it can');
      await new Promise((resolve) => setTimeout(resolve, limits.trans.diskRetryMs).unref());
    }
  }
}

/** `claim` finds something to do; where it throws there is nothing, and `later` is called after a while. */
export function attempt<T>(claim: () => T | undefined, log: Logger, later: () => void): T | undefined {
  try {
    return claim();
  } catch (err) {
    log.error({ err }, 'transcription: the database cannot be written; the queue waits');
    setTimeout(later, limits.trans.diskRetryMs).unref();
    return undefined;
  }
}
