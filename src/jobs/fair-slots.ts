// Limits the number of tasks at once, in total and for each owner. An owner whose tasks take long delays only itself: a
// slot that becomes free goes to the owner with the fewest running tasks, and among those to the one that was served
// longest ago. Of the works that may wait, an owner may have as many as are still free, so that no owner takes all places.
// A work whose client has gone leaves its place.

interface Owner {
  running: number;
  readonly waiting: Set<() => void>;
}

export interface FairSlotsFacts {
  readonly atOnce: number;
  readonly atOncePerOwner: number;
  /** Works of all owners that may wait; default: no limit. */
  readonly mostWaiting?: number;
}

export class FairSlots {
  readonly #facts: FairSlotsFacts;
  /** the owners with work, the one that was served longest ago first */
  readonly #owners = new Map<string, Owner>();
  #running = 0;
  #waiting = 0;

  constructor(facts: FairSlotsFacts) {
    this.#facts = facts;
  }

  /** Owners with works under way, or waiting. */
  get owners(): number {
    return this.#owners.size;
  }

  /** Tells whether the owner may not even wait. */
  isFull(name: string): boolean {
    const { atOnce, atOncePerOwner, mostWaiting = Number.POSITIVE_INFINITY } = this.#facts;
    const { running, waiting } = this.#owners.get(name) ?? { running: 0, waiting: new Set() };
    if (this.#running < atOnce && running < atOncePerOwner) return false;
    return waiting.size >= mostWaiting - this.#waiting;
  }

  /** Runs `work`. Call it only while `isFull` is false. Throws the reason of `signal` if it aborts before the work begins. */
  async run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const owner = this.#owners.get(name) ?? { running: 0, waiting: new Set() };
    this.#owners.set(name, owner);
    await this.#turn(name, owner, signal);
    try {
      return await work();
    } finally {
      owner.running--;
      this.#running--;
      this.#forgetIdle(name, owner);
      this.#grant();
    }
  }

  async #turn(name: string, owner: Owner, signal: AbortSignal | undefined): Promise<void> {
    let leave = () => {};
    const turn = new Promise<void>((resolve, reject) => {
      owner.waiting.add(resolve);
      this.#waiting++;
      leave = () => {
        if (!owner.waiting.delete(resolve)) return;
        this.#waiting--;
        this.#forgetIdle(name, owner);
        reject(signal?.reason);
      };
    });
    signal?.addEventListener('abort', leave);
    this.#grant();
    try {
      await turn;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #forgetIdle(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.size === 0) this.#owners.delete(name);
  }

  #grant(): void {
    const { atOnce, atOncePerOwner } = this.#facts;
    while (this.#running < atOnce) {
      let next: readonly [string, Owner] | undefined;
      for (const each of this.#owners) {
        const [, { running, waiting }] = each;
        if (waiting.size === 0 || running >= atOncePerOwner) continue;
        if (next === undefined || running < next[1].running) next = each;
      }
      if (next === undefined) return;
      const [name, owner] = next;
      this.#owners.delete(name);
      this.#owners.set(name, owner); // it has been served
      owner.running++;
      this.#running++;
      const [turn] = owner.waiting;
      if (turn !== undefined) owner.waiting.delete(turn);
      this.#waiting--;
      turn?.();
    }
  }
}
