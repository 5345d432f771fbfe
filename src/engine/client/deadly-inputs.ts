// Inputs that kill engines. Every input that an engine was hearing when it died becomes a suspect, and suspects are
// heard one at a time from then on, so that a second death identifies the culprit, which is then refused by its hash. A
// suspect that is heard to its end is cleared.
import { createHash } from 'node:crypto';
import { OneAtATime } from '../../jobs/one-at-a-time.js';
import { ServiceError } from '../../protocol/errors.js';

/** An input that was being heard when one or more engines died. */
export interface Suspect {
  readonly sha256: string;
  readonly bytes: number;
  readonly deaths: number;
}

/** An input to compare with the suspects: its size is known at once, its hash is computed when needed. */
export interface Input {
  /** Suspects of each kind are heard one at a time: no clip waits for a recording of hours. */
  readonly kind: 'clip' | 'file';
  readonly bytes: number;
  sha256(): Promise<string>;
}

export interface DeadlyInputParts {
  /** The refused inputs, kept across restarts; newest last. */
  readonly known: readonly Suspect[];
  /** Called with all refused inputs when one is added, or when none is refused any more. */
  readonly refused: (inputs: readonly Suspect[]) => void;
  readonly log: { warn(facts: object, message: string): void };
  readonly suspects: number;
  /** Number of deaths after which an input is refused. */
  readonly deaths: number;
}

export const clipInput = (bytes: Uint8Array): Input => ({
  kind: 'clip',
  bytes: bytes.length,
  sha256: async () => createHash('sha256').update(bytes).digest('hex'),
});

export class DeadlyInputs {
  readonly #parts: DeadlyInputParts;
  /** Suspects by hash, the newest last. */
  readonly #suspects: Map<string, Suspect & { readonly lastDeath?: unknown }>;
  readonly #turns = { clip: new OneAtATime(), file: new OneAtATime() };

  constructor(parts: DeadlyInputParts) {
    this.#parts = parts;
    this.#suspects = new Map(parts.known.map((suspect) => [suspect.sha256, suspect]));
  }

  /**
   * Hears an input unless it is refused. `deathIn` returns the engine that died if the fault says so. Throws what
   * `hear` throws, and INVALID_ARGUMENT for a refused input.
   */
  async guarded<T>(input: Input, hear: () => Promise<T>, deathIn: (fault: unknown) => unknown): Promise<T> {
    const suspect = await this.#suspectOf(input);
    if (suspect !== undefined) this.#refuse(suspect);
    const heard = async () => {
      const known = suspect && this.#suspects.get(suspect.sha256);
      if (known !== undefined) this.#refuse(known); // it was refused while it waited
      try {
        const result = await hear();
        const clear = suspect ?? (await this.#suspectOf(input)); // another request may have made it one
        if (clear !== undefined && clear.deaths < this.#parts.deaths) this.#suspects.delete(clear.sha256);
        return result;
      } catch (fault) {
        const death = deathIn(fault);
        if (death !== undefined) await this.#died(input, death);
        throw fault;
      }
    };
    return suspect === undefined ? heard() : this.#turns[input.kind].run(heard);
  }

  /** Clears all suspects: the cause was something else. */
  forget(): void {
    const hadRefused = this.#refused().length > 0;
    this.#suspects.clear();
    if (hadRefused) this.#parts.refused([]);
  }

  #refused(): Suspect[] {
    const all = [...this.#suspects.values()].map(({ sha256, bytes, deaths }) => ({ sha256, bytes, deaths }));
    return all.filter(({ deaths }) => deaths >= this.#parts.deaths);
  }

  /** The suspect that the input is. Only an input of the same size as a suspect is hashed. */
  async #suspectOf(input: Input): Promise<Suspect | undefined> {
    for (const { bytes } of this.#suspects.values()) {
      if (bytes === input.bytes) return this.#suspects.get(await input.sha256());
    }
    return undefined;
  }

  #refuse({ sha256, deaths }: Suspect): void {
    if (deaths < this.#parts.deaths) return;
    const why = `${deaths} engines died while processing it (SHA-256 ${sha256})`;
    throw new ServiceError('INVALID_ARGUMENT', `this audio is not processed again: ${why}; report it as a fault`);
  }

  async #died(input: Input, death: unknown): Promise<void> {
    const sha256 = await input.sha256();
    const before = this.#suspects.get(sha256);
    if (before?.lastDeath === death) return; // the engine heard it twice at the same time
    const deaths = (before?.deaths ?? 0) + 1;
    this.#suspects.delete(sha256);
    this.#suspects.set(sha256, { sha256, bytes: input.bytes, deaths, lastDeath: death });
    for (const oldest of this.#suspects.keys()) {
      if (this.#suspects.size <= this.#parts.suspects) break;
      this.#suspects.delete(oldest);
    }
    const facts = { sha256, bytes: input.bytes, deaths };
    if (deaths < this.#parts.deaths) {
      this.#parts.log.warn(facts, 'an engine died while processing an input');
      return;
    }
    this.#parts.log.warn(facts, 'an input is refused from now on: engines died while processing it');
    this.#parts.refused(this.#refused());
  }
}
