// Memory that goes back to the machine when a process has had nothing to do for a while. What a wave of calls left lies in pages
// that the C library keeps, and in garbage that V8 has no reason to look at while nothing allocates. A process that is never
// without work gives back the free pages of the C library from time to time, and now and then collects its garbage first: both
// grow for hours otherwise.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { processAddon } from '../../native/process.js';

export interface RestParts {
  /** The time without work after which `atRest` runs. */
  readonly afterMs: number;
  readonly atRest: () => void;
  /** The time without a rest after which `inWork` runs. */
  readonly mostMs: number;
  readonly inWork: () => void;
  readonly nowMs?: () => number;
}

export class Rest {
  readonly #parts: RestParts;
  readonly #nowMs: () => number;
  #timer: NodeJS.Timeout | undefined;
  #lastMs: number;

  constructor(parts: RestParts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? (() => performance.now());
    this.#lastMs = this.#nowMs();
  }

  /** A piece of work has ended. `isLast`: there is no other one now. */
  ended(isLast: boolean): void {
    const { afterMs, mostMs, inWork } = this.#parts;
    if (this.#nowMs() - this.#lastMs >= mostMs) {
      this.#lastMs = this.#nowMs();
      inWork();
    }
    if (!isLast) return;
    if (this.#timer !== undefined) {
      this.#timer.refresh();
      return;
    }
    this.#timer = setTimeout(() => this.#rest(), afterMs);
    this.#timer.unref();
  }

  #rest(): void {
    this.#timer = undefined;
    this.#lastMs = this.#nowMs();
    this.#parts.atRest();
  }
}

/** Gives back the free pages of the C library. Blocks the process for 1 to 2 ms with a heap of 140 MB. */
function trimMemory(): void {
  processAddon.trimMemory();
}

/**
 * A function for a process that is never without work, which calls it every minute or so: it gives back the free pages of the C
 * library, and collects all garbage before that if `collectMs` have passed since the last time. V8's own marking in small steps
 * keeps what dies while it marks, so the memory of a busy process creeps up.
 */
export function giveBackInWork(collectMs: number, nowMs = () => performance.now()): () => void {
  let collectedMs = nowMs();
  return () => {
    if (nowMs() - collectedMs < collectMs) return trimMemory();
    collectedMs = nowMs();
    giveMemoryBack();
  };
}

/** Time between the two collections of giveMemoryBack(): so much new garbage does not matter, and calls go on meanwhile. */
const betweenMs = 1_000;

/**
 * Collects all garbage and gives free pages back, and does so again after a second. Each time it blocks the process for 10
 * to 40 ms. A collection chooses the pages that it empties by what was in them before, garbage included, so only the second
 * one knows which are nearly empty.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc'); // takes effect in contexts that are made afterwards
  const collect = runInNewContext('gc') as () => void;
  collect();
  processAddon.trimMemory();
  setTimeout(() => compact(collect), betweenMs).unref();
}

/**
 * An ordinary collection empties only pages that are nearly empty, so that after half an hour a third of a busy gateway's
 * pages is free, but not given back. The flag lets this collection alone move up to 6 MB from pages that are one fifth
 * empty.
 */
function compact(collect: () => void): void {
  setFlagsFromString('--optimize-for-size');
  collect();
  setFlagsFromString('--no-optimize-for-size');
  processAddon.trimMemory();
}
