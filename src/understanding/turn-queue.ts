// The order in which calls reach the understanding process. Owners take turns, so that nobody waits for all the turns of a
// neighbour, and robots are loaded one at a time. A robot that was at work when the process died is a suspect: its next
// call runs alone, and if the process dies again, it was this robot, which is then refused for a while.
import { FairSlots } from '../jobs/fair-slots.js';
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

interface Suspect {
  /** times of the deaths for which no other robot can be the reason */
  deathsMs: number[];
  refusals: number;
  refusedUntilMs: number;
  /** True if it may only run alone. */
  isAlone: boolean;
}

export class TurnQueue {
  readonly #limits: TurnQueueLimits;
  readonly #nowMs: () => number;
  readonly #onRefused: (robot: string, forMs: number) => void;
  readonly #slots: FairSlots<QueuedCall>;
  /** The most recent comes last. */
  readonly #suspects = new Map<string, Suspect>();
  /** Robots of the running calls, with the number of these. */
  readonly #running = new Map<string, number>();
  #loads = 0;
  #isExclusive = false;

  /** `nowMs`: monotonic clock. `onRefused`: told for each robot that is refused from now on. */
  constructor(limits: TurnQueueLimits, nowMs: () => number, onRefused: (robot: string, forMs: number) => void) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#onRefused = onRefused;
    this.#slots = new FairSlots({
      atOnce: limits.atOnce,
      atOncePerOwner: limits.atOncePerOwner,
      mostWaiting: limits.waiting,
      rules: {
        isReady: ({ isLoad }) => !isLoad || this.#loads === 0,
        holds: ({ robot }) => this.#isExclusive || (this.#runsAlone(robot) && this.#running.size > 0),
        begins: (call) => this.#begins(call),
        ends: (call) => this.#ends(call),
      },
    });
  }

  /** Calls that wait or run. */
  get size(): number {
    return this.#slots.size;
  }

  /**
   * Runs `work` in its turn. `isLost` tells whether a fault of it is the death of the process.
   * @throws ServiceError OVERLOADED, DIALOG_UNAVAILABLE for a refused robot; the reason of the signal
   */
  async run<T>(call: QueuedCall, work: () => Promise<T>, isLost: (fault: unknown) => boolean): Promise<T> {
    call.signal?.throwIfAborted();
    this.#refuse(call.robot);
    if (this.#slots.isFull(call.owner)) {
      const why = `${this.#slots.waitingOf(call.owner)} turns of this client wait; the rest is reserved for others`;
      throw new ServiceError('OVERLOADED', `the service is at capacity: ${why}; send the next one after an answer`);
    }
    const turn = async () => {
      let isOver = true;
      try {
        this.#refuse(call.robot); // it may have been refused while the call waited
        return await work();
      } catch (fault) {
        isOver = !isLost(fault);
        throw fault;
      } finally {
        const suspect = this.#suspects.get(call.robot);
        if (isOver && suspect !== undefined) suspect.isAlone = false;
      }
    };
    return this.#slots.run(call.owner, turn, call.signal, call);
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

  #runsAlone(robot: string): boolean {
    return this.#suspects.get(robot)?.isAlone === true;
  }

  #begins({ robot, isLoad }: QueuedCall): void {
    this.#isExclusive = this.#runsAlone(robot);
    if (isLoad) this.#loads++;
    this.#running.set(robot, (this.#running.get(robot) ?? 0) + 1);
  }

  #ends({ robot, isLoad }: QueuedCall): void {
    if (isLoad) this.#loads--;
    const left = (this.#running.get(robot) ?? 1) - 1;
    if (left === 0) this.#running.delete(robot);
    else this.#running.set(robot, left);
    if (this.#running.size === 0) this.#isExclusive = false;
  }
}
