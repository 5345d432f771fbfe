// A bar that is redrawn in one line of a terminal.

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const barCharacters = 30;

export function bar(share: number): string {
  const filled = Math.floor(share * barCharacters);
  return `[${'#'.repeat(filled).padEnd(barCharacters, '.')}] ${Math.floor(share * 100)} %`;
}

/** One line that changes. Nothing is drawn if the output is not a terminal. */
export class LiveLine {
  readonly #terminal: Terminal;
  #isDrawn = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get isLive(): boolean {
    return this.#terminal.isTTY === true;
  }

  show(text: string): void {
    if (!this.isLive) return;
    const columns = this.#terminal.columns || 80;
    this.#terminal.write(`\r\x1b[K${text.slice(0, columns - 1)}`); // a wrapped line could not be redrawn
    this.#isDrawn = true;
  }

  clear(): void {
    if (this.#isDrawn) this.#terminal.write('\r\x1b[K');
    this.#isDrawn = false;
  }
}
