// Every change of a tenant's resources is one transaction and increments the tenant's revision, which tells a robot
// under test that its author has saved something.
import { ServiceError } from '../../protocol/errors.js';
import type { Store } from '../../store/open.js';

export const tenantGone = (): ServiceError =>
  new ServiceError('RESOURCE_NOT_FOUND', 'the tenant was deleted in the meantime');

export class Changes {
  readonly #db: Store;
  readonly #count;
  readonly #revision;
  readonly #tenant;
  #isWhole = false;

  constructor(db: Store) {
    this.#db = db;
    this.#count = db.prepare<[string]>(
      'INSERT INTO nlu_revision (tenant_id, revision) VALUES (?, 1) ON CONFLICT (tenant_id) DO UPDATE SET revision = revision + 1',
    );
    this.#tenant = db.prepare<[string], 1>('SELECT 1 FROM tenant WHERE id = ? AND removed = 0').pluck();
    this.#revision = db.prepare<[string], number>('SELECT revision FROM nlu_revision WHERE tenant_id = ?').pluck();
  }

  /** Saves all that `change` writes, or nothing. */
  save<T>(tenantId: string, change: () => T): T {
    if (this.#isWhole) return change();
    return this.#db
      .transaction(() => {
        const value = change();
        this.#count.run(tenantId);
        return value;
      })
      .immediate();
  }

  /**
   * The same for thousands of changes that fail together: changes that `change` saves have no transactions of their own
   * within this one, and count as one change of the tenant's resources. REQUIRES: `change` catches no fault of them.
   */
  saveWhole<T>(tenantId: string, change: () => T): T {
    return this.save(tenantId, () => this.inBatch(change));
  }

  /** The same within the transaction of a caller that increments the revision itself (batches.ts). */
  inBatch<T>(change: () => T): T {
    const before = this.#isWhole;
    this.#isWhole = true;
    try {
      return change();
    } finally {
      this.#isWhole = before;
    }
  }

  /** Increments the tenant's revision. Within a transaction. */
  count(tenantId: string): void {
    this.#count.run(tenantId);
  }

  /** Throws if the tenant was deleted since the request was let in. */
  requireTenant(tenantId: string): void {
    if (this.#tenant.get(tenantId) === undefined) throw tenantGone();
  }

  /** A number that differs after every change of the tenant's resources. */
  revisionOf(tenantId: string): number {
    return this.#revision.get(tenantId) ?? 0;
  }
}
