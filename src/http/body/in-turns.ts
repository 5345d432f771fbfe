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
  /** Ends a piece before its time if it returns true; called after each step. */
  readonly isPieceFull?: () => boolean;
  /** Called before each piece but the first. It may throw to end the work. */
  readonly beforePiece?: () => void;
}

/** Runs all steps in pieces and returns their result. Throws the reason of `signal` if it aborts between two pieces. */
export async function inTurns<T>(steps: Steps<T>, options: TurnOptions): Promise<T> {
  const pieces = piecesInTurns(steps, options);
  for (;;) {
    const piece = await pieces.next();
    if (piece.done === true) return piece.value;
  }
}

/**
 * Runs all steps in pieces and yields after each piece but the last. The next piece begins when the next value is requested,
 * so a slow reader slows the work down. Throws like inTurns.
 */
export async function* piecesInTurns<T>(
  steps: Steps<T>,
  { signal, clock = () => performance.now(), pieceMs = limits.http.pieceMs, isPieceFull, beforePiece }: TurnOptions,
): AsyncGenerator<void, T> {
  try {
    for (;;) {
      const endMs = clock() + pieceMs;
      let step = steps.next();
      while (step.done !== true && isPieceFull?.() !== true && clock() < endMs) step = steps.next();
      if (step.done === true) return step.value;
      yield;
      await nextTurn();
      signal?.throwIfAborted();
      beforePiece?.();
    }
  } finally {
    steps.return(undefined as never); // where the work ends early; otherwise the steps have ended already
  }
}
