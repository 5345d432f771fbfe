// The progress of a task whose parts each take a known share. It goes from 0 to 1 and never back.

const leastStep = 0.001;

export class Progress {
  readonly #tell: (share: number) => void;
  #begun = 0;
  #told = -1;

  constructor(tell: (share: number) => void) {
    this.#tell = tell;
  }

  /** The next part, which takes this share of the whole. */
  part(share: number): Progress {
    const from = this.#begun;
    this.#begun += share;
    return new Progress((done) => this.at(from + share * done));
  }

  /** Reports progress; steps too small to notice are skipped. */
  at(share: number): void {
    const told = Math.min(1, share);
    if (told <= this.#told || (told < this.#told + leastStep && told < 1)) return;
    this.#told = told;
    this.#tell(told);
  }
}
