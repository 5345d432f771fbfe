// Limits the number of tasks at once, in total and for each owner. An owner whose tasks take long delays only itself: a
// slot that becomes free goes to the owner with the fewest running tasks, and among those to the one that was served
// longest ago. Of the works that may wait, an owner may have as many as are still free, so that no owner takes all places.
// A work whose client has gone leaves its place. Works that are costly to begin may have a pace: an owner who has begun
// too many waits, and nobody else does.

interface Waiting<T> {
  readonly task: T;
  readonly begin: () => void;
}

interface Owner<T> {
  running: number;
  /** True while its pace does not allow another work. */
  isPaced: boolean;
  readonly waiting: Set<Waiting<T>>;
}

/** What the tasks are to each other, besides their owners. */
export interface SlotRules<T> {
  /** Tells whether the task may begin now; otherwise the owner's next one is asked for. */
  isReady(task: T): boolean;
  /** Tells whether the task whose turn it is must wait, and all others with it. */
  holds(task: T): boolean;
  begins(task: T): void;
  ends(task: T): void;
}

/** How often an owner may begin a work, such as shares/rate.ts. */
export interface Pace {
  /** False: too often. */
  take(owner: string): boolean;
  /** The time after which an owner who was refused may try again. */
  readonly againMs: number;
}

export interface FairSlotsFacts<T> {
  readonly rules?: SlotRules<T>;
  readonly atOnce: number;
  readonly atOncePerOwner: number;
  /** Works of all owners that may wait; default: no limit. */
  readonly mostWaiting?: number;
  /** Default: a work begins as soon as there is a slot. */
  readonly pace?: Pace;
}

export class FairSlots<T = undefined> {
  readonly #facts: FairSlotsFacts<T>;
  /** the owners with work, the one that was served longest ago first */
  readonly #owners = new Map<string, Owner<T>>();
  #running = 0;
  #waiting = 0;

  constructor(facts: FairSlotsFacts<T>) {
    this.#facts = facts;
  }

  /** Works that are under way, or wait. */
  get size(): number {
    return this.#running + this.#waiting;
  }

  /** Works of the owner that wait. */
  waitingOf(name: string): number {
    return this.#owners.get(name)?.waiting.size ?? 0;
  }

  /** Owners with works under way, or waiting. */
  get owners(): number {
    return this.#owners.size;
  }

  /** Tells whether the owner may not even wait. */
  isFull(name: string): boolean {
    const { atOnce, atOncePerOwner, mostWaiting = Number.POSITIVE_INFINITY } = this.#facts;
    const { running, isPaced } = this.#owners.get(name) ?? { running: 0, isPaced: false };
    if (this.#running < atOnce && running < atOncePerOwner && !isPaced) return false;
    return this.waitingOf(name) >= mostWaiting - this.#waiting;
  }

  /** Runs `work`. Call it only while `isFull` is false. Throws the reason of `signal` if it aborts before the work begins. */
  async run<R>(name: string, work: () => Promise<R>, signal?: AbortSignal, task: T = undefined as T): Promise<R> {
    signal?.throwIfAborted();
    const owner = this.#owners.get(name) ?? { running: 0, isPaced: false, waiting: new Set() };
    this.#owners.set(name, owner);
    await this.#turn(name, owner, signal, task);
    try {
      return await work();
    } finally {
      owner.running--;
      this.#running--;
      this.#facts.rules?.ends(task);
      this.#forgetIdle(name, owner);
      this.#grant();
    }
  }

  async #turn(name: string, owner: Owner<T>, signal: AbortSignal | undefined, task: T): Promise<void> {
    let leave = () => {};
    const turn = new Promise<void>((resolve, reject) => {
      const waiting = { task, begin: resolve };
      owner.waiting.add(waiting);
      this.#waiting++;
      leave = () => {
        if (!owner.waiting.delete(waiting)) return;
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

  #forgetIdle(name: string, owner: Owner<T>): void {
    if (owner.running === 0 && owner.waiting.size === 0) this.#owners.delete(name);
  }

  #grant(): void {
    const { atOnce, atOncePerOwner, rules, pace } = this.#facts;
    while (this.#running < atOnce) {
      let next: { readonly name: string; readonly owner: Owner<T>; readonly turn: Waiting<T> } | undefined;
      for (const [name, owner] of this.#owners) {
        if (owner.isPaced) continue;
        if (owner.running >= atOncePerOwner || (next !== undefined && owner.running >= next.owner.running)) continue;
        const turn = this.#firstOf(owner);
        if (turn !== undefined) next = { name, owner, turn };
      }
      if (next === undefined || rules?.holds(next.turn.task)) return;
      const { name, owner, turn } = next;
      if (pace?.take(name) === false) {
        this.#rest(owner, pace.againMs);
        continue;
      }
      this.#owners.delete(name);
      this.#owners.set(name, owner); // it has been served
      owner.running++;
      this.#running++;
      owner.waiting.delete(turn);
      this.#waiting--;
      rules?.begins(turn.task);
      turn.begin();
    }
  }

  /** Lets an owner wait until it may begin another work. */
  #rest(owner: Owner<T>, againMs: number): void {
    owner.isPaced = true;
    setTimeout(() => {
      owner.isPaced = false;
      this.#grant();
    }, againMs).unref();
  }

  #firstOf({ waiting }: Owner<T>): Waiting<T> | undefined {
    for (const each of waiting) if (this.#facts.rules?.isReady(each.task) !== false) return each;
    return undefined;
  }
}
