// Owners take turns: of those that wait, the one who was served longest ago is next, however much each of them has put into
// the queue. Nothing of it outlasts the process.
export class Turns {
  /** Owners, who was served longest ago first. One that is not here has never been served. */
  readonly #served = new Set<number>();

  serve(owner: number): void {
    this.#served.delete(owner);
    this.#served.add(owner);
  }

  /** The waiting ones in the order of their turns. */
  order(waiting: readonly number[]): readonly number[] {
    const places = new Map([...this.#served].map((owner, place) => [owner, place]));
    const place = (owner: number) => places.get(owner) ?? -1;
    return [...waiting].sort((a, b) => place(a) - place(b));
  }
}
