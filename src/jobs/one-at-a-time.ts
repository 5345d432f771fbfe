/** Runs works one at a time, in the order in which they came. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const ran = this.#last.then(work);
    this.#last = ran.catch(() => {});
    return ran;
  }
}
