// Counts the bytes of a body against the most that is accepted and against what its sender had announced.
import { passing, refused } from './fault.js';

export interface BodyRules {
  readonly maxBytes: number;
  /** Length that the sender states before the first byte. */
  readonly statedBytes: number | undefined;
  /** The sender, for messages: "the source". */
  readonly who: string;
}

export class BodyCap {
  readonly #rules: BodyRules;
  #bytes = 0;

  /** Throws a NetFault where the sender announces too much. */
  constructor(rules: BodyRules) {
    this.#rules = rules;
    const { maxBytes, statedBytes } = rules;
    if (statedBytes !== undefined && statedBytes > maxBytes) throw this.#tooLarge(`has ${statedBytes} bytes`);
  }

  /** Called before a piece is kept. */
  arrived(bytes: number): void {
    const { maxBytes } = this.#rules;
    this.#bytes += bytes;
    if (this.#bytes > maxBytes) throw this.#tooLarge(`sends more than ${maxBytes} bytes`);
  }

  /** Called after the last piece. */
  ended(): void {
    const { statedBytes, who } = this.#rules;
    if (statedBytes === undefined || this.#bytes === statedBytes) return;
    if (this.#bytes < statedBytes) {
      throw passing(`${who} ended after ${this.#bytes} of the ${statedBytes} bytes that it had announced`);
    }
    throw refused(`${who} sent ${this.#bytes} bytes, but had announced ${statedBytes}`);
  }

  #tooLarge(what: string) {
    const { who, maxBytes } = this.#rules;
    return refused(`${who} ${what}; at most ${maxBytes} are accepted`);
  }
}
