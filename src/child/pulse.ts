// Tells a child that hangs from one that is busy. Pings alone cannot: a long inference blocks the loop that answers them, and
// so does a machine that is short of CPU. The kernel knows which it is.
import { readFileSync } from 'node:fs';

export interface Vitals {
  /** as in /proc/PID/stat: R runs or waits for a CPU, S sleeps, D waits for the disk, T is stopped */
  readonly state: string;
  /** CPU time of all its threads, in ticks of the kernel */
  readonly cpuTicks: number;
}

/** The vital signs of a process; undefined if the kernel does not report them. */
export function vitalsOf(pid: number | undefined): Vitals | undefined {
  if (pid === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', cpuTicks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

export interface PulseLimits {
  /** pings without an answer during which it was stopped, or slept without using any CPU */
  readonly missedPings: number;
  /** pings without an answer, whatever it did */
  readonly busyPings: number;
}

/** Counts pings, not milliseconds: while this process itself is held up, none is sent and none is missed. */
export class Pulse {
  #unanswered = 0;
  #quiet = 0;
  #last: Vitals | undefined;

  constructor(
    readonly limits: PulseLimits,
    readonly look: () => Vitals | undefined,
  ) {}

  answered(): void {
    this.#unanswered = 0;
    this.#quiet = 0;
    this.#last = undefined;
  }

  /**
   * Called before each ping. Returns the reason if the child must be ended, else undefined. `isLoading`: it reads its
   * models, which has a time limit of its own and may make it wait for the disk.
   */
  beat(isLoading: boolean): string | undefined {
    if (this.#unanswered++ === 0) return undefined;
    const vitals = this.look();
    const isStopped = vitals?.state === 'T' || vitals?.state === 't';
    const isAsleep = vitals?.state === 'S' && vitals.cpuTicks === this.#last?.cpuTicks;
    this.#last = vitals;
    const isQuiet = isStopped || (!isLoading && (vitals === undefined || isAsleep));
    this.#quiet = isQuiet ? this.#quiet + 1 : 0;
    if (this.#quiet >= this.limits.missedPings) return isStopped ? 'it was stopped' : 'it hung';
    if (!isLoading && this.#unanswered > this.limits.busyPings) return 'it was busy for too long';
    return undefined;
  }
}
