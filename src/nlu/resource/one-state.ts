// Long readings, such as that of a lexicon, are done in pieces, and yet show one state of the tenant's resources.
import { inTurns } from '../../http/body/in-turns.js';
import { limits } from '../../protocol/limits.js';
import { finished, type Steps } from '../../protocol/steps.js';
import type { Changes } from './changes.js';

interface ReadingOptions {
  /** Ends the reading when its client has gone. */
  readonly signal: AbortSignal;
  /** The monotonic clock, in ms. */
  readonly clock?: () => number;
}

const { turnMs, readings } = limits.nlu.publish;

/** The tenant's resources changed during a reading. */
class StateChanged extends Error {}

/**
 * Returns the result of the steps. Calls go on during the reading. If the tenant's resources change meanwhile, the
 * reading begins again; the last attempt runs in one piece. Throws if the tenant or the client has gone.
 */
export async function readOneState<T>(
  changes: Pick<Changes, 'revisionOf' | 'requireTenant'>,
  tenantId: string,
  stepsOf: () => Steps<T>,
  options: ReadingOptions,
): Promise<T> {
  for (let reading = 1; reading <= readings; reading++) {
    changes.requireTenant(tenantId);
    const revision = changes.revisionOf(tenantId);
    const beforePiece = () => {
      if (changes.revisionOf(tenantId) !== revision) throw new StateChanged();
    };
    try {
      return await inTurns(stepsOf(), { ...options, pieceMs: turnMs, beforePiece });
    } catch (fault) {
      if (!(fault instanceof StateChanged)) throw fault;
    }
  }
  changes.requireTenant(tenantId);
  return finished(stepsOf());
}
