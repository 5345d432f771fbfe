// Lines of one reason, above so many a second, are counted and not written: whoever makes a gateway refuse things must not
// fill its log, nor push out of it what others did. Lines that tell of work that was done are all written.
import { limits } from '../protocol/limits.js';

const { linesPerSecond, reasons, reasonLetters } = limits.log;
const secondMs = 1_000;

interface Reason {
  secondAtMs: number;
  lines: number;
  leftOut: number;
}

export interface SampledLinesParts {
  /** the time of a clock that is never set */
  readonly steadyMs: () => number;
  /** Writes that so many lines of a message were left out. */
  readonly tell: (message: string, leftOut: number) => void;
}

export class SampledLines {
  readonly #parts: SampledLinesParts;
  readonly #reasons = new Map<string, Reason>();
  #telling: NodeJS.Timeout | undefined;

  constructor(parts: SampledLinesParts) {
    this.#parts = parts;
  }

  /** False: the line is left out, and counted. */
  takes(message: string, why: unknown): boolean {
    const reason = this.#reasonOf(keyOf(message, why), message);
    const nowMs = this.#parts.steadyMs();
    if (nowMs - reason.secondAtMs >= secondMs) {
      reason.secondAtMs = nowMs;
      reason.lines = 0;
    }
    reason.lines++;
    if (reason.lines <= linesPerSecond) return true;
    reason.leftOut++;
    this.#telling ??= setTimeout(() => this.tell(), secondMs).unref();
    return false;
  }

  /** Writes what was left out so far, and forgets reasons that have become quiet. */
  tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    for (const [key, reason] of this.#reasons) {
      if (reason.leftOut > 0) this.#parts.tell(key, reason.leftOut);
      reason.leftOut = 0;
      if (this.#parts.steadyMs() - reason.secondAtMs >= secondMs) this.#reasons.delete(key);
    }
  }

  #reasonOf(key: string, message: string): Reason {
    const known = this.#reasons.get(key);
    if (known !== undefined) return known;
    // Reasons that quote what a client sent are without end: then a message counts as one reason.
    const own = this.#reasons.size < reasons ? key : message;
    const reason = this.#reasons.get(own) ?? { secondAtMs: Number.NEGATIVE_INFINITY, lines: 0, leftOut: 0 };
    this.#reasons.set(own, reason);
    return reason;
  }
}

/** Numbers in a reason do not make it another one. */
const keyOf = (message: string, why: unknown): string =>
  typeof why === 'string' ? `${message}: ${why.slice(0, reasonLetters).replaceAll(/\d+/g, '#')}` : message;
