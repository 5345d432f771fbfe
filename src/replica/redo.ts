// Work that follows an applied state: written down in the transaction that made the state current, done after it, and done
// again at every start until it is done.
import { Rounds } from '../jobs/periodic.js';
import { isDiskFull } from '../protocol/errors.js';
import type { Staged } from './kind/staged.js';
import type { Kinds } from './kinds.js';
import type { RedoRow, SyncTable } from './table.js';

export interface RedoParts {
  readonly kinds: Kinds;
  readonly table: SyncTable;
  readonly staged: Staged;
  readonly onFault: (row: Pick<RedoRow, 'kind' | 'name'>, fault: unknown) => void;
  readonly onDone: () => void;
}

export class Redo {
  readonly #parts: RedoParts;
  readonly #rounds = new Rounds(() => this.#all());

  constructor(parts: RedoParts) {
    this.#parts = parts;
  }

  get waiting(): number {
    return this.#parts.table.redo().length;
  }

  /** Does the work that cannot wait: at the start before anybody reads the files, and first in every run. */
  atOnce(): void {
    const { kinds, staged } = this.#parts;
    for (const row of this.#parts.table.redo()) {
      const kind = kinds.named(row.kind);
      if (kind?.followAtOnce === undefined) continue;
      try {
        kind.followAtOnce(row.name, JSON.parse(row.wanted), staged);
        this.#done(row);
      } catch (fault) {
        this.#failed(row, fault);
      }
    }
  }

  /** Never two at once. What fails is tried again by the next call. */
  run(): Promise<void> {
    return this.#rounds.run();
  }

  /** Resolves when the running work has ended. */
  idle(): Promise<void> {
    return this.#rounds.idle();
  }

  async #all(): Promise<void> {
    this.atOnce();
    for (const row of this.#parts.table.redo()) await this.#follow(row);
  }

  async #follow(row: RedoRow): Promise<void> {
    const { kinds, staged } = this.#parts;
    const kind = kinds.named(row.kind);
    if (kind?.follow === undefined) return;
    try {
      await kind.follow(row.name, JSON.parse(row.wanted), staged);
      this.#done(row);
    } catch (fault) {
      this.#failed(row, fault);
    }
  }

  #done(row: RedoRow): void {
    this.#parts.table.doneRedo(row);
    this.#parts.onDone();
  }

  /** Reports the fault and asks for the state again, without which the work may never be done. A full disk passes. */
  #failed(row: RedoRow, fault: unknown): void {
    this.#parts.onFault(row, fault);
    if (!isDiskFull(fault)) this.#parts.table.forgetApplied();
  }
}
