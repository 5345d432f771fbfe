// Long work of a request, done in pieces: other requests and calls have their turn between two of them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';

export interface TurnOptions {
  /** Ends the work when its client has gone. */
  readonly signal?: AbortSignal | undefined;
  /** monotonic clock, ms */
  readonly clock?: () => number;
}

export async function inTurns<T>(
  steps: Steps<T>,
  { signal, clock = () => performance.now() }: TurnOptions,
): Promise<T> {
  for (;;) {
    const endMs = clock() + limits.http.pieceMs;
    let step = steps.next();
    while (step.done !== true && clock() < endMs) step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
    signal?.throwIfAborted();
  }
}
