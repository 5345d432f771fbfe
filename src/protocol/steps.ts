// Long work in steps. The caller may do other work between two steps, so that turns go on while a robot is loaded.

/** A generator that yields often and returns its result at the end. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps now and returns the result. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The number of list entries in one step: a step for each entry would take longer than a small entry itself. */
export const entriesInStep = 16;
