// Long work of a request, done in pieces. Other requests and calls have their turn between two pieces.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '../../protocol/limits.js';
import type { Steps } from '../../protocol/steps.js';

export interface TurnOptions {
  /** Ends the work when its client has gone. */
  readonly signal?: AbortSignal | undefined;
  /** The monotonic clock, in ms. */
  readonly clock?: () => number;
  /** The longest time of a piece, in ms. A piece holds one step at least. */
  readonly pieceMs?: number;
  /** Called before each piece but the first. It may throw to end the work. */
  readonly beforePiece?: () => void;
}

/** Runs all steps in pieces and returns their result. Throws the reason of `signal` if it aborts between two pieces. */
export async function inTurns<T>(
  steps: Steps<T>,
  { signal, clock = () => performance.now(), pieceMs = limits.http.pieceMs, beforePiece }: TurnOptions,
): Promise<T> {
  for (;;) {
    const endMs = clock() + pieceMs;
    let step = steps.next();
    while (step.done !== true && clock() < endMs) step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
    signal?.throwIfAborted();
    beforePiece?.();
  }
}
