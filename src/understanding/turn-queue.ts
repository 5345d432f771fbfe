// The order in which calls reach the understanding process. Owners take turns, so that nobody waits for all the turns of a
// neighbour, and robots are loaded one at a time. A robot that was at work when the process died is a suspect: its next
// call runs alone, and if the process dies again, it was this robot, which is then refused for a while.
import { ServiceError } from '../protocol/errors.js';

export interface QueuedCall {
  /** The client whose turn it is. */
  readonly owner: string;
  /** The hash of the robot's package. */
  readonly robot: string;
  /** The process must read the package first. */
  readonly isLoad: boolean;
  /** The call leaves the queue when the signal aborts; once it has begun it ends by itself. */
  readonly signal?: AbortSignal | undefined;
}

export interface TurnQueueLimits {
  readonly atOnce: number;
  readonly atOncePerOwner: number;
  /** calls of all owners that wait; an owner may have as many of them as are still free */
  readonly waiting: number;
  /** deaths of the process through one robot within `deathsWithinMs`, after which the robot is refused */
  readonly deaths: number;
  readonly deathsWithinMs: number;
  /** the time of a refusal, which doubles each time up to the ceiling */
  readonly refuseMinMs: number;
  readonly refuseMaxMs: number;
  /** robots that are remembered for the death of a process */
  readonly suspects: number;
}

interface Waiting extends QueuedCall {
  readonly begin: () => void;
}

interface Owner {
  running: number;
  readonly waiting: Set<Waiting>;
}

interface Suspect {
  /** times of the deaths for which no other robot can be the reason */
  deathsMs: number[];
  refusals: number;
  refusedUntilMs: number;
  /** True if it may only run alone. */
  isAlone: boolean;
}

/** How a call ended: `lost` if the process died. */
type Ended = 'answered' | 'lost';

export class TurnQueue {
  readonly #limits: TurnQueueLimits;
  readonly #nowMs: () => number;
  readonly #onRefused: (robot: string, forMs: number) => void;
  /** The owner that was served longest ago comes first. */
  readonly #owners = new Map<string, Owner>();
  /** The most recent comes last. */
  readonly #suspects = new Map<string, Suspect>();
  /** Robots of the running calls, with the number of these. */
  readonly #running = new Map<string, number>();
  #count = 0;
  #waiting = 0;
  #loads = 0;
  #isExclusive = false;

  /** `nowMs`: monotonic clock. `onRefused`: told for each robot that is refused from now on. */
  constructor(limits: TurnQueueLimits, nowMs: () => number, onRefused: (robot: string, forMs: number) => void) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#onRefused = onRefused;
  }

  /** Calls that wait or run. */
  get size(): number {
    return this.#waiting + this.#count;
  }

  /**
   * Runs `work` in its turn. `isLost` tells whether a fault of it is the death of the process.
   * @throws ServiceError OVERLOADED, DIALOG_UNAVAILABLE for a refused robot; the reason of the signal
   */
  async run<T>(call: QueuedCall, work: () => Promise<T>, isLost: (fault: unknown) => boolean): Promise<T> {
    call.signal?.throwIfAborted();
    this.#refuse(call.robot);
    await this.#turn(call);
    let ended: Ended = 'answered';
    try {
      this.#refuse(call.robot); // it may have been refused while the call waited
      return await work();
    } catch (fault) {
      if (isLost(fault)) ended = 'lost';
      throw fault;
    } finally {
      this.#end(call, ended);
    }
  }

  /** Called when the process has died, before the calls hear of it. */
  died(): void {
    const robots = [...this.#running.keys()];
    for (const robot of robots) {
      const suspect = this.#suspectOf(robot);
      suspect.isAlone = true;
      if (robots.length === 1) this.#convict(robot, suspect);
    }
  }

  #convict(robot: string, suspect: Suspect): void {
    const { deaths, deathsWithinMs, refuseMinMs, refuseMaxMs } = this.#limits;
    const nowMs = this.#nowMs();
    suspect.deathsMs = [...suspect.deathsMs.filter((atMs) => nowMs - atMs < deathsWithinMs), nowMs];
    if (suspect.deathsMs.length < deaths && suspect.refusals === 0) return;
    const forMs = Math.min(refuseMaxMs, refuseMinMs * 2 ** suspect.refusals);
    suspect.refusals += 1;
    suspect.refusedUntilMs = nowMs + forMs;
    this.#onRefused(robot, forMs);
  }

  #suspectOf(robot: string): Suspect {
    const known = this.#suspects.get(robot);
    const suspect = known ?? { deathsMs: [], refusals: 0, refusedUntilMs: 0, isAlone: true };
    this.#suspects.delete(robot);
    this.#suspects.set(robot, suspect);
    for (const oldest of this.#suspects.keys()) {
      if (this.#suspects.size <= this.#limits.suspects) break;
      this.#suspects.delete(oldest);
    }
    return suspect;
  }

  #refuse(robot: string): void {
    const leftMs = (this.#suspects.get(robot)?.refusedUntilMs ?? 0) - this.#nowMs();
    if (leftMs <= 0) return;
    const why = 'this robot has ended the understanding process several times';
    const seconds = Math.ceil(leftMs / 1_000);
    throw new ServiceError(
      'DIALOG_UNAVAILABLE',
      `${why}; it is refused for ${seconds} s: change it and publish it again`,
    );
  }

  #turn(call: QueuedCall): Promise<void> {
    const { atOnce, atOncePerOwner, waiting: most } = this.#limits;
    const owner = this.#owners.get(call.owner) ?? { running: 0, waiting: new Set<Waiting>() };
    const mustWait = this.#count >= atOnce || owner.running >= atOncePerOwner;
    if (mustWait && owner.waiting.size >= most - this.#waiting) {
      const why = `${owner.waiting.size} turns of this client wait; the rest is reserved for others`;
      throw new ServiceError('OVERLOADED', `the service is at capacity: ${why}; send the next one after an answer`);
    }
    this.#owners.set(call.owner, owner);
    const { signal } = call;
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        if (!owner.waiting.delete(waiting)) return;
        this.#waiting--;
        this.#forgetIdle(call.owner, owner);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { ...call, begin };
      owner.waiting.add(waiting);
      this.#waiting++;
      signal?.addEventListener('abort', leave);
      this.#grant();
    });
  }

  #end({ owner: name, robot, isLoad }: QueuedCall, ended: Ended): void {
    const owner = this.#owners.get(name) as Owner;
    owner.running--;
    this.#count--;
    if (isLoad) this.#loads--;
    const left = (this.#running.get(robot) ?? 1) - 1;
    if (left === 0) this.#running.delete(robot);
    else this.#running.set(robot, left);
    if (this.#count === 0) this.#isExclusive = false;
    const suspect = this.#suspects.get(robot);
    if (ended === 'answered' && suspect !== undefined) suspect.isAlone = false;
    this.#forgetIdle(name, owner);
    this.#grant();
  }

  #grant(): void {
    const { atOnce, atOncePerOwner } = this.#limits;
    while (this.#count < atOnce && !this.#isExclusive) {
      let next: { readonly name: string; readonly owner: Owner; readonly call: Waiting } | undefined;
      for (const [name, owner] of this.#owners) {
        if (owner.running >= atOncePerOwner || owner.running >= (next?.owner.running ?? Number.POSITIVE_INFINITY))
          continue;
        const call = this.#firstOf(owner);
        if (call !== undefined) next = { name, owner, call };
      }
      if (next === undefined) return;
      const isAlone = this.#suspects.get(next.call.robot)?.isAlone === true;
      if (isAlone && this.#count > 0) return; // it begins when the others have ended
      this.#isExclusive = isAlone;
      this.#begin(next.name, next.owner, next.call);
    }
  }

  /** The first call that may begin: another load has to wait until the present one is over. */
  #firstOf({ waiting }: Owner): Waiting | undefined {
    for (const call of waiting) if (!call.isLoad || this.#loads === 0) return call;
    return undefined;
  }

  #begin(name: string, owner: Owner, call: Waiting): void {
    this.#owners.delete(name);
    this.#owners.set(name, owner); // it has been served
    owner.waiting.delete(call);
    this.#waiting--;
    owner.running++;
    this.#count++;
    if (call.isLoad) this.#loads++;
    this.#running.set(call.robot, (this.#running.get(call.robot) ?? 0) + 1);
    call.begin();
  }

  #forgetIdle(name: string, owner: Owner): void {
    if (owner.running === 0 && owner.waiting.size === 0) this.#owners.delete(name);
  }
}
