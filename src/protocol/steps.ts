// Long work in steps: between two of them whoever drives it may do something else, so that calls go on while a robot is loaded or
// a large body is checked.

/** Yields often, and gives its result at the end. */
export type Steps<T> = Generator<void, T>;

/** Does all of it now. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Entries of a list that one step may hold: a step for each would take longer than a small entry itself. */
export const entriesInStep = 16;
