// Memory that goes back to the machine when a process has had nothing to do for a while. What a wave of calls left lies in pages
// that the C library keeps, and in garbage that V8 has no reason to look at while nothing allocates.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addon } from '../../native/index.js';

export class Rest {
  #timer: NodeJS.Timeout | undefined;

  /** Runs `work` once, `afterMs` after the last `begin`. */
  constructor(
    readonly afterMs: number,
    readonly work: () => void,
  ) {}

  begin(): void {
    if (this.#timer !== undefined) {
      this.#timer.refresh();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.work();
    }, this.afterMs);
    this.#timer.unref();
  }
}

/** Blocks the process for some 10 to 30 ms. */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc'); // takes effect in contexts that are made afterwards
  const collect = runInNewContext('gc') as () => void;
  collect();
  addon.trimMemory();
}
