// Long work in steps: between two of them whoever drives it may do something else, so that a robot is loaded while turns go on.

/** Yields often, and gives its result at the end. */
export type Steps<T> = Generator<void, T>;

/** Does all of it now. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
