// The kinds that this gateway keeps in step, in the order in which a state is planned and committed.
import { ServiceError } from '../protocol/errors.js';
import type { SyncItem } from '../protocol/wire/sync-messages.js';
import type { ReplicatedKind } from './kind/kind.js';

export class Kinds {
  readonly #byName: ReadonlyMap<string, ReplicatedKind>;

  constructor(readonly all: readonly ReplicatedKind[]) {
    this.#byName = new Map(all.map((kind) => [kind.kind, kind]));
    if (this.#byName.size !== all.length) throw new Error('two features replicate the same kind');
  }

  of({ kind }: Pick<SyncItem, 'kind'>): ReplicatedKind {
    const found = this.#byName.get(kind);
    if (found === undefined) throw new Error(`this gateway does not replicate items of kind ${kind}`);
    return found;
  }

  named(name: string): ReplicatedKind | undefined {
    return this.#byName.get(name);
  }

  /** Name of the thing among all kinds. */
  thing(item: SyncItem): string {
    return `${item.kind} ${this.of(item).nameOf(item)}`;
  }

  refuseOthers(items: readonly SyncItem[]): void {
    const other = items.find(({ kind }) => !this.#byName.has(kind));
    if (other === undefined) return;
    const known = [...this.#byName.keys()].join(', ');
    throw new ServiceError('INVALID_ARGUMENT', `state.items: this gateway replicates ${known}, but not ${other.kind}`);
  }
}
