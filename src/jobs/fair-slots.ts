// Limits the number of tasks at once, in total and for each owner. An owner whose tasks take long delays only itself: a
// slot that becomes free goes to the owner with the fewest running tasks, and among those to the one that was served
// longest ago.

interface Owner {
  running: number;
  readonly waiting: (() => void)[];
}

export interface FairSlotsFacts {
  readonly atOnce: number;
  readonly atOncePerOwner: number;
}

export class FairSlots {
  readonly #facts: FairSlotsFacts;
  /** the owners with work, the one that was served longest ago first */
  readonly #owners = new Map<string, Owner>();
  #running = 0;

  constructor(facts: FairSlotsFacts) {
    this.#facts = facts;
  }

  /** Owners with works under way, or waiting. */
  get owners(): number {
    return this.#owners.size;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] };
    this.#owners.set(name, owner);
    const turn = new Promise<void>((resolve) => owner.waiting.push(resolve));
    this.#grant();
    await turn;
    try {
      return await work();
    } finally {
      owner.running--;
      this.#running--;
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(name);
      this.#grant();
    }
  }

  #grant(): void {
    const { atOnce, atOncePerOwner } = this.#facts;
    while (this.#running < atOnce) {
      let next: readonly [string, Owner] | undefined;
      for (const each of this.#owners) {
        const [, { running, waiting }] = each;
        if (waiting.length === 0 || running >= atOncePerOwner) continue;
        if (next === undefined || running < next[1].running) next = each;
      }
      if (next === undefined) return;
      const [name, owner] = next;
      this.#owners.delete(name);
      this.#owners.set(name, owner); // it has been served
      owner.running++;
      this.#running++;
      owner.waiting.shift()?.();
    }
  }
}
