// The work of one turn, counted: no robot may hold up the turns of the others, or use up the memory that all share. The same turn
// always takes the same effort, whatever the machine.

export interface Effort {
  /** Counts steps, each about as long as a step of a regular expression on one character. @throws TooMuchWork */
  spend(steps: number): void;
  /** Counts the steps of reading a value from its beginning to its end. @throws TooMuchWork */
  read(value: unknown): void;
  /** Counts characters of a text that the turn makes or assigns. @throws TooMuchWork */
  write(characters: number): void;
}

/** Thrown if a turn would take too many steps, or make texts that are too long. The message is a sentence for the log. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork';
}

/** Effort without a limit, for work that no robot determines, such as tests. */
export const unlimited: Effort = { spend: () => {}, read: () => {}, write: () => {} };

/** Characters that are copied or compared in the time of one step. */
const charactersInStep = 16;

export interface EffortLimits {
  readonly steps: number;
  readonly characters: number;
}

export class TurnEffort implements Effort {
  readonly #most: EffortLimits;
  #steps = 0;
  #characters = 0;

  constructor(most: EffortLimits) {
    this.#most = most;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= this.#most.steps) return;
    throw new TooMuchWork(
      `the turn took more than ${this.#most.steps} steps; use fewer or simpler conditions and regular expressions`,
    );
  }

  read(value: unknown): void {
    if (typeof value === 'string' || Array.isArray(value)) this.spend(value.length / charactersInStep);
  }

  write(characters: number): void {
    this.#characters += characters;
    this.spend(characters / charactersInStep);
    if (this.#characters <= this.#most.characters) return;
    throw new TooMuchWork(
      `the turn made texts of more than ${this.#most.characters} characters; make its variables smaller`,
    );
  }
}
