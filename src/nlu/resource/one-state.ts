// Reads of what is long, such as a lexicon: in pieces, and yet of one state of the tenant's resources.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../protocol/limits.js';
import { finished, type Steps } from '../../protocol/steps.js';
import type { Changes } from './changes.js';

interface ReadingOptions {
  /** Ends the reading when its client has gone. */
  readonly signal: AbortSignal;
  /** monotonic clock, ms */
  readonly clock?: () => number;
}

const { turnMs, readings } = limits.nlu.publish;

/** Calls go on while it reads. If the tenant's resources change meanwhile it begins anew, at last in one go. */
export async function readOneState<T>(
  changes: Pick<Changes, 'revisionOf' | 'requireTenant'>,
  tenantId: string,
  stepsOf: () => Steps<T>,
  { signal, clock = () => performance.now() }: ReadingOptions,
): Promise<T> {
  for (let reading = 1; reading <= readings; reading++) {
    changes.requireTenant(tenantId);
    const revision = changes.revisionOf(tenantId);
    const steps = stepsOf();
    for (let isSame = true; isSame; ) {
      const endMs = clock() + turnMs;
      let step = steps.next();
      while (step.done !== true && clock() < endMs) step = steps.next();
      if (step.done === true) return step.value;
      await nextTurn();
      signal.throwIfAborted();
      isSame = changes.revisionOf(tenantId) === revision;
    }
  }
  changes.requireTenant(tenantId);
  return finished(stepsOf());
}
