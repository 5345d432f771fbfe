// Outcomes that must be written though the disk may be full at the moment: the database answers with an error then, and
// the outcome waits until there is room.
import type { Logger } from 'pino';

export interface Persistence {
  /** The feature, at the beginning of its log lines. */
  readonly name: string;
  readonly log: Logger;
  /** Wait before the next try, ms. */
  readonly waitMs: number;
  readonly isStopped: () => boolean;
}

/** Resolves when `write` did not throw, or at the stop: then the next start finds the lease, and begins the job again. */
export async function persist(write: () => void, { name, log, waitMs, isStopped }: Persistence): Promise<void> {
  while (!isStopped()) {
    try {
      write();
      return;
    } catch (err) {
      log.error(
        { err },
        `${name}: the database cannot be written; the outcome of a job is kept in memory until it can`,
      );
      await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
    }
  }
}
