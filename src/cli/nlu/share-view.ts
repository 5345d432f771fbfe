// Shows on standard error how far a command has come: a bar on a terminal, a line for each tenth elsewhere.
import { bar, LiveLine, type Terminal } from '../terminal/live-line.js';

const steps = 10;

export class ShareView {
  readonly #terminal: Terminal;
  readonly #line: LiveLine;
  readonly #what: string;
  #told = 0;

  /** `what` names the work that is being done. */
  constructor(terminal: Terminal, what: string) {
    this.#terminal = terminal;
    this.#line = new LiveLine(terminal);
    this.#what = what;
  }

  show = (share: number): void => {
    this.#line.show(`${bar(share)}  ${this.#what}`);
    const step = Math.floor(share * steps);
    if (this.#line.isLive || step <= this.#told) return;
    this.#told = step;
    this.#terminal.write(`${this.#what}: ${(100 * step) / steps} %\n`);
  };

  clear(): void {
    this.#line.clear();
  }
}

/** @param what names the work, for people */
export async function withShare<T>(what: string, work: (onShare: (share: number) => void) => Promise<T>): Promise<T> {
  const view = new ShareView(process.stderr, what);
  try {
    return await work(view.show);
  } finally {
    view.clear();
  }
}
