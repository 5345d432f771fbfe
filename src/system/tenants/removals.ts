// A tenant that is deleted may hold a hundred thousand rows. It is hidden at once, and then its rows are removed in pieces, each a
// transaction with others of the group, so that calls go on between them. After a stop or a power cut the next start goes on.
import { ServiceError } from '../../protocol/errors.js';
import { limits } from '../../protocol/limits.js';
import type { GroupCommit } from '../../store/group-commit.js';
import type { TenantTable } from './table.js';
import type { Tenants } from './tenants.js';

/** What a feature has in tenants. */
export interface TenantContents {
  /** Ends what works for a tenant by itself, in the transaction that hides it. */
  readonly stop?: (tenantId: string) => void;
  /** Removes some rows of a hidden tenant; false: none is left. */
  readonly removeSome: (tenantId: string) => boolean;
}

export interface RemovalParts {
  readonly tenants: Tenants;
  readonly table: TenantTable;
  readonly group: Pick<GroupCommit, 'run'>;
  /** monotonic clock, ms */
  readonly clock: () => number;
}

export class TenantRemovals {
  readonly #parts: RemovalParts;
  readonly #contents: TenantContents[] = [];
  #isStopped = false;

  constructor(parts: RemovalParts) {
    this.#parts = parts;
  }

  /** A feature whose objects lie in tenants says here how they go. */
  add(contents: TenantContents): void {
    this.#contents.push(contents);
  }

  /** Resolves when the tenant and everything in it is gone from the store. For others it is gone from the beginning. */
  async remove(id: string): Promise<void> {
    const { tenants, table, group } = this.#parts;
    await group.run(() => {
      if (table.isHidden(id)) return; // a removal that goes on
      tenants.hide(id);
      for (const { stop } of this.#contents) stop?.(id);
    });
    while (!(await group.run(() => this.#removePiece(id)))) if (this.#isStopped) throw new ServiceError('STOPPING');
  }

  /** Goes on with what a stop or a power cut left. */
  async goOn(): Promise<void> {
    for (const id of this.#parts.table.hidden()) if (!this.#isStopped) await this.remove(id);
  }

  /** The next start goes on. */
  stop(): void {
    this.#isStopped = true;
  }

  /** True: the tenant is gone. */
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
    return true; // an upstream has made a new one in its place
  }
}
