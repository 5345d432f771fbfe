// Versions that lost, kept with their content so that nothing made by hand is gone without a trace. Bounded: the oldest
// go first.
import { limits } from '../protocol/limits.js';
import { type SyncConflict, SyncItem } from '../protocol/wire/sync-messages.js';
import type { Loss } from './kind/kind.js';
import type { Kinds } from './kinds.js';
import type { SyncTable } from './table.js';

export class Conflicts {
  readonly #table: SyncTable;
  readonly #now: () => number;

  readonly #kinds: Kinds;

  constructor(kinds: Kinds, table: SyncTable, now: () => number) {
    this.#kinds = kinds;
    this.#table = table;
    this.#now = now;
  }

  get count(): number {
    return this.#table.countConflicts().count;
  }

  /** Within a transaction. False: this loser is known. */
  add({ tag, lost, won, why, bytes }: Loss): boolean {
    const isNew = this.#table.addConflict({
      at: this.#now(),
      why,
      thing: this.#kinds.thing(lost),
      tag,
      lost: JSON.stringify(lost),
      won: won === null ? null : JSON.stringify(won),
      bytes: bytes ?? null,
    });
    for (;;) {
      const { count, bytes: total } = this.#table.countConflicts();
      if (count <= limits.sync.conflicts && total <= limits.sync.conflictBytes) return isNew;
      this.#table.dropOldestConflict();
    }
  }

  /** The latest first. */
  list(limit: number): SyncConflict[] {
    return this.#table.conflicts(limit).map(({ at, why, lost, won, bytes }) => ({
      atMs: at,
      why,
      lost: SyncItem.parse(JSON.parse(lost)),
      won: won === null ? null : SyncItem.parse(JSON.parse(won)),
      ...(bytes !== null && { content: bytes.toString('base64') }),
    }));
  }
}
