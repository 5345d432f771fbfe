// A state becomes current as a whole or not at all. First every kind looks at what arrives and stores content, which nobody
// sees; then one transaction commits all kinds, remembers the revision, and writes down what has to follow; then it follows
// (redo.ts).
import { ServiceError } from '../protocol/errors.js';
import type { SyncApplied, SyncApply, SyncScope, SyncState } from '../protocol/wire/sync-messages.js';
import type { Conflicts } from './conflicts.js';
import type { ApplyContext, Outcome, Planned, ReplicatedKind } from './kind/kind.js';
import type { Staged } from './kind/staged.js';
import type { Kinds } from './kinds.js';
import type { Redo } from './redo.js';
import type { SyncTable } from './table.js';

export interface ApplyParts {
  readonly kinds: Kinds;
  readonly table: SyncTable;
  readonly conflicts: Conflicts;
  readonly staged: Staged;
  readonly redo: Redo;
  /** ms UTC */
  readonly now: () => number;
}

/** Results of the checks before the transaction. */
interface Prepared {
  readonly plans: readonly Planned[];
  /** Revision of this store when they were made. */
  readonly revision: number;
}

export class Applier {
  readonly #parts: ApplyParts;
  #isBusy = false;

  constructor(parts: ApplyParts) {
    this.#parts = parts;
  }

  async apply({ state, scope }: SyncApply): Promise<SyncApplied> {
    if (this.#isBusy) throw new ServiceError('CONFLICT', 'another state is being applied');
    this.#isBusy = true;
    try {
      this.#parts.kinds.refuseOthers(state.items);
      this.#refuseOlder(state, scope);
      const { changed, conflicts } = this.#commit(state, await this.#prepare(state, scope));
      await this.#parts.redo.run();
      this.#clear(state);
      const { origin, revision } = state;
      return { applied: { origin, revision }, changed, conflicts, redo: this.#parts.redo.waiting };
    } finally {
      this.#isBusy = false;
    }
  }

  #refuseOlder({ origin, revision }: SyncState, { acceptOlder }: SyncScope): void {
    const self = this.#parts.table.self();
    if (origin === self.origin) throw new ServiceError('CONFLICT', 'the state comes from this gateway itself');
    const highest = this.#parts.table.highestOf(origin);
    if (acceptOlder || highest === undefined || revision >= highest) return;
    const applied = `revision ${highest} has already been applied`;
    throw new ServiceError(
      'CONFLICT',
      `state.revision: ${revision} is older; ${applied}; if the upstream was restored from a copy, set sync.acceptOlder`,
    );
  }

  async #prepare(state: SyncState, scope: SyncScope): Promise<Prepared> {
    const { revision } = this.#parts.table.self();
    const plans: Planned[] = [];
    for (const kind of this.#parts.kinds.all) {
      const planned = await kind.plan({ state, scope }, this.#contextOf(kind));
      if (planned !== undefined) plans.push(planned);
    }
    return { plans, revision };
  }

  #commit({ origin, revision }: SyncState, prepared: Prepared): Outcome {
    const { table, now } = this.#parts;
    const { plans } = prepared;
    try {
      return table.db.transaction(() => {
        const isAsPlanned = table.self().revision === prepared.revision; // clients may have written since
        const outcomes = plans.map((planned) => planned.commit(isAsPlanned));
        for (const planned of plans) if (planned.settle !== undefined) outcomes.push(planned.settle());
        table.setApplied(origin, revision, now());
        const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, each) => total + of(each), 0);
        return { changed: sum(({ changed }) => changed), conflicts: sum(({ conflicts }) => conflicts) };
      })();
    } finally {
      for (const planned of plans) planned.end?.();
    }
  }

  #contextOf({ kind }: ReplicatedKind): ApplyContext {
    const { table, conflicts, staged, now } = this.#parts;
    return {
      ...{ origin: table.self().origin, staged, now },
      recordLoss: (loss) => (conflicts.add(loss) ? 1 : 0),
      forgetWaiting: (id) => table.removeOutboxOf(id),
      marks: (list) => new Map(table.files(list).map(({ name, sha256 }) => [name, sha256])),
      mark: (list, name, value) => table.putFile(list, name, value),
      clearMarks: (list) => table.clearFiles(list),
      followLater: (name, wanted) => table.putRedo(kind, name, wanted),
      isUnfinished: (name) => table.redo().some((row) => row.kind === kind && row.name === name),
    };
  }

  /** Clears delivered content that has its place now. */
  #clear({ items }: SyncState): void {
    const { staged, redo, kinds } = this.#parts;
    if (redo.waiting > 0) return;
    for (const item of items) for (const sha256 of kinds.of(item).contentOf(item)) staged.remove(sha256);
  }
}
