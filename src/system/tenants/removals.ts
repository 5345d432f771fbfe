// A deleted tenant may hold a hundred thousand rows. It is hidden at once. Then its rows are removed in pieces, with calls in
// between; each piece is part of a group's transaction. After a stop or a power cut, the next start continues.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { GroupCommit } from '../../store/group-commit.js';
import type { TenantTable } from './table.js';
import type { Tenants } from './tenants.js';

/** The way in which a feature gives up its objects in a tenant. */
export interface TenantContents {
  /** Ends the feature's own work for a tenant, in the transaction that hides the tenant. */
  readonly stop?: (tenantId: string) => void;
  /** Removes some rows of a hidden tenant. Returns false if none is left. */
  readonly removeSome: (tenantId: string) => boolean;
}

export interface RemovalParts {
  readonly tenants: Tenants;
  readonly table: TenantTable;
  readonly group: Pick<GroupCommit, 'run'>;
  /** The monotonic clock, in ms. */
  readonly clock: () => number;
}

export class TenantRemovals {
  readonly #parts: RemovalParts;
  readonly #contents: TenantContents[] = [];
  #isStopped = false;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /** Registers a feature that has objects in tenants. */
  add(contents: TenantContents): void {
    this.#contents.push(contents);
  }

  /** Hides a tenant at once, and resolves when the store holds nothing of it any more. */
  async remove(id: string): Promise<void> {
    const { tenants, table, group } = this.#parts;
    await group.run(() => {
      if (table.isHidden(id)) return; // the removal has begun already
      tenants.hide(id);
      for (const { stop } of this.#contents) stop?.(id);
    });
    while (!(await group.run(() => this.#removePiece(id)))) if (this.#isStopped) throw new ServiceError('STOPPING');
  }

  /** Continues the removals that a stop or a power cut interrupted. */
  async goOn(): Promise<void> {
    for (const id of this.#parts.table.hidden()) if (!this.#isStopped) await this.remove(id);
  }

  /** Ends the removals; the next start continues them. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Removes rows for the time of one piece. Returns true if the tenant is gone. */
  #removePiece(id: string): boolean {
    const { table, clock } = this.#parts;
    const endMs = clock() + limits.tenant.pieceMs;
    while (table.isHidden(id)) {
      if (!this.#contents.some(({ removeSome }) => removeSome(id))) {
        table.remove(id);
        return true;
      }
      if (clock() >= endMs) return false;
    }
    return true; // an upstream has made a new tenant with this id
  }
}
